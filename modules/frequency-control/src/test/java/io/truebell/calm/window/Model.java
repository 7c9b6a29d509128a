package io.truebell.calm.window;

import io.truebell.core.message.DeliveryId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One person's windows and digests as the rules say, in memory and without any SQL. */
final class Model {
  static final int MOST = 2;
  static final Duration LENGTH = Duration.ofSeconds(60);
  static final int CHAT_MOST = 1;
  static final Duration CHAT_LENGTH = Duration.ofSeconds(30);

  /** One delivery; its origin is the one that its notification was planned with. */
  static final class One {
    final DeliveryId id;
    final Post post;
    String state = "QUEUED";
    Instant due;
    boolean withdrawn;
    boolean doubtful;
    boolean followed;
    @Nullable Instant counted;
    boolean instant;
    @Nullable Group carries;

    final DeliveryId origin;

    One(DeliveryId id, DeliveryId origin, Post post, Instant due) {
      this.id = id;
      this.origin = origin;
      this.post = post;
      this.due = due;
    }

    Instant from(Instant now) {
      return now.minus(post.type().equals("chat") ? CHAT_LENGTH : LENGTH);
    }

    int most() {
      return post.type().equals("chat") ? CHAT_MOST : MOST;
    }

    boolean lateAt(Instant now) {
      return post.expiresAt() != null && !now.isBefore(post.expiresAt());
    }
  }

  /** A digest. */
  static final class Group {
    final DeliveryId id;
    final String subject;
    final Instant due;
    String state = "open";
    One carrier;
    final List<One> members = new ArrayList<>();

    Group(One opener, Instant due) {
      this.id = opener.id;
      this.subject = opener.post.subject();
      this.due = due;
      this.carrier = opener;
    }

    List<One> live(Instant now) {
      return members.stream().filter(m -> !m.withdrawn && !m.followed && !m.lateAt(now)).toList();
    }
  }

  final Map<DeliveryId, One> all = new LinkedHashMap<>();
  final List<Group> groups = new ArrayList<>();
  private final List<One> heirs = new ArrayList<>();

  void post(DeliveryId id, Post post, Instant now) {
    all.put(id, new One(id, id, post, now));
  }

  List<One> due(Instant now) {
    return all.values().stream()
        .filter(d -> d.state.equals("QUEUED") && !d.due.isAfter(now))
        .sorted(Comparator.comparing((One d) -> d.due).thenComparing(d -> d.id.value()))
        .toList();
  }

  private Optional<Group> open(String subject) {
    return groups.stream()
        .filter(g -> g.state.equals("open") && g.subject.equals(subject))
        .findFirst();
  }

  /** What each due delivery is told; {@code paced} are held by a later gate. */
  Map<DeliveryId, String> claim(Instant now, Set<DeliveryId> paced, Instant until) {
    Map<DeliveryId, String> told = new LinkedHashMap<>();
    List<One> going = new ArrayList<>();
    List<One> ended = new ArrayList<>();
    List<One> passing = new ArrayList<>();
    for (One d : due(now)) {
      if (d.withdrawn || d.lateAt(now)) {
        d.state = d.withdrawn ? "CANCELLED" : "EXPIRED";
        told.put(d.id, "stop");
        ended.add(d);
        continue;
      }
      String said = window(d, now, going);
      if (said.equals("pass")) {
        passing.add(d);
      }
      told.put(d.id, said);
    }
    for (One d : passing) {
      if (paced.contains(d.id)) {
        d.due = until;
        told.put(d.id, "paced");
      } else {
        d.state = "CLAIMED";
        d.counted = now;
        d.instant = d.carries == null;
        if (d.carries != null && d.carries.state.equals("open")) {
          d.carries.state = "sent";
        }
      }
    }
    ended.forEach(
        d -> {
          d.counted = d.doubtful ? d.counted : null;
          carrierLeaves(d, now);
        });
    return told;
  }

  private String window(One d, Instant now, List<One> going) {
    if (d.carries != null) {
      return "pass";
    }
    if (d.instant && d.counted != null && d.counted.isAfter(d.from(now))) {
      return "pass";
    }
    if (d.post.urgent()) {
      going.add(d);
      return "pass";
    }
    Optional<Group> group = open(d.post.subject());
    if (group.isPresent()) {
      group.get().members.add(d);
      d.state = "MERGED";
      d.counted = d.doubtful ? d.counted : null;
      return "merge " + group.get().id;
    }
    List<Instant> instants = new ArrayList<>();
    going.stream()
        .filter(g -> g.post.subject().equals(d.post.subject()))
        .forEach(g -> instants.add(now));
    all.values().stream()
        .filter(o -> o.instant && o.post.subject().equals(d.post.subject()))
        .filter(o -> o.counted != null && o.counted.isAfter(d.from(now)) && !going.contains(o))
        .forEach(o -> instants.add(o.counted));
    instants.sort(Comparator.reverseOrder());
    if (instants.size() < d.most()) {
      going.add(d);
      return "pass";
    }
    Instant due = instants.get(d.most() - 1).plus(Duration.between(d.from(now), now));
    Group opened = new Group(d, due);
    groups.add(opened);
    d.carries = opened;
    d.due = due;
    going.stream()
        .filter(g -> g.post.subject().equals(d.post.subject()))
        .forEach(
            g -> {
              g.counted = now;
              g.instant = true;
            });
    return "hold " + due;
  }

  /** How many a claimed carrier speaks for; 1 when it goes out as itself. */
  int speaksFor(One d, Instant now) {
    return d.carries == null ? 1 : d.carries.live(now).size() + 1;
  }

  void settle(One d, String to, boolean unknown, Instant now) {
    d.state = to;
    switch (to) {
      case "QUEUED" -> {
        if (unknown) {
          d.doubtful = true;
        } else if (!d.doubtful) {
          d.counted = null;
        }
      }
      case "REJECTED", "FAILED" -> {
        d.counted = null;
        if (d.carries != null) {
          d.carries.state = "ended";
        }
      }
      default -> {}
    }
  }

  void withdraw(One d, Instant now) {
    for (One o : List.copyOf(all.values())) {
      // a follower brings the same notification
      if (o.origin.equals(d.origin)) {
        o.withdrawn = true;
      }
    }
    for (One o : List.copyOf(all.values())) {
      if (o.withdrawn && o.state.equals("QUEUED") && o.origin.equals(d.origin)) {
        o.state = "CANCELLED";
        o.counted = o.doubtful ? o.counted : null;
        carrierLeaves(o, now);
      }
    }
  }

  private void carrierLeaves(One d, Instant now) {
    Group group = d.carries;
    if (group == null || !group.carrier.id.equals(d.id) || group.state.equals("ended")) {
      return;
    }
    Instant latest = group.due.isAfter(now) ? group.due : now;
    Optional<One> heir =
        d.doubtful
            ? Optional.empty()
            : group.live(now).stream()
                .filter(m -> !m.lateAt(latest))
                .min(Comparator.comparing(m -> m.id.value()));
    if (heir.isEmpty()) {
      group.state = "ended";
      return;
    }
    heir.get().followed = true;
    heirs.add(heir.get());
  }

  /** Members that a new delivery follows since this was last asked. */
  List<One> heirs() {
    List<One> found = List.copyOf(heirs);
    heirs.clear();
    return found;
  }

  /** {@code follower} is that new delivery. */
  void follows(One heir, DeliveryId follower) {
    Group group = groups.stream().filter(g -> g.members.contains(heir)).findFirst().orElseThrow();
    One one = new One(follower, heir.origin, heir.post, group.due);
    one.carries = group;
    group.carrier = one;
    all.put(follower, one);
  }
}
