package io.truebell.core.wire;

import java.security.NoSuchAlgorithmException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The wire over sockets of its own, with the HTTP/1.1 parser of Apache HttpComponents Core.
 *
 * <p>An HTTP client library answers "what did the server say"; the platform needs to know "may the
 * server have heard us", and a library blurs that: it retries on a stale pooled connection, follows
 * redirects, takes a head that was cut off for a whole one. So the steps are spelled out here, and
 * where an exchange stood when it failed decides what is known of it:
 *
 * <ol>
 *   <li><b>look up</b> the name once, on a thread that the exchange does not depend on, since a
 *       name server's silence cannot be interrupted;
 *   <li><b>check</b> every address when a tenant supplied the name. The connection is then made to
 *       these very addresses: a name that changes its mind in between is not asked again;
 *   <li><b>connect</b> and <b>shake hands</b>, with the certificate checked against the name. Until
 *       here no byte of the request exists on the network: {@link WireResult.NeverLeft};
 *   <li><b>write</b> and <b>read</b>. From the first write on, everything but a whole answer is
 *       {@link WireResult.Lost}.
 * </ol>
 *
 * <p>One {@link Deadline} covers all of it. A connection is used again within a second when its
 * server promised to keep it open and it is still quiet; what is lost on it is as unknown as on a
 * new one. There is no proxy, no cookie, no decompression, because there is no code for them.
 */
public final class HttpWire implements Wire, AutoCloseable {
  private static final int MAX_LOOKUPS = 64;

  private final UrlRules rules;
  private final AddressResolver resolver;
  private final @Nullable SSLContext trust;
  private final ScheduledThreadPoolExecutor timer;
  private final ThreadPoolExecutor lookups;
  private final IdleConnections idle;

  /** Trusts the certificate authorities of the Java runtime. */
  public HttpWire(WireSettings settings, AddressResolver resolver) {
    this(settings, resolver, null);
  }

  /**
   * @param trust decides which servers are trusted; null for the Java runtime's authorities
   */
  public HttpWire(WireSettings settings, AddressResolver resolver, @Nullable SSLContext trust) {
    this.rules = new UrlRules(settings);
    this.resolver = resolver;
    this.trust = trust;
    this.timer = new ScheduledThreadPoolExecutor(1, named("wire-deadline"));
    this.timer.setRemoveOnCancelPolicy(true);
    this.idle = new IdleConnections(timer);
    this.lookups =
        new ThreadPoolExecutor(
            0,
            MAX_LOOKUPS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            named("wire-lookup"),
            new ThreadPoolExecutor.AbortPolicy());
  }

  @Override
  public WireResult exchange(WireRequest request) {
    try (Deadline deadline = new Deadline(timer, request.timeout())) {
      Connector connector = new Connector(rules, resolver, lookups, tls());
      return new HttpExchange(request, deadline, connector, idle).run();
    }
  }

  /** Ends its threads; exchanges that run are not cut. */
  @Override
  public void close() {
    timer.shutdown();
    idle.close();
    lookups.shutdown();
  }

  private SSLContext tls() {
    try {
      // asked at a call and not at the start, since reading all authorities takes a while
      return trust == null ? SSLContext.getDefault() : trust;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  private static ThreadFactory named(String name) {
    return Thread.ofPlatform().daemon().name(name).factory();
  }
}
