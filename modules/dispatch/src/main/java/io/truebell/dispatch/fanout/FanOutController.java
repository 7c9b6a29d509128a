package io.truebell.dispatch.fanout;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.explain.FanOutView;
import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Notifications for more recipients than one JSON body holds. */
@RestController
@Tag(name = "Notifications", description = "Business facts that people are told about")
@PreAuthorize("hasAuthority('SCOPE_notifications:write')")
class FanOutController {
  static final String LINES = "application/x-ndjson";
  private static final String EXAMPLE = "\"ann\"\n\"bob\"\n{\"recipient\": \"cid\"}";

  private final RecipientStreams streams;

  FanOutController(RecipientStreams streams) {
    this.streams = streams;
  }

  @PostMapping(path = "/v1/notifications:bulk", consumes = "application/json")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(
      operationId = "beginFanOut",
      summary = "Accept a notification whose recipients come as a stream",
      description =
          "As application/json the body is the notification alone; its recipients follow by PUT. As"
              + " application/x-ndjson its first line is the notification and each further line a"
              + " recipient: one request for any number of them, closed by its end. After a broken"
              + " connection the same request with the same idempotency key goes on; what was taken"
              + " is not taken twice. The key is for the notification alone.")
  FanOutView begin(
      @RequestBody BulkRequest request,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @AuthenticationPrincipal Caller caller) {
    return streams.begin(request, key, caller.actor());
  }

  @PostMapping(path = "/v1/notifications:bulk", consumes = LINES)
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(operationId = "fanOut", summary = "A notification and all its recipients as lines")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content = @Content(mediaType = LINES, schema = @Schema(type = "string")))
  FanOutView whole(
      InputStream body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "false") boolean strict,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    return streams.whole(body, key, strict, caller.actor());
  }

  @PutMapping(path = "/v1/notifications/{id}/recipients", consumes = LINES)
  @Operation(
      operationId = "putRecipients",
      summary = "Stream recipients of a notification, a line each",
      description =
          "Lines are taken in chunks, each whole or not at all, and may be sent while later ones"
              + " still come in. After a broken connection, ask for the notification and go on at"
              + " the offset it tells, or send everything again: what was taken is not taken twice,"
              + " and somebody who was unknown then and is known now gets a message. A line that"
              + " names nobody we know, or cannot be read, is listed with its number and the rest"
              + " goes on; with strict it refuses its chunk, and the stream ends there.")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = LINES,
              schema = @Schema(type = "string"),
              examples = @ExampleObject(EXAMPLE)))
  FanOutView put(
      @PathVariable UUID id,
      InputStream body,
      @RequestParam(defaultValue = "0") long offset,
      @RequestParam(defaultValue = "false") boolean strict,
      @RequestParam(defaultValue = "false") boolean complete,
      @AuthenticationPrincipal Caller caller) {
    if (offset < 0) {
      throw ApiProblem.invalid("offset", "out_of_range", "must not be negative");
    }
    return streams.put(id, body, offset, strict, complete, caller.actor());
  }

  @PostMapping("/v1/notifications/{id}:complete")
  @Operation(
      operationId = "completeRecipients",
      summary = "Close a notification's list of recipients",
      description =
          "Further recipients are refused. What was held until now becomes due; should this not"
              + " answer, ask again, and it goes on.")
  FanOutView complete(@PathVariable UUID id, @AuthenticationPrincipal Caller caller) {
    return streams.complete(id, caller.actor());
  }
}
