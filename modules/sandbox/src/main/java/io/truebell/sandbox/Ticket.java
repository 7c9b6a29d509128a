package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.tenancy.TenantId;

/** Whose call a simulated call is. */
record Ticket(TenantId tenant, ChannelKey channel, AccountId account, DeliveryId delivery) {}
