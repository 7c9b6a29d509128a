package io.truebell.calm.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final Instant BEGINS = Instant.parse("2026-11-01T00:00:00Z");
  private static final Instant ENDS = Instant.parse("2026-12-01T00:00:00Z");

  private static long forecast(long used, String now) {
    return Forecast.of(used, BEGINS, ENDS, Instant.parse(now));
  }

  @Test
  void aMonthGoesOnAsItBegan() {
    assertThat(forecast(100, "2026-11-11T00:00:00Z")).isEqualTo(300);
    assertThat(forecast(100, "2026-11-16T00:00:00Z")).isEqualTo(200);
    assertThat(forecast(0, "2026-11-16T00:00:00Z")).isZero();
  }

  @Test
  void partsOfACallAreRoundedUp() {
    assertThat(forecast(1, "2026-11-25T00:00:00Z")).isEqualTo(2);
  }

  @Test
  void theFirstCallsOfAMonthAreNoFlood() {
    assertThat(forecast(2, "2026-11-01T00:00:01Z")).isEqualTo(2 * 30 * 24);
    assertThat(forecast(2, "2026-11-01T00:00:00Z")).isEqualTo(2 * 30 * 24);
  }

  @Test
  void whatIsOverIsWhatItWas() {
    assertThat(forecast(77, "2026-12-01T00:00:00Z")).isEqualTo(77);
  }

  @Test
  void hugeAmountsDoNotOverflow() {
    assertThat(forecast(1_000_000_000_000L, "2026-11-16T00:00:00Z")).isEqualTo(2_000_000_000_000L);
  }
}
