package io.truebell.admin.access;

import io.truebell.core.identity.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A caller who came with a key. */
final class KeyAuthentication extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final transient Caller caller;

  KeyAuthentication(Caller caller) {
    super(
        caller.scopes().stream()
            .map(scope -> new SimpleGrantedAuthority(scope.authority()))
            .toList());
    this.caller = caller;
    super.setAuthenticated(true);
  }

  @Override
  public Caller getPrincipal() {
    return caller;
  }

  /** The key itself is not kept. */
  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyAuthentication that && caller.equals(that.caller);
  }

  @Override
  public int hashCode() {
    return caller.hashCode();
  }
}
