package io.truebell.testkit;

import io.truebell.testkit.Behaviour.Answer;
import io.truebell.testkit.Behaviour.Close;
import io.truebell.testkit.Behaviour.Decide;
import io.truebell.testkit.Behaviour.Drip;
import io.truebell.testkit.Behaviour.Hang;
import io.truebell.testkit.Behaviour.Huge;
import io.truebell.testkit.Behaviour.Raw;
import io.truebell.testkit.Behaviour.Reset;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A provider on the loopback address that speaks raw HTTP/1.1 and misbehaves as told. It records
 * every request. Each request takes the next scripted behaviour; when none is left, the standing
 * one.
 */
public final class FakeProvider implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 256;
  private static final int READ_TIMEOUT_MILLIS = 60_000;

  private final @Nullable ServerSocket server;
  private final @Nullable Socket placeholder;
  private final @Nullable SelfSigned identity;
  private final Semaphore places = new Semaphore(MAX_CONNECTIONS);
  private final Queue<Behaviour> script = new ConcurrentLinkedQueue<>();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Semaphore arrivals = new Semaphore(0);
  private volatile Behaviour standing = Behaviour.answer(500, "nothing is scripted");
  private volatile CountDownLatch release = new CountDownLatch(1);

  private FakeProvider(@Nullable SelfSigned identity, boolean listens) {
    this.identity = identity;
    try {
      InetSocketAddress anyPort = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
      server = listens ? new ServerSocket() : null;
      placeholder = listens ? null : new Socket();
      if (server != null) {
        server.bind(anyPort, MAX_CONNECTIONS);
        ServerSocket accepting = server;
        Thread.ofPlatform().daemon().name("fake-provider").start(() -> accept(accepting));
      } else if (placeholder != null) {
        // bound and not listening: nobody else gets the port, and connecting to it is refused
        placeholder.bind(anyPort);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One that speaks plain HTTP. */
  public static FakeProvider plain() {
    return new FakeProvider(null, true);
  }

  /** One that speaks TLS with a certificate of its own for {@code localhost} and 127.0.0.1. */
  public static FakeProvider tls() {
    return new FakeProvider(SelfSigned.forLoopback(), true);
  }

  /** An address where every connection is refused. */
  public static FakeProvider refusing() {
    return new FakeProvider(null, false);
  }

  /** Where it stands, e.g. {@code http://127.0.0.1:4711/path}. */
  public URI uri(String path) {
    return URI.create((identity == null ? "http" : "https") + "://127.0.0.1:" + port() + path);
  }

  public int port() {
    return server != null ? server.getLocalPort() : bound(placeholder).getLocalPort();
  }

  /** Trusts this provider's certificate and no other. */
  public SSLContext trust() {
    if (identity == null) {
      throw new IllegalStateException("this provider speaks no TLS");
    }
    return identity.context();
  }

  /** What it does with the next requests, one each. */
  public FakeProvider then(Behaviour... behaviours) {
    script.addAll(List.of(behaviours));
    return this;
  }

  /** What it does with every request that is not scripted. */
  public FakeProvider always(Behaviour behaviour) {
    standing = behaviour;
    return this;
  }

  /** Requests so far, oldest first. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The only request so far. */
  public Received only() {
    if (received.size() != 1) {
      throw new AssertionError("expected one request, got " + received.size());
    }
    return received.getFirst();
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.get();
  }

  /** Waits until {@code count} requests arrived that were not waited for before. */
  public void awaitRequests(int count) throws InterruptedException {
    if (!arrivals.tryAcquire(count, 60, TimeUnit.SECONDS)) {
      throw new AssertionError("expected " + count + " more requests, got " + received.size());
    }
  }

  /** Ends the silence of those that hang; they answer nothing and close. */
  public void release() {
    CountDownLatch old = release;
    release = new CountDownLatch(1);
    old.countDown();
  }

  @Override
  public void close() {
    try {
      if (server != null) {
        server.close();
      } else {
        bound(placeholder).close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      release.countDown();
    }
  }

  private void accept(ServerSocket accepting) {
    while (!accepting.isClosed()) {
      try {
        Socket socket = accepting.accept();
        connections.incrementAndGet();
        places.acquireUninterruptibly();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket raw) {
    try (raw) {
      raw.setSoTimeout(READ_TIMEOUT_MILLIS);
      Socket socket = identity == null ? raw : identity.accept(raw);
      boolean open = true;
      while (open) {
        Received request = RequestReader.read(socket.getInputStream());
        received.add(request);
        Behaviour next = script.poll();
        arrivals.release();
        open = play(next == null ? standing : next, request, socket, raw);
      }
    } catch (IOException e) {
      // the caller went away, which is its right
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      places.release();
    }
  }

  /** Whether the connection stays open, which an answer with {@code keep-alive} promises. */
  private boolean play(Behaviour behaviour, Received request, Socket socket, Socket raw)
      throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    if (behaviour instanceof Decide decide) {
      return play(decide.by().apply(request), request, socket, raw);
    }
    if (behaviour instanceof Answer answer
        && "keep-alive".equals(answer.headers().get("Connection"))) {
      write(out, answer);
      return true;
    }
    switch (behaviour) {
      case Answer answer -> write(out, answer);
      case Hang hang -> release.await();
      case Reset reset -> raw.setSoLinger(true, 0);
      case Close close -> {}
      case Raw bytes -> out.write(bytes.bytes());
      case Drip drip -> drip(out, drip);
      case Huge huge -> flood(out, huge.bytes());
      case Decide decide -> throw new IllegalStateException("decided above");
    }
    boolean polite = behaviour instanceof Answer || behaviour instanceof Raw;
    if (polite && socket instanceof SSLSocket secure) {
      secure.close();
    }
    return false;
  }

  private static void write(OutputStream out, Answer answer) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + answer.status() + " X\r\n");
    answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + answer.body().length + "\r\n\r\n");
    out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    out.write(answer.body());
    out.flush();
  }

  private void drip(OutputStream out, Drip drip) throws IOException, InterruptedException {
    for (byte one : drip.bytes()) {
      out.write(one);
      out.flush();
      if (release.await(drip.between().toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  private static void flood(OutputStream out, long bytes) throws IOException {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + bytes + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    byte[] block = new byte[8192];
    for (long left = bytes; left > 0; left -= block.length) {
      out.write(block, 0, (int) Math.min(block.length, left));
    }
  }

  private static Socket bound(@Nullable Socket socket) {
    if (socket == null) {
      throw new IllegalStateException("neither listening nor refusing");
    }
    return socket;
  }
}
