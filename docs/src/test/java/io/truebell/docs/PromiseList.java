package io.truebell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The promises in the order of {@code docs/promises-list.tsv}: a line {@code FAMILY, title} opens a
 * family, a line {@code FAMILY-n, text} is a promise of it. A third cell says what of the promise
 * is not built, so that tests of the rest do not prove it as a whole.
 */
record PromiseList(List<Family> families) {
  /** Promises that belong together. */
  record Family(String id, String title, Map<String, Promise> promises) {}

  /**
   * One promise in short.
   *
   * @param missing what of it is not built; empty when tests can prove all of it
   */
  record Promise(String text, String missing) {}

  static PromiseList read(Path file) {
    try {
      return parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PromiseList parse(List<String> lines) {
    List<Family> families = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (cells.length < 2 || cells.length > 3 || cells[1].isBlank()) {
        throw new IllegalStateException("not an id and a text with a tab between: " + line);
      }
      Promise promise = new Promise(cells[1], cells.length == 3 ? cells[2] : "");
      if (!cells[0].contains("-")) {
        families.add(new Family(cells[0], cells[1], new LinkedHashMap<>()));
        continue;
      }
      Family family = families.getLast();
      if (!cells[0].startsWith(family.id() + "-")
          || family.promises().put(cells[0], promise) != null) {
        throw new IllegalStateException("out of place or twice: " + cells[0]);
      }
    }
    return new PromiseList(List.copyOf(families));
  }

  boolean has(String promise) {
    return families.stream().anyMatch(family -> family.promises().containsKey(promise));
  }
}
