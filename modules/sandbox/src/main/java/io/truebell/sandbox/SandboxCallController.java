package io.truebell.sandbox;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the simulator was asked, for the tenant that tries things out. */
@RestController
@Tag(name = "Sandbox", description = "Simulated providers: what was sent to them and what they did")
@ServedWhenEnabled
class SandboxCallController {
  private final SandboxCallRows rows;

  SandboxCallController(SandboxCallRows rows) {
    this.rows = rows;
  }

  /** Calls that the simulated providers got, newest first. */
  @GetMapping("/v1/sandbox/calls")
  @Operation(
      operationId = "listSandboxCalls",
      summary = "Calls to simulated providers, newest first")
  @PreAuthorize("hasAuthority('SCOPE_channels')")
  Page<SandboxCallView> sandboxCalls(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    return Page.of(
            rows.before(Cursor.read(cursor), size + 1), size, call -> Cursor.after(call.id()))
        .map(SandboxCallView::of);
  }
}
