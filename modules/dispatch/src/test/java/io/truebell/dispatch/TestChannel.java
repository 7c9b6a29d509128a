package io.truebell.dispatch;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.QueryCall;
import io.truebell.core.spi.SecretField;
import io.truebell.core.spi.Settings;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireResult;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * A channel over real HTTP whose provider's documents know every outcome: 200 with {@code ok} or
 * {@code confirmed}, 400 the message's fault, 404 the address is gone, 401 the configuration's, 429
 * not now, 503 failed. Anything else is unknown. The body is {@code key|title|text|payload}.
 */
final class TestChannel implements ChannelAdapter {
  static final ChannelKey KEY = new ChannelKey("test");
  static final ChannelKey OTHER = new ChannelKey("other");

  static final Duration RECEIPT_WITHIN = Duration.ofHours(2);

  private final ChannelKey key;
  private final Wire wire;
  private final URI provider;
  private volatile Duration deduplicates;
  private volatile Function<QueryCall, QueryAnswer> query;
  private volatile Map<String, String> templates = Map.of();
  private volatile boolean oneCallPerAddress;
  final Queue<Set<String>> earlierCodes = new ConcurrentLinkedQueue<>();

  TestChannel(ChannelKey key, Wire wire, URI provider) {
    this.key = key;
    this.wire = wire;
    this.provider = provider;
  }

  /** From now on the provider is one that removes duplicates by key for so long. */
  void deduplicatesFor(Duration window) {
    deduplicates = window;
  }

  /** From now on the provider can be asked, and answers so. */
  void answers(Function<QueryCall, QueryAnswer> answer) {
    query = answer;
  }

  /** From now on each send needs a consent; a template is for a type. */
  void needsConsents(Map<String, String> templatesByType) {
    templates = templatesByType;
  }

  /** From now on two calls for one address at the same time are not welcome. */
  void wantsOneCallPerAddress() {
    oneCallPerAddress = true;
  }

  @Override
  public Map<String, String> templates(Settings settings) {
    return templates;
  }

  @Override
  public List<FieldProblem> checkContent(Settings settings, Content content) {
    if (content.text().equals("stumble")) {
      throw new IllegalStateException("over this text");
    }
    return content.text().length() <= 20
        ? List.of()
        : List.of(new FieldProblem("payload.text", "too_long", "has more than 20 characters"));
  }

  @Override
  public boolean oneCallPerAddress() {
    return oneCallPerAddress;
  }

  @Override
  public QueryAnswer ask(QueryCall call) {
    return query.apply(call);
  }

  @Override
  public ChannelDescriptor descriptor() {
    SecretField.Title title = new SecretField.Title("Test", "测试");
    return new ChannelDescriptor(
        key,
        title,
        "{}",
        List.of(),
        false,
        title,
        !templates.isEmpty(),
        true,
        RECEIPT_WITHIN,
        deduplicates,
        query != null,
        Duration.ofSeconds(5),
        null,
        Ceiling.DELIVERED);
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    return List.of();
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return List.of();
  }

  @Override
  public String tidy(String address) {
    return address.strip();
  }

  @Override
  public String hint(String address) {
    return "…";
  }

  @Override
  public Outcome send(ChannelCall call) {
    String address = call.address().revealText();
    earlierCodes.add(call.earlierCodes());
    if (address.equals("throws-null")) {
      return null;
    }
    if (address.equals("throws-error")) {
      throw new StackOverflowError("deep");
    }
    if (address.startsWith("throws")) {
      throw new IllegalStateException("the adapter stumbled over " + address + "x".repeat(900));
    }
    String body =
        String.join(
            "|",
            call.idempotencyKey(),
            call.content().title(),
            call.content().text(),
            call.content().payload().toString());
    WireRequest request =
        new WireRequest(
            "POST",
            provider,
            Map.of("X-Address", address),
            body.getBytes(StandardCharsets.UTF_8),
            call.timeout(),
            WireRequest.Reach.FIXED);
    return switch (wire.exchange(request)) {
      case WireResult.NeverLeft n ->
          new Outcome.Transient(n.code(), n.text(), null, SlowScope.DELIVERY);
      case WireResult.Lost l -> new Outcome.Unknown(l.code(), l.text());
      case WireResult.Answered a -> answer(a);
    };
  }

  private static Outcome answer(WireResult.Answered answer) {
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    String code = "http_" + answer.status();
    return switch (answer.status()) {
      case 200 ->
          text.startsWith("ok") || text.equals("confirmed")
              ? new Outcome.Accepted("ref-" + text, code, text, text.equals("confirmed"))
              : new Outcome.Unknown("unrecognised_answer", text);
      case 400 -> new Outcome.Rejected(Fault.MESSAGE, code, text, false);
      case 401 -> new Outcome.Rejected(Fault.CONFIGURATION, code, text, false);
      case 404 -> new Outcome.Rejected(Fault.RECIPIENT, code, text, true);
      case 429 ->
          new Outcome.Transient(
              code,
              text,
              answer
                  .header("Retry-After")
                  .map(s -> Duration.ofSeconds(Long.parseLong(s)))
                  .orElse(null),
              SlowScope.RECIPIENT);
      case 503 -> new Outcome.Failed(code, text);
      default -> new Outcome.Unknown(code, text);
    };
  }
}
