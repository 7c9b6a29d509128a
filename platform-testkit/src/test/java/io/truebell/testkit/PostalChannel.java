package io.truebell.testkit;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.QueryCall;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.spi.SecretText;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A provider that removes duplicates by key and can be asked. It says {@code TAKEN <ref>} or {@code
 * REFUSED}; of a letter it says {@code STATE there}, {@code STATE lost}, {@code STATE moving}, or
 * {@code NONE}.
 */
final class PostalChannel implements ChannelAdapter {
  private static final Pattern ADDRESS = Pattern.compile("box-[a-z0-9]{8}");
  private static final String SANDBOX = "sandbox-accepted";

  private final Wire wire;
  private final URI provider;

  PostalChannel(Wire wire, URI provider) {
    this.wire = wire;
    this.provider = provider;
  }

  @Override
  public ChannelDescriptor descriptor() {
    return new ChannelDescriptor(
        new ChannelKey("postal"),
        new Title("Post", "邮政"),
        "{\"type\": \"object\", \"additionalProperties\": false}",
        List.of(),
        false,
        new Title("Box", "信箱"),
        false,
        false,
        Duration.ofHours(1),
        true,
        Duration.ofSeconds(10),
        null,
        Ceiling.DELIVERED);
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    boolean fine = sandbox ? address.equals(SANDBOX) : ADDRESS.matcher(address).matches();
    return fine
        ? List.of()
        : List.of(new FieldProblem("address", "invalid_box", "is no box; try " + SANDBOX));
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return List.of(new FieldProblem(field, "unknown_secret", "this channel has no secrets"));
  }

  @Override
  public String tidy(String address) {
    return address.strip();
  }

  @Override
  public String hint(String address) {
    return "box …" + address.substring(Math.max(0, address.length() - 2));
  }

  @Override
  public Outcome send(ChannelCall call) {
    URI base = call.sandbox() == null ? provider : call.sandbox();
    WireResult result =
        wire.exchange(
            new WireRequest(
                "POST",
                URI.create(base + "/letters"),
                Map.of("X-Key", call.idempotencyKey(), "X-Box", call.address().revealText()),
                call.content().title().getBytes(StandardCharsets.UTF_8),
                call.timeout(),
                Reach.FIXED));
    return switch (result) {
      case WireResult.NeverLeft n ->
          new Outcome.Transient(n.code(), n.text(), null, SlowScope.DELIVERY);
      case WireResult.Lost l -> new Outcome.Unknown(l.code(), l.text());
      case Answered a -> {
        String text = SecretText.hide(text(a), call);
        if (a.status() == 200 && text.startsWith("TAKEN ")) {
          yield new Outcome.Accepted(text.substring(6), "taken", "", false);
        }
        yield a.status() == 400 && text.equals("REFUSED")
            ? new Outcome.Rejected(Fault.MESSAGE, "refused", "", false)
            : new Outcome.Unknown("unrecognised_answer", text);
      }
    };
  }

  @Override
  public QueryAnswer ask(QueryCall call) {
    URI base = call.sandbox() == null ? provider : call.sandbox();
    WireResult result =
        wire.exchange(
            new WireRequest(
                "GET",
                URI.create(base + "/letters/" + call.idempotencyKey()),
                Map.of("X-Box", call.address().revealText()),
                new byte[0],
                call.timeout(),
                Reach.FIXED));
    return switch (result) {
      case WireResult.NeverLeft n -> new QueryAnswer.NoAnswer(n.code(), n.text());
      case WireResult.Lost l -> new QueryAnswer.NoAnswer(l.code(), l.text());
      case Answered a -> read(a.status() + " " + text(a));
    };
  }

  private static QueryAnswer read(String answer) {
    return switch (answer) {
      case "200 STATE there" -> new QueryAnswer.Found(ReceiptNews.delivered(), "there", "");
      case "200 STATE lost" -> new QueryAnswer.Found(ReceiptNews.undelivered(), "lost", "");
      case "200 STATE moving" -> new QueryAnswer.Found(ReceiptNews.progress(), "moving", "");
      case "404 NONE" -> new QueryAnswer.NotFound("none", "");
      default -> new QueryAnswer.NoAnswer("unrecognised_answer", "");
    };
  }

  private static String text(Answered answer) {
    return answer.cut() ? "" : new String(answer.body(), StandardCharsets.UTF_8);
  }
}
