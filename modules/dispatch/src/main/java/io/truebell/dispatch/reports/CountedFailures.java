package io.truebell.dispatch.reports;

import io.truebell.core.spi.SilentFailures;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Counts from what was waited for. */
@Component
class CountedFailures implements SilentFailures {
  private final ReportRows rows;

  CountedFailures(ReportRows rows) {
    this.rows = rows;
  }

  @Override
  public Counts count(Instant from, Instant to) {
    return rows.total(from, to);
  }
}
