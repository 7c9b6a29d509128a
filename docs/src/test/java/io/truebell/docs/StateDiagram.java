package io.truebell.docs;

import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Transitions;
import io.truebell.core.message.Transitions.Move;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Draws {@code docs/state-diagram.md} from the table of transitions. */
final class StateDiagram {
  private static final String HEAD =
      """
      # The states of a delivery

      Generated from `io.truebell.core.message.Transitions`; `./truebell docs` rewrites it. A move that is not
      drawn here cannot happen: code has no other way to change a state, and a trigger in each tenant's schema
      refuses it. Every move writes one trace entry with its reason in the same transaction.

      """;

  private StateDiagram() {}

  static String markdown() {
    return HEAD + diagram() + states() + causes();
  }

  private static String diagram() {
    Map<String, String> arrows =
        Transitions.inOrder().stream()
            .collect(
                Collectors.groupingBy(
                    StateDiagram::arrow,
                    LinkedHashMap::new,
                    Collectors.mapping(move -> word(move.cause()), Collectors.joining(", "))));
    StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    arrows.forEach((arrow, causes) -> text.append("  %s: %s\n".formatted(arrow, causes)));
    Arrays.stream(DeliveryState.values())
        .filter(state -> movesFrom(state).isEmpty())
        .forEach(state -> text.append("  %s --> [*]\n".formatted(state)));
    return text.append("```\n").toString();
  }

  private static String states() {
    return Arrays.stream(DeliveryState.values())
        .map(
            state -> "| %s | %s | %s |\n".formatted(state, means(state), becomes(movesFrom(state))))
        .collect(
            Collectors.joining(
                "", "\n## States\n\n| state | means | may become |\n|---|---|---|\n", ""));
  }

  private static String causes() {
    return Arrays.stream(Cause.values())
        .map(cause -> "| %s | %s |\n".formatted(word(cause), means(cause)))
        .collect(Collectors.joining("", "\n## Causes\n\n| cause | means |\n|---|---|\n", ""));
  }

  private static String arrow(Move move) {
    return (move.from() == null ? "[*]" : move.from()) + " --> " + move.to();
  }

  private static List<Move> movesFrom(DeliveryState state) {
    return Transitions.inOrder().stream().filter(move -> move.from() == state).toList();
  }

  private static String becomes(List<Move> moves) {
    String states =
        moves.stream().map(move -> move.to().name()).distinct().collect(Collectors.joining(", "));
    return states.isEmpty() ? "nothing: final" : states;
  }

  private static String word(Cause cause) {
    return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String means(DeliveryState state) {
    return switch (state) {
      case QUEUED -> "waits for its time and its gates";
      case CLAIMED -> "a worker holds it under a lease; the provider may be called at any moment";
      case ACCEPTED -> "the third party took responsibility; nothing is known about the person";
      case DELIVERED -> "authenticated evidence says that it arrived";
      case UNDELIVERED -> "the provider said later that it did not arrive";
      case REJECTED -> "permanently refused: recipient, message or configuration";
      case FAILED -> "the provider failed, or the transient retries were used up";
      case UNKNOWN -> "may or may not have happened; never resent, only evidence moves it";
      case MERGED -> "joined an open digest";
      case DEGRADED -> "a limit left it to the inbox";
      case SUPPRESSED -> "the person, or somebody for them, does not want it";
      case CANCELLED -> "withdrawn by the sender, or its channel was removed";
      case EXPIRED -> "its deadline passed before it was sent";
      case INBOX_ONLY -> "no usable channel; the inbox carries the message";
    };
  }

  private static String means(Cause cause) {
    return switch (cause) {
      case PLANNED -> "intake planned it";
      case CLAIM -> "a worker claimed it";
      case HOLD -> "a gate moved it to a later time";
      case GATE -> "a gate ended it";
      case ANSWER -> "the provider's answer, or the lack of one";
      case GIVE_BACK -> "a stopping worker gave it back before its call began";
      case SWEEP -> "its lease ran out";
      case RECEIPT -> "an authenticated receipt";
      case LATE_ANSWER -> "the worker's own answer came after its lease had run out";
      case OVERDUE -> "its receipt is late";
      case CANCEL -> "the sender withdrew it";
    };
  }
}
