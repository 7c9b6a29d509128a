package io.truebell.plans;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A small ledger: counts per purpose, each request once. */
public final class MemoryGrants implements Grants {
  private static final int LOW_WATER = 2;

  /** How one purpose stands. */
  private static final class Account {
    long available;
    long consumed;
    long invalid;
    Instant refusedAt;
  }

  private final Map<Purpose, Account> accounts = new ConcurrentHashMap<>();
  private final Set<String> requests = new HashSet<>();
  private final Map<String, String> templates = new ConcurrentHashMap<>();
  private final Supplier<List<GrantListener>> listeners;
  public final List<Answer> answers = new CopyOnWriteArrayList<>();
  public volatile boolean broken;

  MemoryGrants(Supplier<List<GrantListener>> listeners) {
    this.listeners = listeners;
    templates.put("water.reminder", "T1");
    templates.put("pill.reminder", "T1");
    templates.put("run.reminder", "T2");
  }

  synchronized void empty() {
    accounts.clear();
    requests.clear();
    answers.clear();
    broken = false;
  }

  /** What reminders of a plan are authorised for. */
  public static Purpose purpose(RecipientId recipient, String template) {
    return new Purpose(recipient, PlanHouse.WECHAT, template);
  }

  @Override
  public synchronized Registered register(Answer answer, Actor actor) {
    works();
    if (!templates.containsValue(answer.purpose().template())) {
      throw ApiProblem.invalid("template", "unknown_template", "is no template of this channel");
    }
    if (!requests.add(answer.purpose().recipient() + "/" + answer.requestId())) {
      return Registered.REPEATED;
    }
    answers.add(answer);
    Account account = account(answer.purpose());
    return switch (answer.status()) {
      case "accept" -> {
        account.available++;
        account.refusedAt = null;
        listeners.get().forEach(l -> l.granted(answer.purpose()));
        yield Registered.GRANTED;
      }
      case "reject" -> {
        account.refusedAt = answer.answeredAt();
        voided(answer.purpose(), "refused");
        yield Registered.REFUSED;
      }
      default -> Registered.NOTHING;
    };
  }

  private int voided(Purpose purpose, String why) {
    Account account = account(purpose);
    int voided = (int) account.available;
    account.invalid += voided;
    account.available = 0;
    listeners.get().forEach(l -> l.voided(purpose, why));
    return voided;
  }

  @Override
  public Optional<Purpose> purpose(RecipientId recipient, ChannelKey channel, String type) {
    works();
    return Optional.ofNullable(templates.get(type)).map(t -> new Purpose(recipient, channel, t));
  }

  @Override
  public synchronized Balance balance(Purpose purpose) {
    works();
    Account a = account(purpose);
    return new Balance(a.available, 0, a.consumed, a.invalid, false, LOW_WATER, a.refusedAt);
  }

  @Override
  public synchronized int voidAll(Purpose purpose, String why, Actor actor) {
    works();
    return voided(purpose, why);
  }

  @Override
  public synchronized int voidAll(
      RecipientId recipient,
      ChannelKey channel,
      Collection<String> templates,
      String why,
      Actor actor) {
    works();
    return List.copyOf(accounts.keySet()).stream()
        .filter(p -> p.recipient().equals(recipient) && p.channel().equals(channel))
        .filter(p -> templates.isEmpty() || templates.contains(p.template()))
        .mapToInt(p -> voided(p, why))
        .sum();
  }

  /** A delivery takes one for good. */
  public synchronized void consume(Purpose purpose) {
    account(purpose).available--;
    account(purpose).consumed++;
  }

  /** A delivery gives one back. */
  public synchronized void release(Purpose purpose) {
    account(purpose).consumed--;
    account(purpose).available++;
  }

  private Account account(Purpose purpose) {
    return accounts.computeIfAbsent(purpose, p -> new Account());
  }

  private void works() {
    if (broken) {
      throw new IllegalStateException("the ledger is broken");
    }
  }
}
