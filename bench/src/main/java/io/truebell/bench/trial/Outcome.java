package io.truebell.bench.trial;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a contest brought.
 *
 * @param samples one for each contestant and repetition; one with a flaw where no better was to be
 *     had
 * @param thrown what did not count and was repeated
 */
public record Outcome(List<Sample> samples, List<Sample> thrown) {
  public Outcome {
    samples = List.copyOf(samples);
    thrown = List.copyOf(thrown);
  }

  /** Who took part, in order. */
  public List<String> contestants() {
    return samples.stream().map(Sample::contestant).distinct().toList();
  }

  /** One figure of one contestant over its repetitions. */
  public Spread of(String contestant, ToDoubleFunction<Sample> figure) {
    return Spread.of(
        samples.stream()
            .filter(s -> s.contestant().equals(contestant))
            .mapToDouble(figure)
            .toArray());
  }
}
