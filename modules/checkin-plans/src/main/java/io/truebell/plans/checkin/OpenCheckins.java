package io.truebell.plans.checkin;

import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.plan.PlansSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Check-ins whose reminder's part went wrong; it is tried again with growing waits. */
@Component
public class OpenCheckins {
  private static final Logger LOG = LoggerFactory.getLogger(OpenCheckins.class);
  private static final int BATCH = 100;
  private static final int MOST_DOUBLINGS = 7;

  private final CheckinRows rows;
  private final TakeNote takeNote;
  private final Plans plans;
  private final PlansSettings settings;

  OpenCheckins(CheckinRows rows, TakeNote takeNote, Plans plans, PlansSettings settings) {
    this.rows = rows;
    this.takeNote = takeNote;
    this.plans = plans;
    this.settings = settings;
  }

  /** Tries those that are due; says how many there were. */
  public int finish(Instant now) {
    List<Checkin> open = rows.open(now, BATCH);
    for (Checkin checkin : open) {
      if (!finish(checkin)) {
        Duration wait =
            settings.retryAfter().multipliedBy(1L << Math.min(checkin.tries(), MOST_DOUBLINGS));
        rows.postpone(checkin.id(), now.plus(wait));
      }
    }
    return open.size();
  }

  private boolean finish(Checkin checkin) {
    try {
      Plan plan = plans.find(checkin.plan());
      Optional<Person> person = plans.personOf(plan);
      person.ifPresent(p -> takeNote.of(checkin, p));
      return person.isPresent();
    } catch (RuntimeException e) {
      LOG.warn("check-in {} is tried again later: {}", checkin.id(), e.toString());
      return false;
    }
  }

  /** When one is due next; null when none is. */
  public @Nullable Instant next() {
    return rows.nextOpen();
  }
}
