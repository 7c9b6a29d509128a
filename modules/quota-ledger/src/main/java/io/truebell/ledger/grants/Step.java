package io.truebell.ledger.grants;

/** The positive table of an authorisation's moves; the database holds the same in a trigger. */
enum Step {
  RESERVE("reserved", "available", "reserved"),
  CONSUME("consumed", "reserved", "consumed"),
  RELEASE("released", "reserved", "available"),
  VOID_AVAILABLE("voided", "available", "invalid"),
  VOID_RESERVED("voided", "reserved", "invalid");

  private final String entry;
  private final String from;
  private final String to;

  Step(String entry, String from, String to) {
    this.entry = entry;
    this.from = from;
    this.to = to;
  }

  /** The kind of the ledger's entry. */
  String entry() {
    return entry;
  }

  String from() {
    return from;
  }

  String to() {
    return to;
  }
}
