package io.truebell.dispatch.people;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** Records what is logged at the most talkative levels that an operator could reasonably set. */
public final class LogTape implements AutoCloseable {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final AppenderBase<ILoggingEvent> tape =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getFormattedMessage() + " " + event.getThrowableProxy());
        }
      };

  private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

  private LogTape() {}

  /** Starts a tape of all loggers at TRACE. */
  public static LogTape everything() {
    LogTape log = new LogTape();
    log.root.iteratorForAppenders().forEachRemaining(log.others::add);
    log.others.forEach(log.root::detachAppender);
    log.tape.setContext(log.root.getLoggerContext());
    log.tape.start();
    log.root.addAppender(log.tape);
    log.root.setLevel(Level.TRACE);
    return log;
  }

  public String text() {
    return lines.stream().collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    root.detachAppender(tape);
    root.setLevel(before);
    others.forEach(root::addAppender);
  }
}
