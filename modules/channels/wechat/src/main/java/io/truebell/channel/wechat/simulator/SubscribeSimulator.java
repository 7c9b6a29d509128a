package io.truebell.channel.wechat.simulator;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.SimulatedReport;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Subscribe messages of a mini-program: one consent is one message, 43101 afterwards. What was
 * taken is reported as {@code subscribe_msg_sent_event}, in turns as XML and as JSON.
 */
@Component
final class SubscribeSimulator implements ProviderSimulator {
  static final String PATH = "/cgi-bin/message/subscribe/send";

  /** Whoever is named so gets an answer without {@code msgid}, as the API's page has it. */
  private static final String UNTOLD = ".no-msgid";

  private static final String SENT = "subscribe_msg_sent_event";
  private static final String WRAPPER = "SubscribeMsgSentEvent";

  private final SimulatedWechat wechat;
  private final ConsentRows consents;
  private final MessageRows messages;
  private final SimulatedPush push;
  private final Clock clock;

  SubscribeSimulator(
      SimulatedWechat wechat,
      ConsentRows consents,
      MessageRows messages,
      SimulatedPush push,
      Clock clock) {
    this.wechat = wechat;
    this.consents = consents;
    this.messages = messages;
    this.push = push;
    this.clock = clock;
  }

  @Override
  public ChannelKey channel() {
    return WechatAccount.SUBSCRIBE;
  }

  @Override
  public Optional<Magic> addressed(Request request) {
    return SimulatedWechat.addressed(PATH, request);
  }

  @Override
  public Optional<Answer> aside(Request request, Caller caller) {
    return wechat.aside(caller.account(), request);
  }

  @Override
  public Optional<Answer> answer(Magic magic, Request request, int earlier) {
    return SimulatedWechat.wished(request)
        .or(
            () ->
                switch (magic) {
                  case REJECTED -> Optional.of(Said.code(Said.BAD_VALUE));
                  case NOT_FOUND -> Optional.of(Said.code(Said.BAD_OPENID));
                  case GONE -> Optional.of(Said.code(Said.REFUSED));
                  case COOLDOWN -> Optional.of(Said.code(45011));
                  case TRANSIENT_THEN_ACCEPTED ->
                      earlier == 0 ? Optional.of(Said.code(43108)) : Optional.empty();
                  case ERROR -> Optional.of(Said.text(500, "text/html", "Internal Server Error"));
                  case GARBAGE -> Optional.of(Said.text(200, "text/html", "<html>ok</html>"));
                  case ACCEPTED,
                      TIMEOUT,
                      RESET,
                      HALF,
                      SLOW,
                      HUGE,
                      RECEIPT_DELIVERED,
                      RECEIPT_UNDELIVERED,
                      RECEIPT_GONE,
                      RECEIPT_FIRST,
                      RECEIPT_REPEATED,
                      RECEIPTS_DISORDERED,
                      RECEIPT_NEVER ->
                      Optional.empty();
                });
  }

  @Override
  public Act act(Magic magic, Request request, Caller caller) {
    return wechat
        .problem(caller.account(), request)
        .or(() -> answer(magic, request, caller.earlier()))
        .map(refused -> new Act(Optional.of(refused), Optional.of(List.of())))
        .orElseGet(() -> take(magic, request, caller));
  }

  /** A connection that breaks afterwards gives no consent back. */
  private Act take(Magic magic, Request request, Caller caller) {
    String openid = SimulatedWechat.openid(request);
    String template = SimulatedWechat.template(request);
    if (!consents.use(caller.account(), openid, template)) {
      return new Act(Optional.of(Said.code(Said.REFUSED)), Optional.of(List.of()));
    }
    long msgid = messages.store(caller.account(), openid, template, null, clock.instant()).msgid();
    return new Act(
        Optional.of(Said.accepted(msgid, !openid.endsWith(UNTOLD))),
        reports(magic, caller, openid, template, msgid));
  }

  private Optional<List<SimulatedReport>> reports(
      Magic magic, Caller caller, String openid, String template, long msgid) {
    return Fate.of(magic)
        .map(
            fate ->
                push.report(
                        caller.account(),
                        sent(openid, template, msgid, fate == Fate.ARRIVED),
                        msgid % 2 == 0)
                    .map(List::of))
        .orElseGet(() -> Optional.of(List.of()));
  }

  private SimulatedEvent sent(String openid, String template, long msgid, boolean arrived) {
    return new SimulatedEvent(
        SENT,
        openid,
        clock.instant().getEpochSecond(),
        WRAPPER,
        List.of(
            Map.of(
                "TemplateId",
                template,
                "MsgID",
                Long.toString(msgid),
                "ErrorCode",
                arrived ? "0" : "1001",
                "ErrorStatus",
                arrived ? "success" : "system failed")));
  }
}
