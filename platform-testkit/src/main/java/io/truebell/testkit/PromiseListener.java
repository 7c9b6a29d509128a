package io.truebell.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes which test stands for which promise, and whether it passed, to the file named by the
 * system property {@code truebell.promises.file}: one line {@code promise, class, method, passed}
 * each, tab-separated. A method passes when all its invocations do.
 */
public final class PromiseListener implements TestExecutionListener {
  private static final Pattern PROMISE = Pattern.compile("[A-Z]+-[0-9]+");
  private final Map<String, Boolean> lines = new ConcurrentHashMap<>();

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
      return;
    }
    boolean passed = result.getStatus() == Status.SUCCESSFUL;
    for (TestTag tag : test.getTags()) {
      if (PROMISE.matcher(tag.getName()).matches()) {
        String line = tag.getName() + "\t" + method.getClassName() + "\t" + method.getMethodName();
        lines.merge(line, passed, Boolean::logicalAnd);
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    executionFinished(test, TestExecutionResult.aborted(null));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String file = System.getProperty("truebell.promises.file");
    if (file == null) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (String line : new TreeSet<>(lines.keySet())) {
      text.append(line).append('\t').append(lines.get(line)).append('\n');
    }
    try {
      Path path = Path.of(file);
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
