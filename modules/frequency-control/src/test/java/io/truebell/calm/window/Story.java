package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.window.Model.Group;
import io.truebell.calm.window.Model.One;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One person's random day, told to the gates and to the model alike. */
final class Story {
  private static final int STEPS = 13;

  private final WindowBed bed;
  private final String name;
  private final Random random;
  private final Model model = new Model();
  private final List<String> story = new ArrayList<>();

  Story(WindowBed bed, String name, Random random) {
    this.bed = bed;
    this.name = name;
    this.random = random;
  }

  /** Plays it until nothing waits any more, and says how many digests there were. */
  int play() {
    assertThat(bed.person(name)).isNotNull();
    for (int i = 0; i < STEPS; i++) {
      step(random.nextInt(20));
    }
    for (int i = 0; i < 30 && open(); i++) {
      while (settleOne(4)) {
        check();
      }
      bed.tick(61);
      claim(Set.of());
    }
    assertThat(open()).as(this::told).isFalse();
    check();
    return model.groups.size();
  }

  private boolean open() {
    return model.all.values().stream()
        .anyMatch(d -> d.state.equals("QUEUED") || d.state.equals("CLAIMED"));
  }

  private String told() {
    return name + ": " + String.join("; ", story);
  }

  private void step(int choice) {
    switch (choice) {
      case 0, 1, 2, 3, 4, 5, 6 -> post();
      case 7, 8, 9, 10 -> claim(Set.of());
      case 11, 12 -> claim(paced());
      case 13, 14 -> {
        boolean ignored = settleOne(8);
      }
      case 15 -> withdraw();
      case 16 -> inVain();
      default -> {
        int seconds = List.of(1, 7, 20, 29, 31).get(random.nextInt(5));
        story.add("+" + seconds + " s");
        bed.tick(seconds);
      }
    }
    if (choice >= 7 && choice <= 16) {
      check();
    }
  }

  private void post() {
    Post post = Post.to(name).about(random.nextInt(4) == 0 ? "b" : "a");
    post = random.nextInt(4) == 0 ? post.ofType("chat") : post;
    post = random.nextInt(8) == 0 ? post.nowOrNever() : post;
    Instant now = bed.clock.instant();
    post = random.nextInt(8) == 0 ? post.until(now.plusSeconds(random.nextInt(90))) : post;
    DeliveryId id = bed.post(post);
    model.post(id, post, now);
    story.add(
        "post "
            + id
            + " "
            + post.subject()
            + " "
            + post.type()
            + (post.urgent() ? " urgent" : "")
            + (post.expiresAt() == null ? "" : " until " + post.expiresAt()));
  }

  private Set<DeliveryId> paced() {
    Set<DeliveryId> paced = new HashSet<>();
    for (One d : model.due(bed.clock.instant())) {
      if (random.nextBoolean()) {
        paced.add(d.id);
      }
    }
    return paced;
  }

  private void claim(Set<DeliveryId> paced) {
    Instant now = bed.clock.instant();
    Instant until = now.plusSeconds(5);
    Map<DeliveryId, Verdict> verdicts = claimPaced(paced, until);
    Map<DeliveryId, String> expected = model.claim(now, paced, until);
    story.add("claim at " + now + " " + expected);
    Map<DeliveryId, String> said = new LinkedHashMap<>();
    verdicts.forEach((id, verdict) -> said.put(id, word(verdict)));
    assertThat(said).as(this::told).isEqualTo(expected);
    follow();
    for (One d : List.copyOf(model.all.values())) {
      if ("pass".equals(expected.get(d.id))) {
        int count = model.speaksFor(d, now);
        Map<String, Object> carried = bed.said.get(d.id);
        assertThat(carried == null ? "1" : String.valueOf(carried.get("title")))
            .as(this::told)
            .isEqualTo(count == 1 ? "1" : count + " updates");
      }
    }
  }

  private Map<DeliveryId, Verdict> claimPaced(Set<DeliveryId> paced, Instant until) {
    bed.later = d -> paced.contains(d.id()) ? WindowBed.held(until) : null;
    Map<DeliveryId, Verdict> verdicts = bed.claimFor(name);
    bed.later = d -> null;
    return verdicts;
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Pass _ -> "pass";
      case Verdict.Hold hold when hold.reason().code().equals("paced") -> "paced";
      case Verdict.Hold hold -> "hold " + hold.until();
      case Verdict.Merge merge -> "merge " + merge.digest();
      case Verdict.Degrade _ -> "degrade";
      case Verdict.Stop _ -> "stop";
    };
  }

  /** The worker dies before it commits: nothing has happened. */
  private void inVain() {
    story.add("claim in vain");
    int ignored = bed.inVain(() -> bed.claimed(100, bed.person(name))).size();
  }

  private boolean settleOne(int kinds) {
    List<One> claimed = model.all.values().stream().filter(d -> d.state.equals("CLAIMED")).toList();
    if (claimed.isEmpty()) {
      return false;
    }
    One d = claimed.get(random.nextInt(claimed.size()));
    Instant now = bed.clock.instant();
    int kind = random.nextInt(kinds);
    // whoever may have rung is never said to have failed
    boolean doubtful = d.doubtful && kind >= 4 && kind <= 5;
    switch (doubtful ? 3 : kind) {
      case 0, 1, 2 -> settle(d, DeliveryState.ACCEPTED, null, now);
      case 3 -> settle(d, DeliveryState.UNKNOWN, WindowBed.UNKNOWN, now);
      case 4 -> settle(d, DeliveryState.REJECTED, new Outcome.Failed("1", ""), now);
      case 5 -> settle(d, DeliveryState.FAILED, new Outcome.Failed("1", ""), now);
      case 6 -> settle(d, DeliveryState.QUEUED, random.nextBoolean() ? WindowBed.BUSY : null, now);
      default -> settle(d, DeliveryState.QUEUED, WindowBed.UNKNOWN, now);
    }
    return true;
  }

  private void settle(One d, DeliveryState to, @Nullable Outcome outcome, Instant now) {
    story.add("settle " + d.id + " " + to + " " + outcome);
    bed.settle(d.id, to, outcome);
    model.settle(d, to.name(), outcome instanceof Outcome.Unknown, now);
    if (random.nextInt(3) == 0) {
      bed.tellAgain(d.id, to, outcome);
    }
    follow();
  }

  private void withdraw() {
    List<One> all =
        model.all.values().stream()
            .filter(d -> d.state.equals("QUEUED") || d.state.equals("MERGED"))
            .toList();
    if (!all.isEmpty()) {
      One d = all.get(random.nextInt(all.size()));
      story.add("withdraw " + d.id);
      bed.withdraw(d.id);
      model.withdraw(d, bed.clock.instant());
      follow();
    }
  }

  /** The model learns which delivery follows whom; the database says so. */
  private void follow() {
    List<One> heirs = model.heirs();
    for (One heir : heirs) {
      List<UUID> followers =
          bed.within(
              () ->
                  bed.jdbc
                      .sql("SELECT id FROM delivery WHERE resend_of = :id")
                      .param("id", heir.id.value())
                      .query(UUID.class)
                      .list());
      assertThat(followers).as(() -> heir.id + " is followed; " + told()).hasSize(1);
      model.follows(heir, new DeliveryId(followers.getFirst()));
    }
  }

  private void check() {
    String person = bed.person(name).toString();
    Map<String, String> states = new LinkedHashMap<>();
    Map<String, String> digests = new LinkedHashMap<>();
    boolean ignored =
        bed.within(
            () -> {
              bed.jdbc
                  .sql("SELECT id, state FROM delivery WHERE recipient_id = :id::uuid ORDER BY id")
                  .param("id", person)
                  .query(
                      row -> {
                        states.put(row.getString("id"), row.getString("state"));
                      });
              bed.jdbc
                  .sql("SELECT id, carrier, state FROM calm_digest WHERE recipient_id = :id::uuid")
                  .param("id", person)
                  .query(
                      row -> {
                        digests.put(
                            row.getString("id"),
                            row.getString("state") + " " + row.getString("carrier"));
                      });
              return true;
            });
    Map<String, String> expected = new LinkedHashMap<>();
    model.all.values().forEach(d -> expected.put(d.id.toString(), d.state));
    assertThat(states).as(this::told).isEqualTo(expected);
    Map<String, String> groups = new LinkedHashMap<>();
    for (Group group : model.groups) {
      groups.put(group.id.toString(), group.state + " " + group.carrier.id);
    }
    assertThat(digests).as(this::told).isEqualTo(groups);
  }
}
