package io.truebell.dispatch;

import io.truebell.core.spi.ReceiptListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it is told, and can fail. */
final class HeardReceipts implements ReceiptListener {
  private final List<Stored> stored = new CopyOnWriteArrayList<>();
  private volatile boolean failing;

  List<Stored> stored() {
    return stored;
  }

  void fails(boolean now) {
    failing = now;
  }

  @Override
  public void stored(Stored receipt) {
    if (failing) {
      throw new IllegalStateException("the listener stumbles");
    }
    stored.add(receipt);
  }
}
