package io.truebell.ledger.grants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.ledger.grants.RegisterMany.ItemResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Answers of many recipients at once, e.g. those that a client had stored while it was offline. */
@RestController
@Tag(name = "Grants", description = "Authorisations: one consent is one send")
@PreAuthorize("hasAuthority('SCOPE_grants')")
class BulkGrantsController {
  private static final int MOST = 1_000;

  private final RegisterMany register;

  BulkGrantsController(RegisterMany register) {
    this.register = register;
  }

  /** At most 1,000 answers. */
  record BulkGrantsRequest(
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
          @Nullable List<@Nullable BulkGrantRequest> items) {}

  /**
   * An answer and whose it is; else as for one recipient.
   *
   * @param recipient the external id
   */
  record BulkGrantRequest(
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String recipient,
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String requestId,
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String channel,
      @Nullable String template,
      @Nullable String type,
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String status,
      @Nullable String kind,
      @Nullable Instant answeredAt,
      @Nullable String source) {
    GrantRequest answer() {
      return new GrantRequest(requestId, channel, template, type, status, kind, answeredAt, source);
    }
  }

  /** What became of each, in the order of the request. */
  record BulkGrantsView(List<BulkGrantView> items) {
    BulkGrantsView {
      items = List.copyOf(items);
    }
  }

  /**
   * What became of one.
   *
   * @param result "granted", "repeated", "refused", "nothing", or "failed" when nothing of it was
   *     stored
   * @param code why it failed
   * @param field what is wrong with it
   * @param detail why it failed, as a sentence
   */
  record BulkGrantView(
      int index,
      String result,
      @Nullable String code,
      @Nullable String field,
      @Nullable String detail) {
    static BulkGrantView of(ItemResult result) {
      return new BulkGrantView(
          result.index(), result.word(), result.code(), result.field(), result.detail());
    }
  }

  @PostMapping("/v1/grants:bulk")
  @Operation(
      operationId = "registerGrants",
      summary = "Register many answers; one that is wrong does not hinder the others")
  BulkGrantsView registerGrants(
      @AuthenticationPrincipal Caller caller, @RequestBody BulkGrantsRequest request) {
    List<@Nullable BulkGrantRequest> items = request.items();
    if (items == null || items.isEmpty()) {
      throw ApiProblem.invalid("items", "required", "must have at least one item");
    }
    if (items.size() > MOST) {
      throw ApiProblem.invalid("items", "too_many", "must have at most " + MOST + " items");
    }
    return new BulkGrantsView(
        register.all(items, caller.actor()).stream().map(BulkGrantView::of).toList());
  }
}
