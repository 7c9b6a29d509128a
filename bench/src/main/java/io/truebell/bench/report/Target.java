package io.truebell.bench.report;

/** What is to be reached; the figures of the project's issue, not of a machine. */
public enum Target {
  DISPATCH_TO_FLOOR("dispatch : floor, same HTTP client", 0.5, 0.8, true),
  DISPATCH_TO_DB_SCHEDULER("dispatch : db-scheduler doing only the call", 1.5, 3, true),
  DISPATCH_TO_JOBRUNR("dispatch : JobRunr doing only the call", 5, 12, true),
  QUEUE_ONLY("CPU per message without a call, db-scheduler : ours", 2, 5, true),
  SLOW_TO_FLOOR("50 ms provider : floor", 0.6, 0.85, true),
  STATEMENTS("SQL statements per message", 0.15, 0.05, false),
  SPREAD_100("100 warm tenants : 1", 0.9, 0.97, true),
  SPREAD_2000("2,000 warm tenants : 1", 0.5, 0.8, true),
  SCATTER("one message in each of 2,000 tenants : 1 tenant", 0.15, 0.3, true),
  INTAKE_SINGLE("single posts : plain inserts, transactions/s", 0.6, 0.9, true),
  INTAKE_SINGLE_P99("single posts : plain inserts, p99", 2, 1.3, false),
  INTAKE_BULK("posts of 1,000 : multi-row inserts of the same rows", 0.4, 0.7, true),
  WAKE_P50("accepted to called, p50, ms", 15, 3, false),
  WAKE_P99("accepted to called, p99, ms", 60, 15, false),
  IDLE("extra CPU for 2,000 idle tenants, ms per second", 2, 0.1, false),
  NEIGHBOUR_BACKLOG("p99 beside a backlog of 100,000 : quiet", 4, 1.5, false),
  NEIGHBOUR_HANGS("p99 beside a provider that hangs : quiet", 4, 1.5, false),
  GATES("claim with all gates : with none, time", 1.5, 1.2, false);

  private final String title;
  private final double must;
  private final double moonshot;
  private final boolean more;

  Target(String title, double must, double moonshot, boolean more) {
    this.title = title;
    this.must = must;
    this.moonshot = moonshot;
    this.more = more;
  }

  /** One row of a table. */
  String row(double measured) {
    return "| %s | %s | %s %s | %s %s | %s |"
        .formatted(
            title,
            Numbers.of(measured),
            more ? "≥" : "≤",
            Numbers.of(must),
            more ? "≥" : "≤",
            Numbers.of(moonshot),
            verdict(measured));
  }

  private String verdict(double measured) {
    if (Double.isNaN(measured)) {
      return "not measured";
    }
    if (reaches(measured, moonshot)) {
      return "moonshot met";
    }
    if (reaches(measured, must)) {
      return "met";
    }
    double by = more ? must / measured : measured / must;
    return "**missed**, by a factor of " + Numbers.of(by);
  }

  private boolean reaches(double measured, double wanted) {
    return more ? measured >= wanted : measured <= wanted;
  }
}
