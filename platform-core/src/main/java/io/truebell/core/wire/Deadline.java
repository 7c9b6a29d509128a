package io.truebell.core.wire;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends one exchange in time, whatever it waits for, by closing the socket under it. Timeouts of the
 * socket itself would not do: they begin again with each byte that a slow peer sends.
 */
final class Deadline implements AutoCloseable {
  private final long end;
  private final Future<?> alarm;
  private @Nullable Socket socket;
  private boolean rung;

  Deadline(ScheduledExecutorService timer, Duration timeout) {
    this.end = System.nanoTime() + timeout.toNanos();
    this.alarm = timer.schedule(this::ring, timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** From now on {@code socket} is what gets closed. */
  synchronized void guard(Socket socket) {
    this.socket = socket;
    if (rung) {
      shut(socket);
    }
  }

  /**
   * Lets go of what it guarded; from now on it closes nothing.
   *
   * @return whether it had not closed it yet
   */
  synchronized boolean release() {
    socket = null;
    return !rung;
  }

  synchronized boolean passed() {
    return rung || left() <= 0;
  }

  /** Nanoseconds until the end; not positive afterwards. */
  long left() {
    return end - System.nanoTime();
  }

  @Override
  public void close() {
    alarm.cancel(false);
  }

  private synchronized void ring() {
    rung = true;
    if (socket != null) {
      shut(socket);
    }
  }

  private static void shut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is as closed as it will ever be
    }
  }
}
