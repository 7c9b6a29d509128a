package io.truebell.dispatch.recipients;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.rest.Page;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The people whom the tenant notifies. */
@RestController
@Tag(name = "Recipients", description = "The people whom the tenant notifies")
@RequestMapping("/v1/recipients")
@PreAuthorize("hasAuthority('SCOPE_recipients')")
class RecipientController {
  private final Recipients recipients;
  private final Ids ids;
  private final Clock clock;

  RecipientController(Recipients recipients, Ids ids, Clock clock) {
    this.recipients = recipients;
    this.ids = ids;
    this.clock = clock;
  }

  @PutMapping("/{external_id}")
  @Operation(operationId = "putRecipient", summary = "Create or replace a recipient")
  ResponseEntity<RecipientView> putRecipient(
      @PathVariable("external_id") String id, @RequestBody RecipientRequest request) {
    List<FieldProblem> problems = new ArrayList<>();
    ExternalId externalId = ExternalId.of(id, problems);
    Whereabouts whereabouts = Whereabouts.of(request.zone(), request.locale(), problems);
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    Recipients.Put put =
        recipients.put(
            ids.next(), externalId, whereabouts, clock.instant().truncatedTo(ChronoUnit.MICROS));
    return ResponseEntity.status(put.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(RecipientView.of(put.recipient()));
  }

  @GetMapping("/{external_id}")
  @Operation(operationId = "getRecipient", summary = "One recipient")
  RecipientView recipient(@PathVariable("external_id") String id) {
    return RecipientView.of(recipients.known(id));
  }

  @GetMapping
  @Operation(operationId = "listRecipients", summary = "Recipients, newest first")
  Page<RecipientView> recipients(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    return Page.of(recipients.page(Cursor.read(cursor), size + 1), size, r -> Cursor.after(r.id()))
        .map(RecipientView::of);
  }
}
