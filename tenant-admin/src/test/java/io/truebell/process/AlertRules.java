package io.truebell.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for Prometheus, as far as they can be held against what is measured. */
final class AlertRules {
  private static final Pattern METRIC = Pattern.compile("truebell_[a-z_]+");
  private static final Pattern LABEL = Pattern.compile("(to|cause|state)=\"([^\"]+)\"");

  private final String text;

  private AlertRules(String text) {
    this.text = text;
  }

  static AlertRules read() throws IOException {
    Path root = Path.of(Objects.requireNonNull(System.getProperty("truebell.root")));
    return new AlertRules(Files.readString(root.resolve("infra/prometheus/truebell.rules.yml")));
  }

  /** Fails when a rule names a metric or a label's value that does not exist. */
  void nameOnly(String scraped) {
    List<String> metrics =
        METRIC.matcher(text).results().map(MatchResult::group).distinct().toList();
    assertThat(metrics).isNotEmpty().allSatisfy(m -> assertThat(scraped).contains(m));
    List<String> states = Arrays.stream(DeliveryState.values()).map(Enum::name).toList();
    List<String> causes = Arrays.stream(Cause.values()).map(Enum::name).toList();
    LABEL
        .matcher(text)
        .results()
        .forEach(
            label -> {
              switch (label.group(1)) {
                case "to" -> assertThat(states).contains(label.group(2));
                case "cause" -> assertThat(causes).contains(label.group(2));
                default -> assertThat(scraped).contains(label.group());
              }
            });
  }

  /** What {@code metric} must exceed for the first alert on its greatest value. */
  double threshold(String metric) {
    Matcher rule = Pattern.compile("max\\(" + metric + "\\) > ([0-9.]+)").matcher(text);
    assertThat(rule.find()).as("a rule on " + metric).isTrue();
    return Double.parseDouble(rule.group(1));
  }

  /** The value of a series without labels. */
  static double value(String scraped, String metric) {
    Matcher line =
        Pattern.compile("^" + metric + " ([0-9.E]+)$", Pattern.MULTILINE).matcher(scraped);
    assertThat(line.find()).as(metric + " in\n" + scraped).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
