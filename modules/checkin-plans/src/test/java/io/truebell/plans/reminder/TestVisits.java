package io.truebell.plans.reminder;

import io.truebell.plans.PlanHouse;

/** A worker's turn. */
public final class TestVisits {
  private final PlanHouse house;

  public TestVisits(PlanHouse house) {
    this.house = house;
  }

  /** Visits the tenant if a hint says that something is due; says whether one did. */
  public boolean run() {
    PlanVisits visits = house.bean(PlanVisits.class);
    boolean due = visits.due().contains(house.tenant.id());
    if (due) {
      int _ = visits.visit(house.tenant);
    }
    return due;
  }

  /** Visits it without being asked. */
  public int visit() {
    return house.bean(PlanVisits.class).visit(house.tenant);
  }
}
