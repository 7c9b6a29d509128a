package io.truebell.infra;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that one running Truebell has for itself. Its marker file tells that the folder is
 * ours, and is locked as long as we run; {@code run.json} tells others who that is.
 */
final class DataFolder implements AutoCloseable {
  private static final String MARKER = ".truebell";
  private static final String RUN = "run.json";
  private static final Pattern RUNNING =
      Pattern.compile("\"pid\": *([0-9]+), *\"url\": *\"([^\"]*)\"");

  private final Path path;
  private final FileChannel marker;

  private DataFolder(Path path, FileChannel marker) {
    this.path = path;
    this.marker = marker;
  }

  /**
   * Takes the folder, making it when it doesn't exist.
   *
   * @throws StartProblem when it isn't ours, can't be written, or another Truebell has it
   */
  static DataFolder claim(Path folder) {
    try {
      OwnerOnly.folder(folder);
      Path path = folder.toRealPath();
      requireOurs(path);
      FileChannel marker =
          FileChannel.open(
              path.resolve(MARKER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(marker) == null) {
        marker.close();
        throw new StartProblem("Truebell runs already" + whoRuns(path));
      }
      return new DataFolder(path, marker);
    } catch (IOException e) {
      throw new StartProblem("cannot use the data folder " + folder + ": " + reason(e), e);
    }
  }

  private static void requireOurs(Path path) throws IOException {
    if (Files.exists(path.resolve(MARKER))) {
      return;
    }
    try (Stream<Path> entries = Files.list(path)) {
      if (entries.findAny().isPresent()) {
        throw new StartProblem(
            path + " holds other files and isn't a data folder of Truebell: choose another one");
      }
    }
  }

  private static @Nullable FileLock lock(FileChannel marker) throws IOException {
    try {
      return marker.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String whoRuns(Path path) throws IOException {
    Path run = path.resolve(RUN);
    if (!Files.exists(run)) {
      return " on " + path;
    }
    Matcher who = RUNNING.matcher(Files.readString(run));
    return who.find() ? " (pid " + who.group(1) + ", " + who.group(2) + ")" : " on " + path;
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException f when f.getReason() != null -> f.getReason();
      default -> e.getClass().getSimpleName() + " " + e.getMessage();
    };
  }

  Path path(String name) {
    return path.resolve(name);
  }

  /** Removes everything but the markers and the unpacked servers. */
  void wipe() {
    try (Stream<Path> entries = Files.list(path)) {
      List<String> kept = List.of(MARKER, RUN, Binaries.FOLDER);
      for (Path entry : entries.toList()) {
        if (!kept.contains(entry.getFileName().toString())) {
          delete(entry);
        }
      }
    } catch (IOException e) {
      throw new StartProblem("cannot wipe the data folder " + path + ": " + reason(e), e);
    }
  }

  /** Deletes a tree. Links are removed, never followed. */
  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  void requireSpace(long neededBytes) {
    try {
      long usable = Files.getFileStore(path).getUsableSpace();
      if (usable < neededBytes) {
        throw new StartProblem(
            "only %d MB free in %s: Truebell needs %d MB"
                .formatted(usable >> 20, path, neededBytes >> 20));
      }
    } catch (IOException e) {
      throw new StartProblem("cannot use the data folder " + path + ": " + reason(e), e);
    }
  }

  /** Tells who runs, and where. */
  void announce(String url) {
    long pid = ProcessHandle.current().pid();
    write(RUN, "{\"pid\": " + pid + ", \"url\": \"" + url + "\"}\n");
  }

  void write(String name, String content) {
    try {
      OwnerOnly.write(path(name), content);
    } catch (IOException e) {
      throw new StartProblem("cannot write " + path(name) + ": " + reason(e), e);
    }
  }

  @Override
  public void close() {
    try (marker) {
      Files.deleteIfExists(path.resolve(RUN));
    } catch (IOException e) {
      throw new StartProblem("cannot leave the data folder " + path + ": " + reason(e), e);
    }
  }
}
