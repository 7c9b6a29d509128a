package io.truebell.dispatch.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.dispatch.Spine;
import io.truebell.dispatch.intake.TestIntake.Post;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However long the queue, the claim reads only what it takes. */
class ClaimPlanTest {
  @Test
  void theClaimOfEitherCategoryNeverScansTheQueue() {
    try (Spine spine = Spine.open()) {
      spine.account("main");
      spine.reachable("ann", "a");
      spine.within(() -> spine.intake().post(Post.to("ann").category("marketing")));
      queueMany(spine);
      for (String claim : List.of(ClaimRows.TRANSACTIONAL, ClaimRows.MARKETING)) {
        String plan = explain(spine, claim);
        assertThat(plan)
            .contains("Index Scan using delivery_due")
            .doesNotContain("Seq Scan on delivery", "Sort");
      }
    }
  }

  /** Thirty thousand copies of the queued delivery. */
  private static void queueMany(Spine spine) {
    spine
        .shared
        .sql(
            """
            BEGIN;
            SET LOCAL session_replication_role = replica;
            SET LOCAL search_path = %s;
            INSERT INTO delivery
            SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
                                                                'endpoint_id', gen_random_uuid()))).*
            FROM delivery d, generate_series(1, 30000);
            COMMIT;
            ANALYZE %s.delivery;
            """
                .formatted(spine.tenant.schema(), spine.tenant.schema()))
        .update();
  }

  private static String explain(Spine spine, String claim) {
    String sql =
        "EXPLAIN "
            + claim
                .replace(":now", "now()")
                .replace(":places", "400")
                .replace(":busy_places", "'{}'")
                .replace(":busy", "'{}'")
                .replace(":most", "100");
    return String.join("\n", spine.within(() -> spine.jdbc.sql(sql).query(String.class).list()));
  }
}
