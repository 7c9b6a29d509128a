package io.truebell.plans.checkin;

import io.truebell.core.identity.Actor;
import io.truebell.plans.plan.Authorisations.Told;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check-in that is recorded.
 *
 * @param actor who handed it in
 * @param answer as it was given; null as long as its plan has not taken note of it
 * @param tries how often that went wrong
 */
record Checkin(
    UUID id,
    UUID plan,
    String actionId,
    BoundedTime time,
    @Nullable Told grant,
    Actor actor,
    @Nullable CheckinAnswerView answer,
    int tries) {
  Instant at() {
    return time.at();
  }
}
