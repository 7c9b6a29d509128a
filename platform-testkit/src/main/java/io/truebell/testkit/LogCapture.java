package io.truebell.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Everything that is logged while it is open, down to TRACE, by any library. */
public final class LogCapture implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          String trouble = ThrowableProxyUtil.asString(event.getThrowableProxy());
          lines.add(event.getFormattedMessage() + event.getMDCPropertyMap() + trouble);
        }
      };

  /** Begins to capture. */
  public LogCapture() {
    appender.setContext(root.getLoggerContext());
    appender.start();
    root.setLevel(Level.TRACE);
    root.addAppender(appender);
  }

  /** All lines so far, with their exceptions. */
  public String text() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    root.setLevel(before);
    appender.stop();
  }
}
