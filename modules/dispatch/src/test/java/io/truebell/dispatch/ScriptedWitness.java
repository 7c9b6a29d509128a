package io.truebell.dispatch;

import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Another module's witness that says what it is told to say. */
public final class ScriptedWitness implements Witness {
  private final Queue<Testimony> told = new ConcurrentLinkedQueue<>();
  private final Queue<RecipientId> asked = new ConcurrentLinkedQueue<>();

  public void tells(Testimony testimony) {
    told.add(testimony);
  }

  public List<RecipientId> asked() {
    return List.copyOf(asked);
  }

  @Override
  public List<Testimony> about(RecipientId recipient, Instant from, Instant to) {
    asked.add(recipient);
    return List.copyOf(told);
  }
}
