package io.truebell.plans.checkin;

import io.truebell.plans.PlanHouse;
import io.truebell.plans.plan.ConsentRequest;
import io.truebell.plans.plan.PlanView;
import java.time.Instant;
import java.util.List;

/** A client of the check-ins' API. */
public final class TestCheckins {
  private final PlanHouse house;
  private final String person;
  private final String key;

  public TestCheckins(PlanHouse house, String person, String key) {
    this.house = house;
    this.person = person;
    this.key = key;
  }

  CheckinAnswerView send(CheckinRequest request) {
    return house.within(
        () -> house.bean(CheckinController.class).checkIn(person, key, request, house.caller()));
  }

  CheckinAnswerView at(String action, Instant at, int count, ConsentRequest grant) {
    return send(new CheckinRequest(action, at, count, null, grant));
  }

  /** One now, without an answer to any question. */
  public PlanView now(String action) {
    return at(action, house.clock.instant(), 1, null).plan();
  }

  /** One now, with the next reminder authorised. */
  public PlanView withGrant(String action, String requestId) {
    return withGrant(action, requestId, 1);
  }

  public PlanView withGrant(String action, String requestId, int count) {
    return at(action, house.clock.instant(), count, accept(requestId)).plan();
  }

  /** One now, with a refusal. */
  public PlanView refusing(String action, String requestId) {
    return at(action, house.clock.instant(), 1, new ConsentRequest(requestId, "T1", "reject"))
        .plan();
  }

  static ConsentRequest accept(String requestId) {
    return new ConsentRequest(requestId, "T1", "accept");
  }

  List<CheckinView> list() {
    return house.within(
        () -> house.bean(CheckinController.class).checkins(person, key, null, 200).items());
  }
}
