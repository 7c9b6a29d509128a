package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./truebell} says before it starts anything, on machines that lack something. */
class ScriptTest {
  private static final String[] TOOLS = {
    "bash",
    "cat",
    "date",
    "dirname",
    "env",
    "find",
    "flock",
    "grep",
    "head",
    "mkdir",
    "mv",
    "readlink",
    "rm",
    "sleep",
    "touch",
    "tr"
  };

  @TempDir Path machine;
  private Path programs;

  /** The machine's programs are a few basic ones: no Java, no Maven. */
  @BeforeEach
  void aBareMachine() throws IOException {
    programs = Files.createDirectories(machine.resolve("programs"));
    for (String tool : TOOLS) {
      Path there = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          programs.resolve(tool), Files.exists(there) ? there : Path.of("/bin", tool));
    }
  }

  @Test
  void helpNamesEveryCommand() throws Exception {
    Answer answer = run(Map.of(), "help");
    assertThat(answer.status()).isZero();
    assertThat(answer.out())
        .contains("  up ", "  test ", "  build ", "  docs ", "--port N", "--data DIR", "--fresh");
    assertThat(answer.err()).isEmpty();
  }

  @Test
  void anUnknownCommandOrOptionGetsTheHelpAndStatusTwo() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"dance"},
          {},
          {"up", "--prot", "1"},
          {"up", "--port"},
          {"up", "--port", "65536"},
          {"up", "--port", "http"},
          {"up", "--data", ""}
        }) {
      Answer answer = run(Map.of(), wrong);
      assertThat(answer.status()).isEqualTo(2);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).startsWith("truebell: ").contains("usage: ./truebell");
    }
  }

  @Test
  void withoutAJdkOneLineTellsWhatToInstall() throws Exception {
    for (String command : new String[] {"up", "test", "build", "docs"}) {
      Answer answer = run(Map.of("TRUEBELL_JDKS", jdk("17.0.15").toString()), command);
      assertThat(answer.status()).isEqualTo(1);
      assertThat(answer.err()).hasLineCount(1).contains("no JDK 25 found").contains("apt install");
    }
  }

  @Test
  void withoutMavenOneLineTellsWhatToInstall() throws Exception {
    Answer answer = run(Map.of("TRUEBELL_JDKS", jdk("25").toString()), "test");
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).hasLineCount(1).contains("Maven").contains("apt install maven");
  }

  @Test
  void testsRunOnTheRightJdkAmongSeveralAndArgumentsGoToMaven() throws Exception {
    Path right = jdk("25.0.3");
    script(programs.resolve("mvn"), "echo \"$JAVA_HOME|$*\"");
    String places = jdk("17.0.15") + ":" + jdk("26") + ":" + right;
    Answer answer = run(Map.of("TRUEBELL_JDKS", places), "test", "-pl", "infra");
    assertThat(answer.status()).isZero();
    assertThat(answer.out()).isEqualTo(right + "|-B verify -pl infra\n");
  }

  @Test
  void failingTestsFailTheCommand() throws Exception {
    script(programs.resolve("mvn"), "exit 7");
    assertThat(run(Map.of("TRUEBELL_JDKS", jdk("25").toString()), "test").status()).isEqualTo(7);
  }

  @Test
  void aBuildLeavesWhatARunningPlatformUsesAndRemovesItLater() throws Exception {
    Path checkout = Files.createDirectories(machine.resolve("checkout"));
    Path jar = checkout.resolve("tenant-admin/target/tenant-admin-1.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    Path script = Files.copy(truebell(), checkout.resolve("truebell"));
    script(programs.resolve("mvn"), "true");
    Map<String, String> environment = Map.of("TRUEBELL_JDKS", fakeJava().toString());

    Process running = builder(script, environment, "up").start();
    try (BufferedReader said = running.inputReader()) {
      assertThat(said.lines().anyMatch("platform runs"::equals)).isTrue();
      List<Path> first = apps(checkout);
      assertThat(first).hasSize(1);

      assertThat(run(script, environment, "build").status()).isZero();
      assertThat(apps(checkout)).hasSize(2).containsAll(first);
      assertThat(first.getFirst().resolve("app.jar")).exists();

      running.destroy();
      assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(run(script, environment, "build").status()).isZero();
      assertThat(apps(checkout)).hasSize(1).doesNotContainAnyElementsOf(first);
    } finally {
      running.destroy();
    }
  }

  private static List<Path> apps(Path checkout) throws IOException {
    try (Stream<Path> entries = Files.list(checkout.resolve("target/up"))) {
      return entries.filter(e -> e.getFileName().toString().startsWith("app-")).toList();
    }
  }

  /** Unpacks a jar and writes no cache; as the platform it runs until it is told to stop. */
  private Path fakeJava() throws IOException {
    Path home = jdk("25");
    script(
        home.resolve("bin/java"),
        """
        while (($# > 0)); do
          case $1 in
            --destination) mkdir -p "$2" && touch "$2/app.jar"; exit ;;
            -XX:AOTCacheOutput=*) exit 1 ;;
          esac
          shift
        done
        echo platform runs
        exec sleep 600
        """);
    return home;
  }

  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(machine.resolve("jdk of " + version));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Files.createDirectories(home.resolve("bin"));
    script(home.resolve("bin/javac"), "true");
    return home;
  }

  private static void script(Path file, String line) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path truebell() {
    return Path.of(System.getProperty("truebell.root"), "truebell");
  }

  private Answer run(Map<String, String> environment, String... arguments) throws Exception {
    return run(truebell(), environment, arguments);
  }

  private Answer run(Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    Path out = machine.resolve("out");
    Path err = machine.resolve("err");
    int status =
        builder(script, environment, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Answer(
        status,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private ProcessBuilder builder(
      Path script, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().putAll(environment);
    return builder;
  }

  private record Answer(int status, String out, String err) {}
}
