package io.truebell.ledger.quotas;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the tenant used. */
@RestController
@Tag(name = "Usage", description = "What was used, and what may be used")
@PreAuthorize("hasAuthority('SCOPE_notifications:read')")
class UsageController {
  private final Usage usage;

  UsageController(Usage usage) {
    this.usage = usage;
  }

  @GetMapping("/v1/usage")
  @Operation(
      operationId = "getUsage",
      summary = "Usage by day and channel, and this month's quotas")
  UsageView usage(
      @RequestParam(name = "from", required = false) @Nullable LocalDate from,
      @RequestParam(name = "to", required = false) @Nullable LocalDate to) {
    return usage.between(from, to);
  }
}
