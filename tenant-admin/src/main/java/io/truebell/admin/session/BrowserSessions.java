package io.truebell.admin.session;

import io.truebell.admin.keys.Credential.TenantKey;
import io.truebell.admin.keys.Credentials;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.stereotype.Component;

/**
 * Who is signed in. The server remembers which key a browser came with, by the key's id: each
 * request asks anew what that key may do, and whether it still may do anything.
 */
@Component
public class BrowserSessions {
  /** The cookie that leads to a session; no script can read it. */
  public static final String COOKIE = "truebell_session";

  /** Where a browser signs in and out. */
  public static final String ADDRESS = "/v1/session";

  private static final String KEY = FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME;

  private final Credentials credentials;
  private final Duration longest;
  private final Clock clock;

  BrowserSessions(Credentials credentials, SessionSettings settings, Clock clock) {
    this.credentials = credentials;
    this.longest = settings.longest();
    this.clock = clock;
  }

  /**
   * The key that the request's browser signed in with. A session whose key is revoked, expired or
   * of a tenant that is gone ends here, and so does one that has lasted long enough.
   */
  public Optional<TenantKey> key(HttpServletRequest request) {
    // below this address alone sessions are ours; elsewhere the container would be asked
    if (!request.getServletPath().startsWith("/v1/")) {
      return Optional.empty();
    }
    HttpSession session = request.getSession(false);
    if (session == null) {
      return Optional.empty();
    }
    Optional<TenantKey> key =
        Optional.ofNullable(session.getAttribute(KEY))
            .filter(id -> !tooOld(session))
            .flatMap(id -> credentials.recognise(UUID.fromString(id.toString())));
    if (key.isEmpty()) {
      session.invalidate();
    }
    return key;
  }

  /** Begins a session with an id that nobody knew before. */
  void begin(HttpServletRequest request, TenantKey key) {
    end(request);
    request.getSession(true).setAttribute(KEY, key.id().toString());
  }

  /** Ends the request's session, if it has one. */
  void end(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }

  private boolean tooOld(HttpSession session) {
    Instant end = Instant.ofEpochMilli(session.getCreationTime()).plus(longest);
    return !end.isAfter(clock.instant());
  }
}
