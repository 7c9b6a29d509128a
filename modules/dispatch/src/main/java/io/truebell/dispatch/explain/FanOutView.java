package io.truebell.dispatch.explain;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far a streamed list of recipients has come.
 *
 * @param state {@code receiving}; {@code releasing} while what was held becomes due; {@code
 *     complete}; {@code cancelled}
 * @param offset how many lines have been taken for good; a broken stream goes on with the line
 *     behind them
 * @param accepted messages made
 * @param duplicates lines that named somebody again, who has one message all the same
 * @param problems lines that made no message
 * @param firstProblems the first of them
 */
public record FanOutView(
    UUID notification,
    @Schema(allowableValues = {"receiving", "releasing", "complete", "cancelled"}) String state,
    boolean holdUntilComplete,
    long offset,
    int accepted,
    int duplicates,
    int problems,
    List<LineProblem> firstProblems,
    Instant updatedAt,
    @Nullable Instant completedAt) {
  /** How many problems are listed. */
  public static final int LISTED = 100;

  /**
   * A line that made no message.
   *
   * @param line counted from 1
   * @param recipient the id that it named; empty when it could not be read
   */
  public record LineProblem(long line, String recipient, String code) {}
}
