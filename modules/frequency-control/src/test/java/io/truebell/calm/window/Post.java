package io.truebell.calm.window;

import io.truebell.core.message.Category;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a test hands in: one notification for one person through one account. */
record Post(
    String person,
    String subject,
    String type,
    Category category,
    boolean urgent,
    int account,
    String title,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt) {
  static Post to(String person) {
    return new Post(
        person, "trip-1", "trip.changed", Category.TRANSACTIONAL, false, 1, "News", null, null);
  }

  Post about(String other) {
    return new Post(person, other, type, category, urgent, account, title, notBefore, expiresAt);
  }

  Post ofType(String other) {
    return new Post(person, subject, other, category, urgent, account, title, notBefore, expiresAt);
  }

  Post marketing() {
    return new Post(
        person, subject, type, Category.MARKETING, urgent, account, title, notBefore, expiresAt);
  }

  Post nowOrNever() {
    return new Post(person, subject, type, category, true, account, title, notBefore, expiresAt);
  }

  Post through(int other) {
    return new Post(person, subject, type, category, urgent, other, title, notBefore, expiresAt);
  }

  Post saying(String other) {
    return new Post(person, subject, type, category, urgent, account, other, notBefore, expiresAt);
  }

  Post from(Instant due) {
    return new Post(person, subject, type, category, urgent, account, title, due, expiresAt);
  }

  Post until(Instant deadline) {
    return new Post(person, subject, type, category, urgent, account, title, notBefore, deadline);
  }
}
