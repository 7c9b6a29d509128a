package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path folder;

  /** Ours may hold the master key; the build sets a variable that stands for it. */
  @Test
  @Tag("SEAL-2")
  void storesDoNotSeeOurEnvironment() throws Exception {
    Path log = folder.resolve("log");
    assertThat(System.getenv()).containsKey("TRUEBELL_TEST_CANARY");
    assertThat(Command.of(Path.of("env")).run(log, LONG)).isTrue();
    assertThat(Files.readString(log)).contains("PATH=").doesNotContain("TRUEBELL_TEST_CANARY");
  }

  /** A Ctrl-C in the terminal reaches the session of the terminal, and these aren't in it. */
  @Test
  void storesRunInASessionOfTheirOwn() throws Exception {
    Path log = folder.resolve("log");
    Path shell = Path.of("bash");
    assertThat(Command.of(shell, "-c", "cat /proc/$$/stat; echo $$").run(log, LONG)).isTrue();
    String[] words = Files.readString(log).split("\\s+", -1);
    String pid = words[0];
    String session = words[5];
    assertThat(session).isEqualTo(pid);
  }

  @Test
  void aFailureIsToldAndWhatWasPrintedIsKept() throws Exception {
    Path log = folder.resolve("log");
    assertThat(Command.of(Path.of("bash"), "-c", "echo why; exit 3").run(log, LONG)).isFalse();
    assertThat(Files.readString(log)).isEqualTo("why\n");
  }

  @Test
  void aProgramThatHangsIsEnded() {
    Path log = folder.resolve("log");
    assertThat(Command.of(Path.of("sleep"), "600").run(log, Duration.ofMillis(1))).isFalse();
  }

  @Test
  void aLogThatCannotBeWrittenIsAStartProblem() {
    Path nowhere = folder.resolve("missing/log");
    assertThatThrownBy(() -> Command.of(Path.of("true")).run(nowhere, LONG))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("cannot run");
  }
}
