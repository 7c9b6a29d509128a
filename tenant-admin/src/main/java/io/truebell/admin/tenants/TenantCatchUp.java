package io.truebell.admin.tenants;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * On start, finishes what was interrupted and migrates tenants that are behind, a few at a time,
 * before this node says that it is ready. A tenant that cannot be finished stops neither the others
 * nor the start.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class TenantCatchUp implements ApplicationRunner {
  private static final Logger LOG = LoggerFactory.getLogger(TenantCatchUp.class);

  private static final int PROGRESS_EVERY = 50;

  private final TenantLife life;

  TenantCatchUp(TenantLife life) {
    this.life = life;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    List<TenantRecord> unfinished = life.unfinished();
    if (unfinished.isEmpty()) {
      return;
    }
    LOG.info("bringing {} tenants up to date", unfinished.size());
    AtomicInteger done = new AtomicInteger();
    try (ExecutorService workers = Executors.newFixedThreadPool(Provisioning.AT_ONCE)) {
      unfinished.forEach(
          tenant ->
              workers.execute(
                  () -> {
                    life.finish(tenant.id());
                    progress(done.incrementAndGet(), unfinished.size());
                  }));
    }
    LOG.info("{} tenants visited", done.get());
  }

  private static void progress(int done, int all) {
    if (done % PROGRESS_EVERY == 0) {
      LOG.info("{} of {} tenants visited", done, all);
    }
  }
}
