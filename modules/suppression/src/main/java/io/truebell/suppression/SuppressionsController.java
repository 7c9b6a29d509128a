package io.truebell.suppression;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.suppression.SuppressionList.Made;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who is not tried, why, and how that ends. */
@RestController
@Tag(name = "Suppressions", description = "Bans: who is not tried on a channel, and why")
@PreAuthorize("hasAuthority('SCOPE_recipients')")
class SuppressionsController {
  private final SuppressionList list;
  private final SuppressionRows rows;
  private final Directory directory;

  SuppressionsController(SuppressionList list, SuppressionRows rows, Directory directory) {
    this.list = list;
    this.rows = rows;
    this.directory = directory;
  }

  /**
   * Whom to ban where.
   *
   * @param channel a channel's key
   * @param reason why, at most 500 characters
   */
  record SuppressRequest(@Nullable String channel, @Nullable String reason) {}

  /**
   * Why a ban ends.
   *
   * @param reason at most 500 characters
   */
  record LiftRequest(@Nullable String reason) {}

  @GetMapping("/v1/suppressions")
  @Operation(
      operationId = "listSuppressions",
      summary = "Every ban, newest first, with those that were lifted")
  Page<SuppressionView> suppressions(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    return page(null, cursor, limit);
  }

  @GetMapping("/v1/recipients/{external_id}/suppressions")
  @Operation(
      operationId = "listRecipientSuppressions",
      summary = "The recipient's bans, newest first, with those that were lifted")
  Page<SuppressionView> recipientSuppressions(
      @PathVariable("external_id") String recipient,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    return page(known(recipient), cursor, limit);
  }

  @PostMapping("/v1/recipients/{external_id}/suppressions")
  @Operation(
      operationId = "suppressRecipient",
      summary = "Ban the recipient on a channel; only lifting it ends it")
  ResponseEntity<SuppressionView> suppress(
      @AuthenticationPrincipal Caller caller,
      @PathVariable("external_id") String recipient,
      @RequestBody SuppressRequest request) {
    Made made =
        list.suppress(known(recipient), request.channel(), request.reason(), caller.actor());
    return ResponseEntity.status(made.fresh() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(SuppressionView.of(made.suppression(), recipient));
  }

  @PostMapping("/v1/suppressions/{id}:lift")
  @Operation(
      operationId = "liftSuppression",
      summary = "Lift a ban; who did it and why stays with it")
  SuppressionView lift(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestBody LiftRequest request) {
    Suppression lifted = list.lift(id, request.reason(), caller.actor());
    return views(List.of(lifted)).getFirst();
  }

  private Page<SuppressionView> page(
      @Nullable RecipientId recipient, @Nullable String cursor, @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    List<SuppressionView> found = views(rows.page(recipient, Cursor.read(cursor), size + 1));
    return Page.of(found, size, view -> Cursor.after(view.id()));
  }

  private List<SuppressionView> views(List<Suppression> suppressions) {
    List<RecipientId> ids = suppressions.stream().map(Suppression::recipient).distinct().toList();
    Map<RecipientId, Person> people = directory.find(ids);
    return suppressions.stream()
        .map(
            s -> {
              Person person = people.get(s.recipient());
              return SuppressionView.of(s, person == null ? null : person.externalId());
            })
        .toList();
  }

  private RecipientId known(String externalId) {
    return directory.find(externalId).orElseThrow(() -> ApiProblem.notFound("recipient")).id();
  }
}
