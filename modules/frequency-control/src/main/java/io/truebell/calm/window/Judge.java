package io.truebell.calm.window;

import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.calm.window.DigestRows.Joining;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule of the rolling window, on facts that were read: what goes out now, what opens a digest,
 * what joins one. Deliveries are put to it in the order of their batch, since each that goes counts
 * for those behind it. It changes nothing but itself.
 */
final class Judge {
  private final Instant now;
  private final Limits limits;
  private final Facts facts;
  private final Map<Key, Digest> open;
  private final Map<Key, List<DueDelivery>> going = new HashMap<>();
  private final List<Digest> opened = new ArrayList<>();
  private final List<Joining> joining = new ArrayList<>();
  private final List<DueDelivery> places = new ArrayList<>();

  Judge(Instant now, Limits limits, Facts facts) {
    this.now = now;
    this.limits = limits;
    this.facts = facts;
    this.open = new HashMap<>(facts.open());
  }

  /**
   * What counts.
   *
   * @param instants of each key, the newest first, as far back and as many as its windows need
   * @param places deliveries that count as instants already, and since when
   * @param carried digests by the delivery that carries them
   * @param open open digests
   */
  record Facts(
      Map<Key, List<Instant>> instants,
      Map<DeliveryId, Instant> places,
      Map<DeliveryId, Digest> carried,
      Map<Key, Digest> open) {
    static final Facts NONE = new Facts(Map.of(), Map.of(), Map.of(), Map.of());
  }

  /** What becomes of the next delivery. */
  Verdict of(DueDelivery delivery) {
    Digest carried = facts.carried().get(delivery.id());
    if (carried != null) {
      return carry(carried);
    }
    Window window = limits.window(delivery);
    if (window == null || keepsItsPlace(delivery, window)) {
      return Verdict.PASS;
    }
    Key key = Key.of(delivery);
    if (delivery.urgent()) {
      goes(key, delivery);
      return Verdict.PASS;
    }
    Digest digest = open.get(key);
    if (digest != null) {
      return join(delivery, digest);
    }
    List<Instant> counted = counted(key, window);
    if (counted.size() >= window.most()) {
      return open(delivery, window, counted);
    }
    goes(key, delivery);
    return new Verdict.Pass(
        Map.of("window_instants", counted.size() + 1, "window_most", window.most()));
  }

  /** Digests that these deliveries open. */
  List<Digest> opened() {
    return opened;
  }

  List<Joining> joining() {
    return joining;
  }

  /**
   * Deliveries that made others wait. A later gate may hold them: the place in the window that they
   * were counted with stays theirs, or they would join the digest that waits for them.
   */
  List<DueDelivery> places() {
    return places;
  }

  /** The window made it wait once. Closed digests' carriers are retries, which go as well. */
  private Verdict carry(Digest digest) {
    if (digest.open() && now.isBefore(digest.dueAt())) {
      Reason reason =
          Reason.of(WindowReasons.WAITS)
              .with("digest", digest.id().toString())
              .with("count", digest.members())
              .with("due_at", digest.dueAt().toString());
      return new Verdict.Hold(reason, digest.stamp(), digest.dueAt());
    }
    return new Verdict.Pass(
        Map.of("digest", digest.id().toString(), "digest_count", digest.members()));
  }

  private boolean keepsItsPlace(DueDelivery delivery, Window window) {
    Instant since = facts.places().get(delivery.id());
    return since != null && since.isAfter(now.minus(window.length()));
  }

  private void goes(Key key, DueDelivery delivery) {
    going.computeIfAbsent(key, k -> new ArrayList<>()).add(delivery);
  }

  private Verdict join(DueDelivery delivery, Digest digest) {
    Digest more = digest.withOneMore();
    open.put(digest.key(), more);
    joining.add(new Joining(digest.id(), delivery.id()));
    Reason reason =
        Reason.of(WindowReasons.JOINED)
            .with("digest", digest.id().toString())
            .with("count", more.members())
            .with("due_at", digest.dueAt().toString());
    return new Verdict.Merge(new DeliveryId(digest.id()), reason, digest.stamp());
  }

  /** The newest first. */
  private List<Instant> counted(Key key, Window window) {
    List<Instant> counted = new ArrayList<>();
    going.getOrDefault(key, List.of()).forEach(d -> counted.add(now));
    Instant since = now.minus(window.length());
    facts.instants().getOrDefault(key, List.of()).stream()
        .filter(at -> at.isAfter(since))
        .forEach(counted::add);
    return counted;
  }

  /** Due when the oldest of the last {@code most} leaves the window. */
  private Verdict open(DueDelivery delivery, Window window, List<Instant> counted) {
    Instant oldest = window.most() == 0 ? now : counted.get(window.most() - 1);
    Instant due = oldest.plus(window.length());
    Key key = Key.of(delivery);
    Digest digest =
        new Digest(
            delivery.id().value(), delivery.id(), key, limits.policy().version(), due, true, 1);
    open.put(key, digest);
    opened.add(digest);
    places.addAll(going.getOrDefault(key, List.of()));
    Reason reason =
        Reason.of(WindowReasons.OPENED)
            .with("most", window.most())
            .with("window_seconds", window.length().toSeconds())
            .with("count", 1)
            .with("due_at", due.toString());
    return new Verdict.Hold(reason, digest.stamp(), due);
  }
}
