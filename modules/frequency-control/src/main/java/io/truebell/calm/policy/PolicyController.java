package io.truebell.calm.policy;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How calm the tenant is. */
@RestController
@Tag(name = "Calm", description = "How much reaches a person, and at which hours")
@RequestMapping("/v1/calm/policy")
@PreAuthorize("hasAuthority('SCOPE_policies')")
class PolicyController {
  private final PolicyRows rows;
  private final ChangePolicy changes;

  PolicyController(PolicyRows rows, ChangePolicy changes) {
    this.rows = rows;
    this.changes = changes;
  }

  @GetMapping
  @Operation(
      operationId = "getCalmPolicy",
      summary = "The policy in force, since when, and who wanted it",
      description = "The header ETag has its version.")
  ResponseEntity<CalmPolicyView> policy() {
    return answer(rows.find(rows.current()).orElse(StoredPolicy.BUILT_IN));
  }

  @GetMapping("/versions")
  @Operation(
      operationId = "listCalmPolicies",
      summary = "Every policy that is or was in force, newest first")
  Page<CalmPolicyView> versions(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    long before = cursor == null ? Long.MAX_VALUE : Cursor.read(cursor).getLeastSignificantBits();
    List<StoredPolicy> found = new ArrayList<>(rows.page(before, size + 1));
    // the first of all is stored nowhere
    if (found.size() <= size && before > StoredPolicy.BUILT_IN.policy().version()) {
      found.add(StoredPolicy.BUILT_IN);
    }
    return Page.of(found, size, p -> Cursor.after(new UUID(0, p.policy().version())))
        .map(CalmPolicyView::of);
  }

  @PutMapping
  @Operation(
      operationId = "putCalmPolicy",
      summary = "Put a whole policy in force, as a new version",
      description =
          "It counts from the next claim on; a digest that is open keeps the version that it opened"
              + " with. What is missing or null is not limited. One that says what is in force"
              + " already makes no version. With If-Match and another version in force by now:"
              + " 412.")
  ResponseEntity<CalmPolicyView> putPolicy(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
      @RequestBody CalmPolicyDocument policy) {
    return answer(changes.change(policy, ExpectedVersions.of(ifMatch), caller.actor()));
  }

  private static ResponseEntity<CalmPolicyView> answer(StoredPolicy stored) {
    return ResponseEntity.ok()
        .eTag("\"" + stored.policy().version() + "\"")
        .body(CalmPolicyView.of(stored));
  }
}
