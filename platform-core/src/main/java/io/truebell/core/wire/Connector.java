package io.truebell.core.wire;

import io.truebell.core.wire.WireRequest.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Makes a connection, up to the point where the request's first byte could be written. */
final class Connector {
  private static final int MAX_ADDRESSES = 6;
  private static final Pattern LITERAL = Pattern.compile("\\[.*|[0-9.]+");

  private final UrlRules rules;
  private final AddressResolver resolver;
  private final ExecutorService lookups;
  private final SSLContext trust;

  Connector(UrlRules rules, AddressResolver resolver, ExecutorService lookups, SSLContext trust) {
    this.rules = rules;
    this.resolver = resolver;
    this.lookups = lookups;
    this.trust = trust;
  }

  Connection connect(WireRequest request, Deadline deadline) throws NotConnected {
    URI uri = request.uri();
    boolean guarded = request.reach() == Reach.PUBLIC_ONLY;
    if (guarded && rules.refusal(uri).isPresent()) {
      throw new NotConnected("address_refused", "the URL " + rules.refusal(uri).get());
    }
    if (uri.getHost() == null) {
      throw new NotConnected("address_refused", "the URL has no valid host name");
    }
    List<InetAddress> addresses = addresses(uri.getHost(), deadline);
    if (guarded && !addresses.stream().allMatch(address -> rules.allows(uri, address))) {
      // one bad address among good ones is refused too: it is how a name is made to lead inside
      throw new NotConnected("address_refused", "the name leads to an address that is not public");
    }
    SocketChannel channel = open(addresses, UrlRules.portOf(uri), deadline);
    Socket socket =
        "https".equals(uri.getScheme())
            ? secure(channel.socket(), uri, deadline)
            : channel.socket();
    return new Connection(channel, socket, System.nanoTime());
  }

  private List<InetAddress> addresses(String host, Deadline deadline) throws NotConnected {
    Future<List<InetAddress>> lookup;
    try {
      if (LITERAL.matcher(host).matches()) {
        return List.of(InetAddress.ofLiteral(host));
      }
      lookup = lookups.submit(() -> resolver.resolve(host));
    } catch (RejectedExecutionException e) {
      throw new NotConnected("dns_failed", "too many names are being looked up");
    } catch (IllegalArgumentException e) {
      throw new NotConnected("address_refused", "the URL has no valid host name");
    }
    try {
      List<InetAddress> found = lookup.get(deadline.left(), TimeUnit.NANOSECONDS);
      if (!found.isEmpty()) {
        return found;
      }
      throw new NotConnected("dns_failed", "the host name has no address");
    } catch (ExecutionException e) {
      throw new NotConnected("dns_failed", "the host name was not found");
    } catch (TimeoutException e) {
      throw new NotConnected("dns_failed", "looking the host name up took too long");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotConnected("dns_failed", "stopped while looking the host name up");
    } finally {
      lookup.cancel(true);
    }
  }

  private static SocketChannel open(List<InetAddress> addresses, int port, Deadline deadline)
      throws NotConnected {
    NotConnected last = new NotConnected("connect_timeout", "no time was left to connect");
    int count = Math.min(addresses.size(), MAX_ADDRESSES);
    for (int i = 0; i < count && !deadline.passed(); i++) {
      try {
        return open(addresses.get(i), port, deadline, count - i);
      } catch (NotConnected e) {
        last = e;
      }
    }
    throw last;
  }

  /** Connects to one address, leaving the others a fair share of the time. */
  private static SocketChannel open(InetAddress address, int port, Deadline deadline, int share)
      throws NotConnected {
    Socket socket = null;
    try {
      SocketChannel channel = SocketChannel.open();
      socket = channel.socket();
      deadline.guard(socket);
      socket.setTcpNoDelay(true);
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline.left()) / share;
      socket.connect(
          new InetSocketAddress(address, port), Math.clamp(millis, 1, Integer.MAX_VALUE));
      return channel;
    } catch (IOException e) {
      close(socket);
      throw deadline.passed() || e instanceof SocketTimeoutException
          ? new NotConnected("connect_timeout", "connecting took too long")
          : new NotConnected("connect_failed", "the connection was not accepted");
    }
  }

  private Socket secure(Socket socket, URI uri, Deadline deadline) throws NotConnected {
    try {
      SSLSocket secure =
          (SSLSocket)
              trust
                  .getSocketFactory()
                  .createSocket(socket, uri.getHost(), UrlRules.portOf(uri), true);
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
      secure.startHandshake();
      return secure;
    } catch (IOException e) {
      close(socket);
      throw new NotConnected(
          "tls_failed",
          deadline.passed()
              ? "the TLS handshake took too long"
              : "no trusted TLS connection: " + e.getMessage());
    }
  }

  private static void close(@Nullable Socket socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // nothing was sent on it, and it will not be used
    }
  }
}
