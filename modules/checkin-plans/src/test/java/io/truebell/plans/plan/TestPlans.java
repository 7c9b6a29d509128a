package io.truebell.plans.plan;

import io.truebell.plans.PlanHouse;
import java.util.List;
import java.util.Map;

/** A client of the plans' API. */
public final class TestPlans {
  private final PlanHouse house;

  public TestPlans(PlanHouse house) {
    this.house = house;
  }

  private PlanController api() {
    return house.bean(PlanController.class);
  }

  /** Every two hours, awake 08:00 to 22:00, eight are enough. */
  public PlanView put(String person, String key) {
    return put(person, key, "water.reminder", "wechat-like", 120, "08:00", "22:00", 8);
  }

  public PlanView put(
      String person,
      String key,
      String type,
      String channel,
      Integer minutes,
      String wake,
      String sleep,
      Integer goal) {
    PlanRequest request =
        new PlanRequest(type, channel, minutes, wake, sleep, goal, Map.of("cup", 1), "Drink");
    return put(person, key, request);
  }

  PlanView put(String person, String key, PlanRequest request) {
    return house.within(() -> api().putPlan(person, key, request, house.caller()).getBody());
  }

  public PlanView get(String person, String key) {
    return house.within(() -> api().plan(person, key));
  }

  public List<PlanView> list(String person) {
    return house.within(() -> api().plans(person).items());
  }

  /** Turns it on with an accepted question. */
  public PlanView enable(String person, String key, String requestId) {
    return enable(person, key, new ConsentRequest(requestId, "T1", "accept")).plan();
  }

  PlanController.EnabledPlanView enable(String person, String key, ConsentRequest grant) {
    return house.within(
        () ->
            api().enablePlan(person, key, new PlanController.EnableRequest(grant), house.caller()));
  }

  public PlanView disable(String person, String key) {
    return house.within(() -> api().disablePlan(person, key, house.caller()));
  }

  public void remove(String person, String key) {
    boolean ignored =
        house.within(
            () -> {
              api().removePlan(person, key, house.caller());
              return true;
            });
  }

  List<PlanController.PlanHistoryView> history(String person, String key) {
    return house.within(() -> api().planHistory(person, key, null, 200).items());
  }

  /** States in the order in which they came. */
  public List<String> states(String person, String key) {
    return history(person, key).reversed().stream()
        .map(PlanController.PlanHistoryView::to)
        .toList();
  }
}
