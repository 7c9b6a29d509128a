/** The channel webhook: signed calls to a tenant's own server (Standard Webhooks 1.0.0). */
@NullMarked
@ApplicationModule(displayName = "Channel: webhook")
package io.truebell.channel.webhook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
