package io.truebell.admin.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoKeysTest {
  @TempDir private Path folder;

  @Test
  void aFileThatAShellCanReadIsReadBack() throws Exception {
    Path file = folder.resolve("data/demo.env");

    DemoKeys.write(file, "http://127.0.0.1:8080", "tbk_a", "tbo_b", Optional.empty());
    DemoKeys.write(file, "http://127.0.0.1:8081", "tbk_a", "tbo_b", Optional.empty());

    assertThat(DemoKeys.read(file))
        .isEqualTo(
            Map.of(
                "TRUEBELL_URL", "http://127.0.0.1:8081",
                "TRUEBELL_KEY", "tbk_a",
                "TRUEBELL_OPERATOR_KEY", "tbo_b"));
    Process shell =
        new ProcessBuilder("bash", "-c", "source " + file + "; sh -c 'echo $TRUEBELL_KEY'").start();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("tbk_a\n");
  }

  @Test
  void nobodyButItsOwnerCanReadTheFile() throws Exception {
    Path file = folder.resolve("demo.env");

    DemoKeys.write(file, "u", "k", "o", Optional.of("p"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void theKeyToThePagesFollowsTheOthers() throws Exception {
    Path file = folder.resolve("demo.env");

    DemoKeys.write(file, "u", "k", "o", Optional.of("p"));

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "export TRUEBELL_URL=u",
            "export TRUEBELL_KEY=k",
            "export TRUEBELL_OPERATOR_KEY=o",
            "export TRUEBELL_PAGES_KEY=p");
    assertThat(DemoKeys.read(file)).containsEntry("TRUEBELL_PAGES_KEY", "p");
  }

  @Test
  void aMissingFileHoldsNothing() {
    assertThat(DemoKeys.read(folder.resolve("none"))).isEmpty();
  }
}
