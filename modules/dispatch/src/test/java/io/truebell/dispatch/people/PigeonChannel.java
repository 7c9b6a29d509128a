package io.truebell.dispatch.people;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField;
import io.truebell.core.spi.SecretField.Title;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A third party's channel: carrier pigeons. Lofts are addresses such as {@code loft:north-7}; a
 * ring key is 8 characters at least.
 */
public final class PigeonChannel implements ChannelAdapter {
  private static final String SETTINGS =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "properties": {
         "breed": {"type": "string", "enum": ["homer", "tippler"], "title": "Breed", "x-title-zh": "品种"},
         "height_m": {"type": "integer", "minimum": 1, "maximum": 500},
         "route": {"type": "object", "properties": {"via": {"type": "string"}}, "additionalProperties": false}},
       "additionalProperties": false}
      """;

  @Override
  public ChannelDescriptor descriptor() {
    return new ChannelDescriptor(
        new ChannelKey("pigeon"),
        new Title("Pigeon", "信鸽"),
        SETTINGS,
        List.of(
            new SecretField("ring_key", new Title("Ring key", "脚环密钥"), true),
            new SecretField("spare_key", new Title("Spare key", "备用密钥"), false)),
        true,
        new Title("Loft", "鸽舍"),
        false,
        false,
        null,
        false,
        Duration.ofSeconds(5),
        null,
        Ceiling.ACCEPTED);
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    String scheme = sandbox ? "toy:" : "loft:";
    return address.startsWith(scheme)
        ? List.of()
        : List.of(new FieldProblem("address", "no_loft", "must begin with " + scheme));
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return value.length() >= 8
        ? List.of()
        : List.of(new FieldProblem(field, "too_short", "must have at least 8 characters"));
  }

  @Override
  public String tidy(String address) {
    return address.strip().toLowerCase(Locale.ROOT);
  }

  @Override
  public String hint(String address) {
    return address.substring(0, 6) + "…";
  }

  @Override
  public Outcome send(ChannelCall call) {
    throw new UnsupportedOperationException("no pigeon flies in these tests");
  }
}
