package io.truebell.admin.stores;

import io.truebell.core.spi.DistantBell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The bell over a topic of Redis. Rings that come while one is on its way become one. Without Redis
 * nobody hears anything, and workers find what is due by looking.
 */
@Component
class RedisBell implements DistantBell, SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(RedisBell.class);
  private static final String TOPIC = "truebell:bell";
  private static final long AFTER_FAILURE_MS = 2_000;

  private final RedissonClient redis;
  private final boolean listens;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Semaphore rings = new Semaphore(0);
  private volatile boolean running;

  /**
   * @param role a process that sends nothing hears nothing
   */
  RedisBell(RedissonClient redis, @Value("${truebell.role:all}") String role) {
    this.redis = redis;
    this.listens = !role.equalsIgnoreCase("api");
  }

  @Override
  public void ring() {
    if (rings.availablePermits() == 0) {
      rings.release();
    }
  }

  @Override
  public void whenHeard(Runnable heard) {
    listeners.add(heard);
  }

  @Override
  public void start() {
    running = true;
    String own = redis.getId();
    Thread.ofVirtual().name("truebell-bell").start(() -> carry(own));
    if (listens) {
      Thread.ofVirtual().name("truebell-bell-ear").start(() -> listen(own));
    }
  }

  @Override
  public void stop() {
    running = false;
    rings.release();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void carry(String own) {
    RTopic topic = redis.getTopic(TOPIC, StringCodec.INSTANCE);
    try {
      while (running) {
        rings.acquire();
        rings.drainPermits();
        try {
          topic.publish(own);
        } catch (RedisException e) {
          LOG.debug("nobody hears the bell: {}", e.toString());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Once it listens, Redisson listens again by itself whenever Redis comes back. */
  private void listen(String own) {
    RTopic topic = redis.getTopic(TOPIC, StringCodec.INSTANCE);
    try {
      while (running) {
        try {
          topic.addListener(String.class, (channel, sender) -> heard(sender, own));
          return;
        } catch (RedisException e) {
          TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void heard(String sender, String own) {
    if (!own.equals(sender)) {
      listeners.forEach(Runnable::run);
    }
  }
}
