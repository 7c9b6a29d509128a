package io.truebell.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void scenariosAndOptionsStandInAnyOrder() {
    Options options = new Options("--messages", "10", "dispatch", "--only", "ours,floor", "--keep");

    assertThat(options.scenarios()).containsExactly("dispatch");
    assertThat(options.number("messages", 1)).isEqualTo(10);
    assertThat(options.includes("floor")).isTrue();
    assertThat(options.includes("jobrunr")).isFalse();
    assertThat(options.has("keep")).isTrue();
  }

  @Test
  void whatIsNotAnOptionIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Options("--mesages", "10"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Options("--messages"));
  }
}
