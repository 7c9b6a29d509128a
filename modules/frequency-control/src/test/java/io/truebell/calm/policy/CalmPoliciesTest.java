package io.truebell.calm.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.calm.policy.CalmPolicyDocument.HoursDocument;
import io.truebell.calm.policy.CalmPolicyDocument.TypeDocument;
import io.truebell.calm.policy.CalmPolicyDocument.WindowDocument;
import io.truebell.core.message.Category;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Page;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

class CalmPoliciesTest {
  private static final CalmPolicyDocument NOTHING =
      new CalmPolicyDocument(null, null, null, null, null);

  private PolicyBed bed;

  @BeforeEach
  void open() {
    bed = new PolicyBed();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private static CalmPolicyDocument window(int most) {
    return new CalmPolicyDocument(new WindowDocument(most, 60), null, null, null, null);
  }

  private static Map<String, @Nullable Integer> caps(
      @Nullable Integer transactional, @Nullable Integer marketing) {
    Map<String, @Nullable Integer> caps = new HashMap<>();
    caps.put("transactional", transactional);
    caps.put("marketing", marketing);
    return caps;
  }

  private CalmPolicy current() {
    return bed.within(() -> bed.bean(CalmPolicies.class).current());
  }

  private CalmPolicyView inForce() {
    return Objects.requireNonNull(
        bed.within(() -> bed.bean(PolicyController.class).policy()).getBody());
  }

  @Test
  void whereNothingWasSaidTheBuiltInVersionOneHolds() {
    assertThat(current()).isEqualTo(CalmPolicies.BUILT_IN);
    CalmPolicyView view = inForce();
    assertThat(view.version()).isEqualTo(1);
    assertThat(view.since()).isNull();
    assertThat(view.by()).isEqualTo("system:truebell");
    assertThat(view.policy().policy(1)).isEqualTo(CalmPolicies.BUILT_IN);
  }

  @Test
  void aPolicyIsANewVersionThatSaysWhatWasPut() {
    CalmPolicyDocument wanted =
        new CalmPolicyDocument(
            new WindowDocument(5, 90),
            caps(null, 7),
            new HoursDocument("22:00", "07:00", "degrade"),
            Map.of("transactional", new HoursDocument("08:30", "21:15", "hold")),
            Map.of(
                "trip.changed",
                new TypeDocument(null),
                "node.due",
                new TypeDocument(new WindowDocument(1, 1440))));

    CalmPolicyView put = bed.put(wanted, null);

    CalmPolicy expected =
        new CalmPolicy(
            2,
            new Window(5, Duration.ofMinutes(90)),
            Map.of(Category.MARKETING, 7),
            new Hours(LocalTime.of(22, 0), LocalTime.of(7, 0), Otherwise.DEGRADE),
            Map.of(
                Category.TRANSACTIONAL,
                new Hours(LocalTime.of(8, 30), LocalTime.of(21, 15), Otherwise.HOLD)),
            Map.of(
                "trip.changed",
                new TypeRules(null),
                "node.due",
                new TypeRules(new Window(1, Duration.ofDays(1)))));
    assertThat(current()).isEqualTo(expected);
    assertThat(put.version()).isEqualTo(2);
    assertThat(put.since()).isEqualTo(bed.clock.instant());
    assertThat(put.by()).isEqualTo("api_key:test");
    assertThat(inForce()).isEqualTo(put);
    assertThat(put.policy().policy(2)).as("what is shown can be put again").isEqualTo(expected);
    assertThat(put.policy().dailyCaps()).containsEntry("transactional", null);
  }

  @Test
  void whatIsInForceAlreadyMakesNoVersion() {
    CalmPolicyDocument builtIn = CalmPolicyDocument.of(CalmPolicies.BUILT_IN);
    assertThat(bed.put(builtIn)).isEqualTo(1);
    assertThat(bed.put(window(4))).isEqualTo(2);
    bed.clock.tick(Duration.ofMinutes(1));
    CalmPolicyView again = bed.put(window(4), null);
    assertThat(again.version()).isEqualTo(2);
    assertThat(again.since()).isBefore(bed.clock.instant());
    assertThat(bed.put(builtIn)).as("back to the built-in one").isEqualTo(3);
    assertThat(current().window()).isEqualTo(CalmPolicies.BUILT_IN.window());
  }

  @Test
  void oldVersionsStayAndNobodyChangesThem() {
    CalmPolicyView two = bed.put(window(4), null);
    bed.put(NOTHING);

    CalmPolicies policies = bed.bean(CalmPolicies.class);
    assertThat(bed.within(() -> policies.version(2))).isEqualTo(two.policy().policy(2));
    assertThat(bed.within(() -> policies.version(1))).isEqualTo(CalmPolicies.BUILT_IN);
    assertThatThrownBy(() -> bed.within(() -> policies.version(4)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(current().window()).isNull();
    assertThat(current().dailyCaps()).isEmpty();
    for (String sql : List.of("UPDATE calm_policy SET policy = '{}'", "DELETE FROM calm_policy")) {
      assertThatThrownBy(() -> bed.write(sql)).isInstanceOf(DataIntegrityViolationException.class);
    }
  }

  @Test
  void versionsAreReadInPagesNewestFirstWithTheBuiltInOneLast() {
    bed.put(window(4));
    bed.put(window(5));

    assertThat(versions(null, 50).items())
        .extracting(CalmPolicyView::version)
        .containsExactly(3, 2, 1);
    Page<CalmPolicyView> first = versions(null, 2);
    assertThat(first.items()).extracting(CalmPolicyView::version).containsExactly(3, 2);
    Page<CalmPolicyView> second = versions(first.nextCursor(), 2);
    assertThat(second.items()).extracting(CalmPolicyView::version).containsExactly(1);
    assertThat(second.nextCursor()).isNull();
    assertThat(versions(versions(null, 3).nextCursor(), 3).items()).hasSize(3);
  }

  private Page<CalmPolicyView> versions(@Nullable String cursor, int limit) {
    return bed.within(() -> bed.bean(PolicyController.class).versions(cursor, limit));
  }

  @Test
  void whoKnowsAnotherVersionThanTheOneInForceIsRefused() {
    assertThat(bed.put(window(4), "\"1\"").version()).isEqualTo(2);
    assertProblem(412, () -> bed.put(window(5), "\"1\""));
    assertProblem(412, () -> bed.put(window(4), "\"1\""));
    assertProblem(422, () -> bed.put(window(5), "two"));
    assertProblem(422, () -> bed.put(window(5), "\"2\","));
    assertThat(current().version()).isEqualTo(2);
    assertThat(bed.put(window(5), "\"1\", W/\"2\"").version()).isEqualTo(3);
    assertThat(bed.put(window(6), "*").version()).isEqualTo(4);
  }

  private static void assertProblem(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }

  @Test
  void ofManyAtOnceEachMakesAVersionOfItsOwn() throws Exception {
    List<Callable<Integer>> puts = new ArrayList<>();
    for (int most = 10; most < 30; most++) {
      CalmPolicyDocument wanted = window(most);
      puts.add(() -> bed.put(wanted));
    }
    List<Integer> made = all(puts);
    assertThat(made).doesNotHaveDuplicates().hasSize(20);
    assertThat(current().version()).isEqualTo(21);
  }

  @Test
  void ofManyThatKnowTheSameVersionOneWins() throws Exception {
    List<Callable<Integer>> puts = new ArrayList<>();
    for (int most = 10; most < 30; most++) {
      CalmPolicyDocument wanted = window(most);
      puts.add(
          () -> {
            try {
              return bed.put(wanted, "\"1\"").version();
            } catch (ApiProblem e) {
              return e.status();
            }
          });
    }
    assertThat(all(puts)).filteredOn(v -> v == 2).hasSize(1);
    assertThat(all(puts)).containsOnly(412);
    assertThat(current().version()).isEqualTo(2);
  }

  private static <T> List<T> all(List<Callable<T>> tasks) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> done : threads.invokeAll(tasks)) {
        results.add(done.get());
      }
    }
    return results;
  }

  @Test
  void aTransactionIsJudgedByOneVersionAndTheNextOneByTheNewest() throws Exception {
    CalmPolicies policies = bed.bean(CalmPolicies.class);
    List<Integer> seen =
        bed.inTransaction(
            () -> {
              int before = policies.current().version();
              try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
                int put = other.submit(() -> bed.put(window(9))).get();
                return List.of(before, put, policies.current().version());
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(seen).containsExactly(1, 2, 1);
    assertThat(bed.inTransaction(() -> policies.current().version())).isEqualTo(2);
  }

  @Test
  void everythingThatIsWrongIsBlamedOnItsFieldAndNothingIsStored() {
    Map<String, @Nullable Integer> caps = caps(0, 1001);
    caps.put("party", 1);
    Map<String, @Nullable TypeDocument> types = new HashMap<>();
    types.put("Not.A.Type", new TypeDocument(null));
    types.put("trip.changed", new TypeDocument(new WindowDocument(null, 5)));
    types.put("node.due", null);
    CalmPolicyDocument wrong =
        new CalmPolicyDocument(
            new WindowDocument(1001, 1441),
            caps,
            new HoursDocument("24:00", "7:00", "wait"),
            Map.of(
                "marketing",
                new HoursDocument("08:00", "08:00", null),
                "other",
                new HoursDocument("08:00", "09:00", "hold")),
            types);

    assertThat(problems(wrong))
        .containsExactlyInAnyOrder(
            "window.most out_of_range",
            "window.minutes out_of_range",
            "daily_caps.transactional out_of_range",
            "daily_caps.marketing out_of_range",
            "daily_caps.party unknown_category",
            "quiet_hours.from invalid_form",
            "quiet_hours.to invalid_form",
            "quiet_hours.otherwise unknown_value",
            "send_windows.marketing.to equals_from",
            "send_windows.marketing.otherwise required",
            "send_windows.other unknown_category",
            "types.Not.A.Type invalid_form",
            "types.trip.changed.window.most required",
            "types.node.due required");
    assertThat(problems(new CalmPolicyDocument(new WindowDocument(0, 0), null, null, null, null)))
        .containsExactly("window.most out_of_range", "window.minutes out_of_range");
    assertThat(current().version()).isEqualTo(1);
  }

  @Test
  void twoHundredTypesAreEnough() {
    Map<String, @Nullable TypeDocument> types = new HashMap<>();
    for (int i = 0; i < 201; i++) {
      types.put("type." + i, new TypeDocument(null));
    }
    assertThat(problems(new CalmPolicyDocument(null, null, null, null, types)))
        .containsExactly("types too_many");
    types.remove("type.200");
    assertThat(bed.put(new CalmPolicyDocument(null, null, null, null, types))).isEqualTo(2);
  }

  private List<String> problems(CalmPolicyDocument wrong) {
    List<String> found = new ArrayList<>();
    assertThatThrownBy(() -> bed.put(wrong))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(422);
              for (FieldProblem field : problem.fields()) {
                found.add(field.field() + " " + field.code());
              }
            });
    return found;
  }
}
