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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Template messages of an official account. For ten minutes the same {@code client_msg_id} is one
 * message for a person; what the second call is answered is documented nowhere, here it is the
 * first one's {@code msgid}. What was taken is reported as {@code TEMPLATESENDJOBFINISH}, as XML.
 */
@Component
final class OfficialSimulator implements ProviderSimulator {
  static final String PATH = "/cgi-bin/message/template/send";

  private static final String FINISHED = "TEMPLATESENDJOBFINISH";
  private static final int NOT_FOLLOWING = 43004;

  private final SimulatedWechat wechat;
  private final MessageRows messages;
  private final SimulatedPush push;
  private final Clock clock;

  OfficialSimulator(SimulatedWechat wechat, MessageRows messages, SimulatedPush push, Clock clock) {
    this.wechat = wechat;
    this.messages = messages;
    this.push = push;
    this.clock = clock;
  }

  @Override
  public ChannelKey channel() {
    return WechatAccount.OFFICIAL;
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
                  case GONE -> Optional.of(Said.code(NOT_FOLLOWING));
                  case COOLDOWN -> Optional.of(Said.code(45011));
                  case TRANSIENT_THEN_ACCEPTED ->
                      earlier == 0 ? Optional.of(Said.code(-1)) : Optional.empty();
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

  private Act take(Magic magic, Request request, Caller caller) {
    String openid = SimulatedWechat.openid(request);
    String template = SimulatedWechat.template(request);
    MessageRows.Stored stored =
        messages.store(caller.account(), openid, template, once(request), clock.instant());
    return new Act(
        Optional.of(Said.accepted(stored.msgid(), true)),
        stored.fresh() ? reports(magic, caller, openid, stored.msgid()) : Optional.of(List.of()));
  }

  private static @Nullable String once(Request request) {
    String id = Said.read(request).path("client_msg_id").asString("");
    return id.isEmpty() ? null : id;
  }

  private Optional<List<SimulatedReport>> reports(
      Magic magic, Caller caller, String openid, long msgid) {
    return Fate.of(magic)
        .map(
            fate ->
                push.report(caller.account(), finished(openid, msgid, fate), true).map(List::of))
        .orElseGet(() -> Optional.of(List.of()));
  }

  private SimulatedEvent finished(String openid, long msgid, Fate fate) {
    String status =
        switch (fate) {
          case ARRIVED -> "success";
          case FAILED -> "failed: system failed";
          case BLOCKED -> "failed:user block";
        };
    Map<String, String> said = Map.of("MsgID", Long.toString(msgid), "Status", status);
    return new SimulatedEvent(
        FINISHED, openid, clock.instant().getEpochSecond(), "", List.of(said));
  }
}
