package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.ledger.base.Joined;
import io.truebell.ledger.grants.BulkGrantsController.BulkGrantRequest;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Registers many answers, some of them in one transaction at a time. What a piece will touch is
 * locked first, and new accounts are opened in one order, so that nobody waits for another in a
 * circle; within an account answers are taken in the order in which they were given.
 */
@Component
class RegisterMany {
  private static final Logger LOG = LoggerFactory.getLogger(RegisterMany.class);
  private static final int AT_ONCE = 100;
  private static final Comparator<Checked> ORDER =
      Comparator.<Checked, RecipientId>comparing(
              c -> c.submission().purpose().recipient(), Comparator.comparing(RecipientId::value))
          .thenComparing(c -> c.submission().purpose().channel().value())
          .thenComparing(c -> c.submission().purpose().template())
          .thenComparing(c -> c.submission().answeredAt())
          .thenComparingInt(Checked::index);

  private final RegisterAnswer register;
  private final Templates templates;
  private final Directory directory;
  private final Voiding voiding;
  private final Joined joined;
  private final Clock clock;

  RegisterMany(
      RegisterAnswer register,
      Templates templates,
      Directory directory,
      Voiding voiding,
      Joined joined,
      Clock clock) {
    this.register = register;
    this.templates = templates;
    this.directory = directory;
    this.voiding = voiding;
    this.joined = joined;
    this.clock = clock;
  }

  /**
   * What became of one.
   *
   * @param word the result, or {@code failed}
   * @param code why it failed
   */
  record ItemResult(
      int index,
      String word,
      @Nullable String code,
      @Nullable String field,
      @Nullable String detail) {
    private static ItemResult of(int index, Registered registered) {
      return new ItemResult(index, registered.name().toLowerCase(Locale.ROOT), null, null, null);
    }

    private static ItemResult failed(int index, ApiProblem problem) {
      Optional<FieldProblem> first = problem.fields().stream().findFirst();
      return new ItemResult(
          index,
          "failed",
          first.map(FieldProblem::code).orElse(problem.code()),
          first.map(FieldProblem::field).orElse(null),
          problem.getMessage());
    }

    private static ItemResult broken(int index) {
      return new ItemResult(
          index, "failed", "internal_error", null, "Nothing of it was stored; try it again.");
    }
  }

  /** A checked item of the request. */
  private record Checked(int index, Submission submission) {}

  /** In the order of {@code items}. */
  List<ItemResult> all(List<@Nullable BulkGrantRequest> items, Actor actor) {
    Map<Integer, ItemResult> results = new HashMap<>();
    List<Checked> good = new ArrayList<>(check(items, results));
    good.sort(ORDER);
    for (int from = 0; from < good.size(); from += AT_ONCE) {
      List<Checked> part = good.subList(from, Math.min(from + AT_ONCE, good.size()));
      piece(part, actor).forEach(result -> results.put(result.index(), result));
    }
    return results.values().stream().sorted(Comparator.comparingInt(ItemResult::index)).toList();
  }

  /** One that cannot be stored does not take the others of its piece with it. */
  private List<ItemResult> piece(List<Checked> part, Actor actor) {
    try {
      return joined.call(
          () -> {
            lock(part);
            return part.stream().map(one -> register(one, actor)).toList();
          });
    } catch (TransactionException nobodysFault) {
      throw nobodysFault;
    } catch (RuntimeException oneOfThem) {
      LOG.warn("{} answers are stored one by one: {}", part.size(), name(oneOfThem));
      return part.stream().map(one -> alone(one, actor)).toList();
    }
  }

  private void lock(List<Checked> part) {
    Set<Purpose> touched = new HashSet<>();
    Set<Purpose> refused = new HashSet<>();
    for (Checked one : part) {
      touched.add(one.submission().purpose());
      if (one.submission().status() == AnswerStatus.REJECT) {
        refused.add(one.submission().purpose());
      }
    }
    voiding.lock(touched, refused);
  }

  private ItemResult alone(Checked one, Actor actor) {
    try {
      return joined.call(() -> register(one, actor));
    } catch (TransactionException nobodysFault) {
      throw nobodysFault;
    } catch (RuntimeException trouble) {
      LOG.warn("answer {} of a request is not stored: {}", one.index(), name(trouble));
      return ItemResult.broken(one.index());
    }
  }

  /** Its message may name people. */
  private static String name(RuntimeException trouble) {
    return trouble.getClass().getSimpleName();
  }

  private List<Checked> check(
      List<@Nullable BulkGrantRequest> items, Map<Integer, ItemResult> results) {
    Templates.Known known = templates.known();
    Map<String, Optional<Person>> people = new HashMap<>();
    Instant now = clock.instant();
    List<Checked> good = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      BulkGrantRequest item = items.get(i);
      try {
        good.add(new Checked(i, submission(item, people, known, now)));
      } catch (ApiProblem wrong) {
        results.put(i, ItemResult.failed(i, wrong));
      }
    }
    return good;
  }

  private Submission submission(
      @Nullable BulkGrantRequest item,
      Map<String, Optional<Person>> people,
      Templates.Known known,
      Instant now) {
    if (item == null || item.recipient() == null) {
      throw ApiProblem.invalid("recipient", "required", "is required");
    }
    Person person =
        people
            .computeIfAbsent(item.recipient(), directory::find)
            .orElseThrow(
                () -> ApiProblem.invalid("recipient", "unknown_recipient", "there is no such one"));
    return item.answer().check(person.id(), known, now);
  }

  private ItemResult register(Checked one, Actor actor) {
    try {
      return ItemResult.of(one.index(), register.register(one.submission(), actor));
    } catch (ApiProblem wrong) {
      return ItemResult.failed(one.index(), wrong);
    }
  }
}
