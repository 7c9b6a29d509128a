package io.truebell.process;

import com.example.doomed.DoomedNode;
import io.truebell.process.AppProcess.Launch;
import io.truebell.testkit.RestartableStores;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Nodes that can die where they are told to, and send through the test's own provider. */
final class DoomedLaunch {
  private static final String IMPORTS =
      "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

  private DoomedLaunch() {}

  static Launch of(RestartableStores stores, Courier courier, Path folder, String classPath)
      throws IOException {
    return new Launch(
        stores.postgresUrl(),
        stores.redisUrl(),
        plugin(folder) + File.pathSeparator + classPath,
        List.of(),
        List.of(
            "--doomed.courier=" + courier.url(),
            "--truebell.dispatch.longest-timeout=5s",
            "--truebell.dispatch.lease=15s",
            "--truebell.postgres.connections=8",
            "--truebell.limits.requests-per-minute=100000"));
  }

  /** A third party's jar, as it would lie in the folder for plugins; its classes are ours. */
  private static Path plugin(Path folder) throws IOException {
    Path jar = folder.resolve("doomed.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new JarEntry(IMPORTS));
      entries.write(DoomedNode.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }
}
