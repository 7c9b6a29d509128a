package io.truebell.plans.reminder;

import io.truebell.core.spi.ReceiptListener;
import io.truebell.core.spi.ReceiptNews;
import org.springframework.stereotype.Component;

/** A receipt that proves arrival settles a reminder whose outcome was open. */
@Component
class ReminderReceipts implements ReceiptListener {
  private final Reminders reminders;

  ReminderReceipts(Reminders reminders) {
    this.reminders = reminders;
  }

  @Override
  public void stored(Stored receipt) {
    if (receipt.news() instanceof ReceiptNews.Delivered) {
      reminders.arrived(receipt.delivery());
    }
  }
}
