package io.truebell.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code docs/benchmarks.md}: a section for each scenario, each from its own latest run. */
public final class Page {
  private static final Pattern SECTION =
      Pattern.compile("<!-- begin (\\S+) -->\n(.*?)<!-- end -->\n", Pattern.DOTALL);

  private static final String HEAD =
      """
      # Benchmarks

      Written by `./truebell bench`; every section says when and where it was measured. Machines differ and are shared, so what
      counts are ratios of things that took turns in one run. A figure is the median of its repetitions, with the least and the most
      in brackets. A repetition in which others took over 10 % of the machine does not count and is done again; where none better was
      to be had, the section says so. Before each repetition the contestant's tables are vacuumed and a checkpoint is made. Every
      repetition is checked: the provider has counted each id exactly once, and everything ended as accepted.

      Truebell runs as it does in production: through its API, with tenants, gates, sealed addresses, trace and fences in the
      database. The floor and the peers do nothing but the call, with the same HTTP client and the same options of the JVM.
      What is to be reached stands in the tables. `scan`, over a million nodes with dates, is not measured: rules are not built.
      Statements are those that reach PostgreSQL, without BEGIN and COMMIT; processor time is that of each process as Linux counts it.

      """;

  private Page() {}

  /** Puts a section into the page, in place of an older one of the same name. */
  public static void put(Path root, List<String> order, Section section, String machine) {
    Path file = root.resolve("docs/benchmarks.md");
    Map<String, String> sections = new LinkedHashMap<>();
    order.forEach(name -> sections.put(name, ""));
    Matcher found = SECTION.matcher(read(file));
    while (found.find()) {
      sections.replace(found.group(1), found.group(2));
    }
    String why = why(root, section.name());
    sections.put(
        section.name(),
        "## " + section.name() + "\n\n" + machine + "\n\n" + section.text() + "\n" + why);
    StringBuilder page = new StringBuilder(HEAD);
    sections.forEach(
        (name, text) -> {
          if (!text.isEmpty()) {
            page.append("<!-- begin ").append(name).append(" -->\n");
            page.append(text).append("<!-- end -->\n\n");
          }
        });
    try {
      Files.writeString(file, page.toString().stripTrailing() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What people have found out about a scenario: its part of {@code bench/notes.md}. */
  private static String why(Path root, String name) {
    String notes = "\n" + read(root.resolve("bench/notes.md"));
    int begin = notes.indexOf("\n## " + name + "\n");
    if (begin < 0) {
      return "";
    }
    int text = notes.indexOf('\n', begin + 1);
    int end = notes.indexOf("\n## ", text);
    return "**Why.** " + notes.substring(text, end < 0 ? notes.length() : end).strip() + "\n\n";
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
