package io.truebell.calm.report;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What calm made of one person's messages. */
@RestController
@Tag(name = "Calm", description = "How much reaches a person, and at which hours")
@PreAuthorize("hasAuthority('SCOPE_notifications:read')")
class CalmReportController {
  private final PersonReport report;
  private final Directory directory;

  CalmReportController(PersonReport report, Directory directory) {
    this.report = report;
    this.directory = directory;
  }

  @GetMapping("/v1/recipients/{external_id}/calm")
  @Operation(
      operationId = "getRecipientCalm",
      summary = "What went out to the recipient in the last 24 hours, and what was kept back")
  CalmReportView recipientCalm(@PathVariable("external_id") String recipient) {
    return report.of(directory.find(recipient).orElseThrow(() -> ApiProblem.notFound("recipient")));
  }
}
