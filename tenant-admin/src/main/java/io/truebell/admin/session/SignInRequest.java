package io.truebell.admin.session;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.ApiProblem;
import org.jspecify.annotations.Nullable;

/**
 * What a browser signs in with.
 *
 * @param key a tenant's API key; it is not kept
 */
record SignInRequest(@Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String key) {
  String check() {
    if (key == null || key.isBlank()) {
      throw ApiProblem.invalid("key", "required", "is required");
    }
    return key.strip();
  }

  @Override
  public String toString() {
    return "SignInRequest[hidden]";
  }
}
