package io.truebell.admin.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The file that a shell reads to try the API: settings of the form {@code NAME=value}. */
final class DemoKeys {
  static final String URL = "TRUEBELL_URL";
  static final String KEY = "TRUEBELL_KEY";
  static final String OPERATOR_KEY = "TRUEBELL_OPERATOR_KEY";
  static final String PAGES_KEY = "TRUEBELL_PAGES_KEY";

  private DemoKeys() {}

  static Map<String, String> read(Path file) {
    Map<String, String> values = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.replaceFirst("^export ", "").split("=", 2);
        if (parts.length == 2) {
          values.put(parts[0].strip(), parts[1].strip());
        }
      }
    } catch (NoSuchFileException e) {
      return values;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  /** Replaces the file as a whole; nobody but its owner can read it at any time. */
  static void write(
      Path file, String url, String key, String operatorKey, Optional<String> pagesKey) {
    String text =
        line(URL, url)
            + line(KEY, key)
            + line(OPERATOR_KEY, operatorKey)
            + pagesKey.map(pages -> line(PAGES_KEY, pages)).orElse("");
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      Path fresh =
          Files.createTempFile(
              folder,
              "demo",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(String name, String value) {
    return "export " + name + "=" + value + "\n";
  }
}
