package io.truebell.calm.window;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.calm.window.DigestViewRows.Found;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What waits to go out together, and what went. */
@RestController
@Tag(name = "Digests", description = "Messages about one subject that go out together")
@PreAuthorize("hasAuthority('SCOPE_notifications:read')")
class DigestsController {
  private static final Set<String> STATES = Set.of("open", "sent", "ended");

  private final DigestViewRows rows;
  private final Directory directory;

  DigestsController(DigestViewRows rows, Directory directory) {
    this.rows = rows;
    this.directory = directory;
  }

  @GetMapping("/v1/recipients/{external_id}/digests")
  @Operation(
      operationId = "listRecipientDigests",
      summary = "The recipient's digests, newest first")
  Page<DigestView> recipientDigests(
      @PathVariable("external_id") String recipient,
      @Parameter(schema = @Schema(allowableValues = {"open", "sent", "ended"}))
          @RequestParam(name = "state", required = false)
          @Nullable String state,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    if (state != null && !STATES.contains(state)) {
      throw ApiProblem.invalid("state", "unknown_state", "must be open, sent or ended");
    }
    int size = Cursor.limit(limit);
    UUID before = Cursor.read(cursor);
    RecipientId person =
        directory.find(recipient).orElseThrow(() -> ApiProblem.notFound("recipient")).id();
    List<DigestView> views =
        rows.page(person, state, before, size + 1).stream()
            .map(found -> DigestView.of(found, recipient))
            .toList();
    return Page.of(views, size, view -> Cursor.after(view.id()));
  }

  @GetMapping("/v1/digests/{id}")
  @Operation(
      operationId = "getDigest",
      summary = "One digest with its messages, the oldest first; at most 200 of them")
  DigestWithMembersView digest(@PathVariable UUID id) {
    Found found = rows.one(id).orElseThrow(() -> ApiProblem.notFound("digest"));
    Person person = directory.find(Set.of(found.recipient())).get(found.recipient());
    return DigestWithMembersView.of(
        DigestView.of(found, person == null ? null : person.externalId()), rows.members(id));
  }
}
