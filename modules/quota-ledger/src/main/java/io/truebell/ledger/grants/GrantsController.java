package io.truebell.ledger.grants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import io.truebell.ledger.grants.StoredGrants.Stand;
import io.truebell.ledger.grants.Templates.Template;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A recipient's authorisations. */
@RestController
@Tag(name = "Grants", description = "Authorisations: one consent is one send")
@RequestMapping("/v1/recipients/{external_id}")
@PreAuthorize("hasAuthority('SCOPE_grants')")
class GrantsController {
  private final StoredGrants grants;
  private final Templates templates;
  private final HistoryRows history;
  private final Directory directory;
  private final Clock clock;

  GrantsController(
      StoredGrants grants,
      Templates templates,
      HistoryRows history,
      Directory directory,
      Clock clock) {
    this.grants = grants;
    this.templates = templates;
    this.history = history;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * What became of an answer, and how the account stands now.
   *
   * @param result "granted", "repeated" when it was known already, "refused", or "nothing" when it
   *     gives nothing
   */
  record RegisteredGrantView(String result, GrantBalanceView balance) {}

  /** Every template that is sent with, and every other one that the recipient has something of. */
  record GrantBalancesView(List<GrantBalanceView> items) {
    GrantBalancesView {
      items = List.copyOf(items);
    }
  }

  /**
   * What to void.
   *
   * @param channel all channels when missing
   * @param template all templates when missing
   */
  record VoidGrantsRequest(@Nullable String channel, @Nullable String template) {}

  /** How many authorisations were voided. */
  record VoidedGrantsView(int voided) {}

  @PostMapping("/grants")
  @Operation(
      operationId = "registerGrant",
      summary = "Register what the recipient answered; the same answer again changes nothing")
  ResponseEntity<RegisteredGrantView> registerGrant(
      @AuthenticationPrincipal Caller caller,
      @PathVariable("external_id") String recipient,
      @RequestBody GrantRequest request) {
    RecipientId id = known(recipient);
    Templates.Known all = templates.known();
    Submission submission = request.check(id, all, clock.instant());
    Registered registered = grants.register(submission, caller.actor());
    Template template =
        new Template(submission.purpose().channel(), submission.purpose().template());
    GrantBalanceView balance =
        GrantBalanceView.of(
            template,
            all.types().getOrDefault(template, List.of()),
            grants.balance(submission.purpose()));
    return ResponseEntity.status(
            registered == Registered.GRANTED ? HttpStatus.CREATED : HttpStatus.OK)
        .body(new RegisteredGrantView(registered.name().toLowerCase(Locale.ROOT), balance));
  }

  @GetMapping("/grants")
  @Operation(
      operationId = "listGrants",
      summary = "How the recipient's authorisations stand, by channel and template")
  GrantBalancesView grants(@PathVariable("external_id") String recipient) {
    RecipientId id = known(recipient);
    Map<Template, List<String>> types = templates.known().types();
    List<GrantBalanceView> items = new ArrayList<>();
    List<Template> seen = new ArrayList<>();
    for (Stand stand : grants.of(id)) {
      Template template = new Template(stand.purpose().channel(), stand.purpose().template());
      seen.add(template);
      items.add(
          GrantBalanceView.of(template, types.getOrDefault(template, List.of()), stand.balance()));
    }
    types.forEach(
        (template, of) -> {
          if (!seen.contains(template)) {
            Purpose purpose = new Purpose(id, template.channel(), template.name());
            items.add(GrantBalanceView.of(template, of, grants.balance(purpose)));
          }
        });
    items.sort(
        Comparator.comparing(GrantBalanceView::channel).thenComparing(GrantBalanceView::template));
    return new GrantBalancesView(items);
  }

  @GetMapping("/grants/history")
  @Operation(
      operationId = "listGrantHistory",
      summary = "What the recipient answered, newest first, with every step of each authorisation")
  Page<GrantAnswerView> grantHistory(
      @PathVariable("external_id") String recipient,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    RecipientId id = known(recipient);
    int size = Cursor.limit(limit);
    return Page.of(
        history.page(id, Cursor.read(cursor), size + 1), size, a -> Cursor.after(a.id()));
  }

  @PostMapping("/grants:void")
  @Operation(
      operationId = "voidGrants",
      summary = "Void whatever is unused, also what a delivery under way has reserved")
  VoidedGrantsView voidGrants(
      @AuthenticationPrincipal Caller caller,
      @PathVariable("external_id") String recipient,
      @RequestBody(required = false) @Nullable VoidGrantsRequest request) {
    RecipientId id = known(recipient);
    String channel = request == null ? null : request.channel();
    String template = request == null ? null : request.template();
    return new VoidedGrantsView(grants.voidMatching(id, channel, template, caller.actor()));
  }

  private RecipientId known(String externalId) {
    return directory.find(externalId).orElseThrow(() -> ApiProblem.notFound("recipient")).id();
  }
}
