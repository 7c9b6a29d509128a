package io.truebell.calm.quiet;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.calm.policy.ClockTime;
import io.truebell.calm.quiet.QuietRows.Kept;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What people keep quiet for themselves. */
@RestController
@Tag(name = "Calm", description = "How much reaches a person, and at which hours")
@RequestMapping("/v1/recipients/{external_id}/quiet-hours")
@PreAuthorize("hasAuthority('SCOPE_recipients')")
class QuietHoursController {
  private final QuietRows rows;
  private final Directory directory;
  private final Clock clock;

  QuietHoursController(QuietRows rows, Directory directory, Clock clock) {
    this.rows = rows;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Hours of every day, over midnight where {@code to} is earlier than {@code from}.
   *
   * @param from first minute that is quiet, {@code HH:mm} by the recipient's clock
   * @param to first minute that is not
   */
  record QuietHoursRequest(
      @Schema(example = "22:00", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String from,
      @Schema(example = "07:00", requiredMode = Schema.RequiredMode.REQUIRED)
          @Nullable String to) {}

  /**
   * A recipient's own quiet hours.
   *
   * @param from null when the recipient keeps none
   * @param to null when the recipient keeps none
   * @param zone whose clock that means
   */
  record QuietHoursView(
      @Nullable String from, @Nullable String to, String zone, @Nullable Instant updatedAt) {}

  @PutMapping
  @Operation(
      operationId = "putQuietHours",
      summary = "Keep hours of the recipient's day quiet: what is not urgent waits until they end")
  QuietHoursView putQuietHours(
      @PathVariable("external_id") String recipient, @RequestBody QuietHoursRequest request) {
    List<FieldProblem> problems = new ArrayList<>();
    ClockTime.check(problems, "", request.from(), request.to());
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    Person person = known(recipient);
    OwnHours hours = new OwnHours(ClockTime.of(request.from()), ClockTime.of(request.to()));
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    rows.put(person.id(), hours, now);
    return view(person, new Kept(hours, now));
  }

  @GetMapping
  @Operation(operationId = "getQuietHours", summary = "The recipient's own quiet hours")
  QuietHoursView quietHours(@PathVariable("external_id") String recipient) {
    Person person = known(recipient);
    return view(person, rows.find(person.id()).orElse(null));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "deleteQuietHours",
      summary = "The recipient keeps no quiet hours of their own any more",
      description = "What was held for them stays held until the time that was said then.")
  void deleteQuietHours(@PathVariable("external_id") String recipient) {
    rows.remove(known(recipient).id());
  }

  private static QuietHoursView view(Person person, @Nullable Kept kept) {
    return kept == null
        ? new QuietHoursView(null, null, person.zone().getId(), null)
        : new QuietHoursView(
            kept.hours().from().toString(),
            kept.hours().to().toString(),
            person.zone().getId(),
            kept.updatedAt());
  }

  private Person known(String externalId) {
    return directory.find(externalId).orElseThrow(() -> ApiProblem.notFound("recipient"));
  }
}
