package io.truebell.ledger.grants;

import io.truebell.core.rest.ApiProblem;

/** The provider's words for what a person answered, as WeChat's client reports them. */
enum AnswerStatus {
  ACCEPT("accept"),
  ACCEPT_WITH_AUDIO("acceptWithAudio"),
  ACCEPT_WITH_ALERT("acceptWithAlert"),
  REJECT("reject"),
  BAN("ban"),
  FILTER("filter");

  private final String word;

  AnswerStatus(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /** Whether it is one more authorisation. */
  boolean grants() {
    return switch (this) {
      case ACCEPT, ACCEPT_WITH_AUDIO, ACCEPT_WITH_ALERT -> true;
      case REJECT, BAN, FILTER -> false;
    };
  }

  /**
   * The status with that word.
   *
   * @throws ApiProblem 422 when there is none
   */
  static AnswerStatus of(String word) {
    for (AnswerStatus status : values()) {
      if (status.word.equals(word)) {
        return status;
      }
    }
    throw ApiProblem.invalid(
        "status",
        "unknown_value",
        "must be accept, acceptWithAudio, acceptWithAlert, reject, ban or filter");
  }
}
