package io.truebell.process;

import io.truebell.Api;
import io.truebell.process.AppProcess.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A few places for nodes. In each a node is started, meets its fate, and the next one is started
 * with the next fate, until all fates are met. Where no fate is left a node works on: without one
 * that serves the API nothing would lead the others to theirs.
 */
final class Fleet implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(200);
  private static final int MOST_TRIES = 8;
  private static final int SIGKILL = 137;
  private static final int SIGTERM = 143;
  private static final String STOPPING = "doomed: stopping";
  private static final String DIED = "doomed: died at ";

  private final Path folder;
  private final Courier courier;
  private final Queue<Fate> fates = new ConcurrentLinkedQueue<>();
  private final ConcurrentMap<Integer, AppProcess> nodes = new ConcurrentHashMap<>();
  private final Map<String, Integer> tries = new ConcurrentHashMap<>();
  private final Set<String> met = ConcurrentHashMap.newKeySet();
  private final Queue<String> troubles = new ConcurrentLinkedQueue<>();
  private final Queue<String> logs = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kills = new AtomicInteger();

  /** Fates that are neither met nor given up. */
  private final AtomicInteger open = new AtomicInteger();

  Fleet(Path folder, Courier courier) {
    this.folder = folder;
    this.courier = courier;
  }

  /** Lets {@code places} nodes at a time meet these fates; returns when all are met. */
  void meet(List<Fate> all, List<Launch> places) throws InterruptedException {
    open.addAndGet(all.size());
    fates.addAll(all);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      int place = i;
      threads.add(Thread.ofPlatform().start(() -> run(place, places.get(place))));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(int place, Launch launch) {
    try {
      while (open.get() > 0) {
        Fate fate = next(launch.servesApi());
        if (fate == null) {
          standBy(place, launch);
        } else {
          suffer(fate, place, launch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      nodes.remove(place);
    }
  }

  private void suffer(Fate fate, int place, Launch launch) throws InterruptedException {
    AppProcess node = place(place, launch.withJvm(fate.jvm()));
    try {
      boolean met = met(fate, node);
      KillMatrixTest.say(place + (met ? " met " : " did not meet ") + fate);
      if (met) {
        open.decrementAndGet();
      } else {
        again(fate, node);
      }
    } finally {
      node.kill();
      logs.add("=== " + fate + " in place " + place + "\n" + node.log());
    }
  }

  /** Works until the others have met theirs, or until it ends by itself since a store was away. */
  private void standBy(int place, Launch launch) throws InterruptedException {
    AppProcess node = place(place, launch);
    try {
      boolean ended = false;
      while (open.get() > 0 && !ended) {
        ended = node.awaitEnd(GLANCE);
      }
    } finally {
      node.kill();
      logs.add("=== standing by in place " + place + "\n" + node.log());
    }
  }

  private AppProcess place(int place, Launch launch) {
    AppProcess node = AppProcess.launch(folder.resolve("place-" + place), launch);
    nodes.put(place, node);
    return node;
  }

  /** The next fate that can be met there: a worker accepts nothing. */
  private @Nullable Fate next(boolean api) {
    for (int left = fates.size(); left > 0; left--) {
      Fate fate = fates.poll();
      if (fate == null
          || api
          || !(fate instanceof Fate.AtPlace f && f.place().startsWith("intake."))) {
        return fate;
      }
      fates.add(fate);
    }
    return null;
  }

  private boolean met(Fate fate, AppProcess node) throws InterruptedException {
    return switch (fate) {
      case Fate.AtPlace f -> atPlace(f, node);
      case Fate.InACall f -> {
        courier.doom(node.pid(), f.place());
        boolean ended = node.awaitReady(START) ? node.awaitEnd(PATIENCE) : !node.isAlive();
        yield ended && courier.killed(node.pid()) && killed(f.toString());
      }
      case Fate.AtRandom f -> {
        boolean early = node.awaitEnd(f.after());
        node.kill();
        yield !early && killed("random");
      }
      case Fate.InOrder _ -> node.awaitReady(START) && stopped(node);
    };
  }

  private boolean atPlace(Fate.AtPlace fate, AppProcess node) throws InterruptedException {
    if (node.awaitReady(START)) {
      if (fate.whileStopping()) {
        stopAmidACall(node);
      }
      boolean ignored = node.awaitEnd(PATIENCE);
    }
    return node.log().contains(DIED + fate.place()) && killed(fate.place());
  }

  /** So that something is left to be settled when it stops. */
  private void stopAmidACall(AppProcess node) throws InterruptedException {
    boolean called = courier.hold(node.pid(), PATIENCE);
    node.terminate();
    boolean stopping = called && node.awaitSaid(STOPPING, STOP);
    courier.release(node.pid());
    if (!stopping) {
      KillMatrixTest.say("asked to stop without a call under way");
    }
  }

  private boolean stopped(AppProcess node) throws InterruptedException {
    boolean ignored = node.awaitEnd(Duration.ofSeconds(3));
    node.terminate();
    if (!node.awaitEnd(STOP) || node.exitStatus() != SIGTERM) {
      troubles.add("a node did not stop in order:\n" + node.log());
    }
    met.add("in order");
    return true;
  }

  private boolean killed(String place) {
    kills.incrementAndGet();
    met.add(place);
    return true;
  }

  /** Stores were away when it started, or nothing led it to its place. */
  private void again(Fate fate, AppProcess node) throws InterruptedException {
    node.kill();
    if (node.exitStatus() == SIGKILL) {
      kills.incrementAndGet();
    }
    if (tries.merge(fate.toString(), 1, Integer::sum) < MOST_TRIES) {
      fates.add(fate instanceof Fate.AtPlace f ? new Fate.AtPlace(f.place(), 1) : fate);
    } else {
      troubles.add("never met: " + fate);
      open.decrementAndGet();
    }
  }

  /** A node that serves the API, with this key. */
  Optional<Api> any(Random random, String key) {
    List<AppProcess> alive = nodes.values().stream().filter(AppProcess::serves).toList();
    return alive.isEmpty()
        ? Optional.empty()
        : alive.get(random.nextInt(alive.size())).url().map(url -> new Api(url).as(key));
  }

  /** Starts nodes that nothing befalls, until they are stopped. */
  void calm(List<Launch> places) throws InterruptedException {
    for (int i = 0; i < places.size(); i++) {
      AppProcess ignored = place(i, places.get(i));
    }
    for (AppProcess node : nodes.values()) {
      if (!node.awaitReady(START)) {
        throw new IllegalStateException("a calm node did not start:\n" + node.log());
      }
    }
  }

  /** Stops the calm ones in order. */
  void stopAll() throws InterruptedException {
    nodes.values().forEach(AppProcess::terminate);
    for (AppProcess node : nodes.values()) {
      if (!node.awaitEnd(STOP) || node.exitStatus() != SIGTERM) {
        troubles.add("a node did not stop in order:\n" + node.log());
      }
      logs.add("=== calm\n" + node.log());
    }
    nodes.clear();
  }

  /** The provider that all nodes call. */
  Courier courier() {
    return courier;
  }

  /** Any node that runs. */
  AppProcess one() {
    return nodes.values().iterator().next();
  }

  int kills() {
    return kills.get();
  }

  /** Where nodes died. */
  Set<String> placesMet() {
    return Set.copyOf(met);
  }

  List<String> troubles() {
    return List.copyOf(troubles);
  }

  /** How many lines of all nodes, dead or alive, say that. */
  long times(String words) {
    return Stream.concat(logs.stream(), nodes.values().stream().map(AppProcess::log))
        .flatMap(String::lines)
        .filter(line -> line.contains(words))
        .count();
  }

  /** What all nodes said, one after the other. */
  String logs() {
    return String.join("\n", logs);
  }

  @Override
  public void close() {
    fates.clear();
    nodes.values().forEach(AppProcess::close);
  }
}
