package io.truebell.calm.pacing;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why a call waits for its turn. */
@Component
class PacingReasons implements ReasonCatalog {
  static final String PACED = "paced";
  static final String CHANGED = "pacing_changed";
  static final String LIMITER_DOWN = "limiter_down";
  static final String SLOWED = "provider_slowed";

  /** All that a delivery waits for here. */
  static final List<String> WAITS = List.of(PACED, CHANGED, LIMITER_DOWN, SLOWED);

  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              PACED,
              new Sentences(
                  "Waits for its turn: between two calls of {passage} lie at least {interval_ms} ms;"
                      + " {position} calls go before it, and senders that wait there: {waiting_tenants}",
                  "等待轮到：{passage} 的两次调用之间至少间隔 {interval_ms} 毫秒；"
                      + "前面还有 {position} 次调用，在此等候的发送方数：{waiting_tenants}")),
          entry(
              CHANGED,
              new Sentences(
                  "Waits a moment: the channel account has just changed", "稍等片刻：渠道账户刚刚有变更")),
          entry(
              LIMITER_DOWN,
              new Sentences(
                  "Waits: the limiter's store does not answer, and without it nothing is sent that"
                      + " has to keep a pace",
                  "等待：限速存储没有应答，在此期间不发送任何需要限速的消息")),
          entry(
              SLOWED,
              new Sentences(
                  "Waits: since {since} the provider asks to slow down ({scope}), until {slowed_until}",
                  "等待：服务商自 {since} 起要求放慢（{scope}），直到 {slowed_until}")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
