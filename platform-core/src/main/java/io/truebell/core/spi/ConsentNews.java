package io.truebell.core.spi;

import java.time.Instant;

/**
 * What a provider reports of a person's will, apart from any delivery.
 *
 * @param id the provider's id of this report, or what makes it unique: equal ids count once
 * @param address the person's address on the channel
 * @param template the provider's template
 * @param status the provider's word, e.g. {@code accept} or {@code reject}
 * @param at when the person decided
 */
public record ConsentNews(String id, String address, String template, String status, Instant at) {}
