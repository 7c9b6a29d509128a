package io.truebell.docs;

import io.truebell.docs.PromiseList.Family;
import io.truebell.docs.PromiseRecords.Proof;
import java.util.List;

/** Draws {@code docs/promises.md}. */
record PromisesPage(PromiseList list, PromiseRecords records) {
  private static final String HEAD =
      """
      # Promises and their proofs

      Generated from the `@Tag`s of the tests in a full test run; `./truebell docs` rewrites it.
      *Proved* means that every test carrying the promise's id passed in that run, and at least one did.
      It does not mean that no further test could be thought of. A promise without a test is *not proved yet*,
      whether or not code for it exists.

      """;

  String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("| family | proved | not proved yet |\n|---|---|---|\n");
    list.families().forEach(family -> page.append(row(family)));
    list.families().forEach(family -> page.append(section(family)));
    return page.toString();
  }

  private String row(Family family) {
    List<String> ids = List.copyOf(family.promises().keySet());
    List<String> open = ids.stream().filter(id -> records.of(id).isEmpty()).toList();
    return "| %s: %s | %d of %d | %s |\n"
        .formatted(
            family.id(),
            family.title(),
            ids.size() - open.size(),
            ids.size(),
            String.join(", ", open));
  }

  private String section(Family family) {
    StringBuilder section = new StringBuilder();
    section.append("\n## %s: %s\n\n".formatted(family.id(), family.title()));
    family.promises().forEach((id, text) -> section.append(promise(id, text)));
    return section.toString();
  }

  private String promise(String id, String text) {
    List<Proof> proofs = records.of(id);
    StringBuilder lines = new StringBuilder("- **%s** %s ".formatted(id, text));
    lines.append(proofs.isEmpty() ? "*Not proved yet.*\n" : "*Proved:*\n");
    proofs.forEach(proof -> lines.append("  - `").append(proof.test()).append("`\n"));
    return lines.toString();
  }
}
