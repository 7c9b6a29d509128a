package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.ReasonCatalog;
import io.truebell.core.message.ReasonCatalog.Sentences;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What would happen is said with the numbers with which it then happens. */
class DryRunTest {
  private static final Pattern NAMED = Pattern.compile("\\{(\\w+)}");

  private WindowBed bed;

  @BeforeEach
  void open() {
    bed = new WindowBed();
    bed.policy =
        new CalmPolicy(
            2,
            new CalmPolicy.Window(2, Duration.ofHours(1)),
            Map.of(Category.MARKETING, 4),
            null,
            Map.of(),
            Map.of());
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private long written() {
    return bed.count(
        "SELECT (SELECT count(*) FROM calm_sent) + (SELECT count(*) FROM calm_digest)"
            + " + (SELECT count(*) FROM calm_member) + (SELECT coalesce(sum(members), 0) FROM calm_digest)");
  }

  /** Without the digest that it opens, which is named after a delivery. */
  private static String said(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Pass pass -> "pass " + new TreeMap<>(pass.numbers());
      case Verdict.Hold hold -> "hold " + hold.until() + said(hold.reason()) + hold.policy();
      case Verdict.Merge merge -> "merge " + said(merge.reason()) + merge.policy();
      case Verdict.Degrade degrade -> "degrade " + said(degrade.reason()) + degrade.policy();
      case Verdict.Stop stop -> "stop " + said(stop.reason()) + stop.policy();
    };
  }

  private static String said(Reason reason) {
    Map<String, Object> numbers = new TreeMap<>(reason.with());
    return " " + reason.code() + " " + numbers + " ";
  }

  @Test
  @Tag("TRUTH-5")
  @Tag("CALM-2")
  @Tag("CALM-3")
  void aDryRunSaysTheSameAndWritesNothing() {
    Set<String> kinds = new HashSet<>();
    for (String subject : List.of("a", "a", "a", "a", "b", "b", "b")) {
      Post post = Post.to("ann").marketing().about(subject);
      DueDelivery imagined = bed.imagined(post);
      long before = written();
      String would = said(bed.rehearse(imagined).get(imagined.id()));
      String again = said(bed.rehearse(imagined).get(imagined.id()));
      assertThat(written()).isEqualTo(before);
      assertThat(again).isEqualTo(would);
      assertThat(said(bed.send(post))).isEqualTo(would);
      kinds.add(would.substring(0, would.indexOf(' ')));
      bed.tick(1);
    }
    assertThat(kinds).contains("pass", "hold", "merge");
    DueDelivery fifth = bed.imagined(Post.to("ann").marketing().about("c"));
    assertThat(said(bed.rehearse(fifth).get(fifth.id()))).startsWith("degrade  daily_cap");
  }

  @Test
  @Tag("TRUTH-5")
  void aWholeBatchIsRehearsedLikeOne() {
    List<DueDelivery> imagined = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      imagined.add(bed.imagined(Post.to("ann")));
    }
    Map<DeliveryId, Verdict> would = bed.rehearse(imagined.toArray(new DueDelivery[0]));
    assertThat(imagined.stream().map(d -> would.get(d.id()).getClass().getSimpleName()).toList())
        .isEqualTo(List.of("Pass", "Pass", "Hold", "Merge"));
    assertThat(written()).isZero();
  }

  @Test
  @Tag("TRUTH-4")
  void everyNumberOfASentenceIsGiven() {
    Map<String, Sentences> sentences = bed.bean(ReasonCatalog.class).sentences();
    List<Reason> reasons = new ArrayList<>();
    Post post = Post.to("ann").marketing();
    for (int i = 0; i < 4; i++) {
      collect(reasons, bed.send(post));
    }
    for (int i = 0; i < 3; i++) {
      collect(reasons, bed.send(post.about("other-" + i)));
    }
    assertThat(reasons)
        .extracting(Reason::code)
        .contains("digest_opened", "digest_joined", "daily_cap");
    for (Reason reason : reasons) {
      Sentences words = sentences.get(reason.code());
      assertThat(words).as(reason.code()).isNotNull();
      for (String sentence : List.of(words.en(), words.zh())) {
        Matcher named = NAMED.matcher(sentence);
        while (named.find()) {
          assertThat(reason.with()).as(sentence).containsKey(named.group(1));
        }
      }
    }
  }

  private static void collect(List<Reason> reasons, Verdict verdict) {
    switch (verdict) {
      case Verdict.Pass _ -> {}
      case Verdict.Hold hold -> reasons.add(hold.reason());
      case Verdict.Merge merge -> reasons.add(merge.reason());
      case Verdict.Degrade degrade -> reasons.add(degrade.reason());
      case Verdict.Stop stop -> reasons.add(stop.reason());
    }
  }
}
