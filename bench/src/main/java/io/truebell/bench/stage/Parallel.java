package io.truebell.bench.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does things side by side. */
public final class Parallel {
  private Parallel() {}

  /** One thing to do. */
  public interface Work {
    void run() throws InterruptedException;
  }

  /** Does them all, a few at once; the first failure is thrown. */
  public static void run(int atOnce, List<Work> work) throws InterruptedException {
    Queue<Work> left = new ConcurrentLinkedQueue<>(work);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < atOnce; i++) {
        futures.add(threads.submit(() -> drain(left)));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Boolean drain(Queue<Work> left) throws InterruptedException {
    try {
      for (Work next = left.poll(); next != null; next = left.poll()) {
        next.run();
      }
      return true;
    } finally {
      left.clear();
    }
  }
}
