package io.truebell.docs;

import io.truebell.docs.PromiseList.Family;
import io.truebell.docs.PromiseList.Promise;
import java.util.List;
import java.util.Map;

/** Draws {@code docs/promises.md}. */
record PromisesPage(PromiseList list, PromiseRecords records) {
  private enum Status {
    PROVED,
    IN_PART,
    OPEN
  }

  private static final String HEAD =
      """
      # Promises and their proofs

      Generated from the `@Tag`s of the tests in a full test run; `./truebell docs` rewrites it.
      *Proved* means that every test carrying the promise's id passed in that run, and at least one did.
      It does not mean that no further test could be thought of. *Proved in part* names what is not built of a
      promise whose other parts have tests. A promise without a test is *not proved yet*, whether or not code for it
      exists.

      """;

  String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("| family | proved | in part | not proved yet |\n|---|---|---|---|\n");
    list.families().forEach(family -> page.append(row(family)));
    list.families().forEach(family -> page.append(section(family)));
    return page.toString();
  }

  private String row(Family family) {
    List<String> ids = List.copyOf(family.promises().keySet());
    return "| %s: %s | %d of %d | %s | %s |\n"
        .formatted(
            family.id(),
            family.title(),
            in(family, Status.PROVED).size(),
            ids.size(),
            String.join(", ", in(family, Status.IN_PART)),
            String.join(", ", in(family, Status.OPEN)));
  }

  private List<String> in(Family family, Status status) {
    return family.promises().entrySet().stream()
        .filter(promise -> status(promise.getKey(), promise.getValue()) == status)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Status status(String id, Promise promise) {
    if (records.of(id).isEmpty()) {
      return Status.OPEN;
    }
    return promise.missing().isEmpty() ? Status.PROVED : Status.IN_PART;
  }

  private String section(Family family) {
    StringBuilder section = new StringBuilder();
    section.append("\n## %s: %s\n\n".formatted(family.id(), family.title()));
    family.promises().forEach((id, promise) -> section.append(lines(id, promise)));
    return section.toString();
  }

  private String lines(String id, Promise promise) {
    String status =
        switch (status(id, promise)) {
          case PROVED -> "Proved:";
          case IN_PART -> "Proved in part, since " + promise.missing() + ":";
          case OPEN -> "Not proved yet.";
        };
    StringBuilder lines = new StringBuilder();
    lines.append("- **%s** %s *%s*\n".formatted(id, promise.text(), status));
    records.of(id).forEach(proof -> lines.append("  - `").append(proof.test()).append("`\n"));
    return lines.toString();
  }
}
