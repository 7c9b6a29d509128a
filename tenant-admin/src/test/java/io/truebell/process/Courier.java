package io.truebell.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one provider of all nodes. It writes down every call before it does anything else, and what
 * it does is the first word of the address. Told so, it kills the node that calls it.
 */
final class Courier implements AutoCloseable {
  /** What it can do with a call. */
  enum Manner {
    ACCEPT,
    SLOW,
    SILENT,
    BREAK,
    BUSY,
    REFUSE,
    RECEIPT,
    EARLY;

    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Where a call kills its node. */
  enum Place {
    FIRST_BYTES,
    WHOLE_REQUEST,
    ANSWER_SENT
  }

  /**
   * One call as it came in.
   *
   * @param at by {@link System#nanoTime}
   */
  record Call(UUID delivery, int attempt, String key, long node, String address, long at) {
    Manner manner() {
      return Manner.valueOf(
          address.substring(0, address.indexOf('.')).toUpperCase(java.util.Locale.ROOT));
    }

    String tenant() {
      return address.split("\\.", -1)[1];
    }
  }

  private record Receipt(String id, String tenant, UUID delivery) {}

  /** Calls that get no answer for a while; the first of them ends the wait for one. */
  private record Hold(CompletableFuture<Call> called, CountDownLatch over) {
    static Hold begin() {
      return new Hold(new CompletableFuture<>(), new CountDownLatch(1));
    }

    Optional<Call> await(Duration within) throws InterruptedException {
      try {
        return Optional.of(called.get(within.toMillis(), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        return Optional.empty();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final long SLOW_MS = 1_200;
  private static final long LONGER_THAN_A_TIMEOUT_MS = 4_000;
  private static final long EARLY_MS = 700;
  private static final int BUSY_TIMES = 2;
  private static final long LONGEST_HOLD_MS = 2_500;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Map<String, Receipt> receipts = new ConcurrentHashMap<>();
  private final Set<UUID> promised = ConcurrentHashMap.newKeySet();
  private final Map<Long, Place> doomed = new ConcurrentHashMap<>();
  private final Map<Long, Place> killed = new ConcurrentHashMap<>();
  private final Map<Long, Hold> held = new ConcurrentHashMap<>();
  private volatile @Nullable Hold all;

  Courier() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 512);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/send/", this::send);
    server.createContext("/receipts", this::receipts);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** All calls so far, oldest first. */
  List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Kills the process {@code node} at that place of one of its next calls. */
  void doom(long node, Place place) {
    doomed.put(node, place);
  }

  /** Whether it did. */
  boolean killed(long node) {
    return killed.containsKey(node);
  }

  /** From now on calls of {@code node} wait for their answers; returns once one does. */
  boolean hold(long node, Duration within) throws InterruptedException {
    Hold hold = Hold.begin();
    held.put(node, hold);
    return hold.await(within).isPresent();
  }

  /** From now on calls of every node wait for their answers; returns the first that does. */
  Optional<Call> holdAll(Duration within) throws InterruptedException {
    Hold hold = Hold.begin();
    all = hold;
    return hold.await(within);
  }

  /** They get them now. */
  void releaseAll() {
    Hold hold = all;
    all = null;
    if (hold != null) {
      hold.over().countDown();
    }
  }

  /** They get them now. */
  void release(long node) {
    Hold hold = held.remove(node);
    if (hold != null) {
      hold.over().countDown();
    }
  }

  /** Deliveries that it gave a receipt for. */
  Set<UUID> promised() {
    return Set.copyOf(promised);
  }

  /** Receipts that no node has acknowledged. */
  int openReceipts() {
    return receipts.size();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void send(HttpExchange exchange) throws IOException {
    Call call =
        new Call(
            UUID.fromString(exchange.getRequestHeaders().getFirst("X-Delivery")),
            Integer.parseInt(exchange.getRequestHeaders().getFirst("X-Attempt")),
            exchange.getRequestHeaders().getFirst("X-Key"),
            Long.parseLong(exchange.getRequestHeaders().getFirst("X-Node")),
            exchange.getRequestURI().getPath().substring("/send/".length()),
            System.nanoTime());
    calls.add(call);
    try (exchange) {
      killAt(Place.FIRST_BYTES, call);
      exchange.getRequestBody().readAllBytes();
      killAt(Place.WHOLE_REQUEST, call);
      awaitRelease(held.get(call.node()), call);
      awaitRelease(all, call);
      play(call, exchange);
      killAt(Place.ANSWER_SENT, call);
    }
  }

  private static void awaitRelease(@Nullable Hold hold, Call call) {
    if (hold == null) {
      return;
    }
    boolean unusedIfLater = hold.called().complete(call);
    try {
      boolean ignored = hold.over().await(LONGEST_HOLD_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void play(Call call, HttpExchange exchange) throws IOException {
    switch (call.manner()) {
      case ACCEPT -> answer(exchange, 200);
      case SLOW -> answerAfter(SLOW_MS, exchange);
      case SILENT -> answerAfter(LONGER_THAN_A_TIMEOUT_MS, exchange);
      case BREAK -> {}
      case REFUSE -> answer(exchange, 400);
      case BUSY -> {
        if (call.attempt() <= BUSY_TIMES) {
          exchange.getResponseHeaders().set("Retry-After", "1");
          answer(exchange, 503);
        } else {
          answer(exchange, 200);
        }
      }
      case RECEIPT -> {
        answer(exchange, 200);
        promise(call);
      }
      case EARLY -> {
        promise(call);
        answerAfter(EARLY_MS, exchange);
      }
    }
  }

  private void promise(Call call) {
    String id = "r-" + call.delivery();
    promised.add(call.delivery());
    receipts.put(id, new Receipt(id, call.tenant(), call.delivery()));
  }

  private static void answerAfter(long millis, HttpExchange exchange) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answer(exchange, 200);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }

  private void killAt(Place place, Call call) {
    if (doomed.remove(call.node(), place)) {
      killed.put(call.node(), place);
      ProcessHandle.of(call.node()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void receipts(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestMethod().equals("POST")) {
        receipts.remove(exchange.getRequestURI().getPath().substring("/receipts/".length()));
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      byte[] lines =
          receipts.values().stream()
              .limit(50)
              .map(r -> r.id() + " " + r.tenant() + " " + r.delivery())
              .collect(Collectors.joining("\n"))
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, lines.length == 0 ? -1 : lines.length);
      if (lines.length > 0) {
        exchange.getResponseBody().write(lines);
      }
    }
  }
}
