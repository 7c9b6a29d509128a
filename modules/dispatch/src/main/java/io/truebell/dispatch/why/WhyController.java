package io.truebell.dispatch.why;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Asked by somebody whom a person asks: why did I, or didn't I, get it? */
@RestController
@Tag(name = "Messages", description = "What became of each message, and why")
class WhyController {
  private final Why why;
  private final Clock clock;

  WhyController(Why why, Clock clock) {
    this.why = why;
    this.clock = clock;
  }

  @GetMapping("/v1/recipients/{external_id}/why")
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "whyDidThey",
      summary = "Why a person got something around some time, or did not",
      description =
          "Answers also when there is no message, and for somebody who is not known here: then known"
              + " is false. The time asked about is at, now when it is left out, and everything"
              + " within a duration before and after it: six hours, or at most P7D.")
  WhyView why(
      @PathVariable("external_id") String recipient,
      @Parameter(schema = @Schema(type = "string", format = "date-time"))
          @RequestParam(required = false)
          @Nullable String at,
      @Parameter(schema = @Schema(type = "string", format = "duration"))
          @RequestParam(required = false)
          @Nullable String within) {
    return why.ask(recipient, Question.of(at, within, clock.instant()));
  }
}
