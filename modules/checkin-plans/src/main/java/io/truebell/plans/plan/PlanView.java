package io.truebell.plans.plan;

import io.truebell.core.spi.Grants.Balance;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan as its owner sees it.
 *
 * @param wake as in the person's zone, {@code HH:mm}
 * @param sleep earlier than wake for those awake over midnight
 * @param state one of "disabled", "scheduled", "sending", "awaiting_checkin", "paused"
 * @param reason why it has this state
 * @param nextAt when to remind next, in the person's zone; null when nothing is scheduled
 * @param streak days in a row whose goal was reached, up to today or yesterday
 * @param needsGrant whether no authorisation is left for the next reminder
 * @param askGrant whether it is worth asking the person for one more now
 * @param balance how authorisations stand; null when the channel needs none, or nobody keeps them
 * @param template the provider's template to ask an authorisation for; null when there is none
 */
public record PlanView(
    String key,
    String type,
    String channel,
    @Nullable String title,
    Map<String, Object> payload,
    int intervalMinutes,
    String wake,
    String sleep,
    int dailyGoal,
    String state,
    ReasonView reason,
    @Nullable OffsetDateTime nextAt,
    TodayView today,
    long streak,
    boolean needsGrant,
    boolean askGrant,
    @Nullable BalanceView balance,
    @Nullable String template,
    Instant createdAt,
    Instant updatedAt) {
  public PlanView {
    payload = Collections.unmodifiableMap(new LinkedHashMap<>(payload));
  }

  /**
   * A reason for programs and for people.
   *
   * @param code stable
   * @param with what its sentences were made with
   */
  public record ReasonView(String code, String en, String zh, Map<String, Object> with) {
    public ReasonView {
      with = Map.copyOf(with);
    }
  }

  /** What the person did on their day. */
  public record TodayView(LocalDate date, int count, int goal, boolean reached) {}

  /** How the person's authorisations for the plan's template stand. */
  public record BalanceView(
      long available,
      long reserved,
      long consumed,
      long invalid,
      boolean longTerm,
      int lowWater,
      @Nullable Instant refusedAt) {
    static BalanceView of(Balance balance) {
      return new BalanceView(
          balance.available(),
          balance.reserved(),
          balance.consumed(),
          balance.invalid(),
          balance.longTerm(),
          balance.lowWater(),
          balance.refusedAt());
    }
  }
}
