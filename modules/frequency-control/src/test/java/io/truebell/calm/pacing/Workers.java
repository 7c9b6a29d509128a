package io.truebell.calm.pacing;

import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Nodes that visit tenants in turn until something is so. */
final class Workers {
  private static final Duration GIVE_UP = Duration.ofSeconds(400);

  private Workers() {}

  static void run(
      List<PaceNode> nodes, List<Tenant> tenants, PaceNode.Provider provider, BooleanSupplier done)
      throws Exception {
    long until = System.nanoTime() + GIVE_UP.toNanos();
    List<Callable<Boolean>> loops = new ArrayList<>();
    for (PaceNode node : nodes) {
      loops.add(
          () -> {
            while (!done.getAsBoolean() && System.nanoTime() < until) {
              for (Tenant tenant : tenants) {
                PaceNode.Visited ignored = node.visit(tenant, provider);
              }
              PaceNode.pause(Duration.ofMillis(10));
            }
            return done.getAsBoolean();
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(nodes.size())) {
      for (Future<Boolean> loop : threads.invokeAll(loops)) {
        if (!loop.get()) {
          throw new AssertionError("it did not come to an end");
        }
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}
