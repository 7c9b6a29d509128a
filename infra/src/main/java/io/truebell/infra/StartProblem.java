package io.truebell.infra;

/**
 * Why Truebell can't start, in one sentence that tells the reader what to do. Meant to be shown
 * without a stack trace.
 */
public final class StartProblem extends RuntimeException {
  public StartProblem(String sentence) {
    super(sentence);
  }

  StartProblem(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
