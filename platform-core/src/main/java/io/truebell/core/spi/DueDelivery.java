package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A delivery whose time has come, as the gates see it. In a dry run it exists only in memory.
 *
 * @param attempts calls made so far
 * @param expiresAt when it stops being worth sending; null when never
 */
public record DueDelivery(
    DeliveryId id,
    NotificationId notification,
    RecipientId recipient,
    ChannelKey channel,
    AccountId account,
    EndpointId endpoint,
    String type,
    Category category,
    String subject,
    boolean urgent,
    int attempts,
    Instant createdAt,
    Instant notBefore,
    @Nullable Instant expiresAt) {}
