package io.truebell.core.rest;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opaque cursors over ids that grow with time (UUID version 7), and the limits of a page. */
public final class Cursor {
  /** Items of a page when the caller does not say. */
  public static final int DEFAULT_LIMIT = 50;

  /** Most items of a page. */
  public static final int MAX_LIMIT = 200;

  private static final UUID BEFORE_ALL = new UUID(-1L, -1L);

  private Cursor() {}

  /** The cursor that continues behind {@code id}. */
  public static String after(UUID id) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * The id that a cursor stands behind; without a cursor, one that is greater than all.
   *
   * @throws ApiProblem 422 when it is not a cursor of ours
   */
  public static UUID read(@Nullable String cursor) {
    if (cursor == null) {
      return BEFORE_ALL;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length == 16) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
      }
    } catch (IllegalArgumentException e) {
      // falls through to the same refusal
    }
    throw ApiProblem.invalid("cursor", "invalid_cursor", "is not a cursor of this list");
  }

  /**
   * The page size to use.
   *
   * @throws ApiProblem 422 when it is out of range
   */
  public static int limit(@Nullable Integer limit) {
    if (limit == null) {
      return DEFAULT_LIMIT;
    }
    if (limit < 1 || limit > MAX_LIMIT) {
      throw ApiProblem.invalid("limit", "out_of_range", "must be from 1 to " + MAX_LIMIT);
    }
    return limit;
  }
}
