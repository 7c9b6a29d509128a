package io.truebell.start;

import org.springframework.boot.SpringApplication;

/**
 * Gives an application the stores it has no settings for. {@code truebell.postgres.url} and {@code
 * truebell.redis.url} name servers of one's own; where one of them is missing, an embedded server
 * is started on {@code truebell.data.folder} (default {@code data}) before the context, and stopped
 * after it. {@code truebell.data.fresh=true} wipes that folder first. {@code
 * truebell.start.only=true} ends the application, in order, as soon as it is ready: Java's AOT
 * cache is trained with that (Spring's own {@code spring.context.exit} halts the JVM, and would
 * leave the stores running).
 */
public final class Stores {
  private Stores() {}

  /** Lets {@code application} start what it lacks when it is run. */
  public static void prepare(SpringApplication application) {
    application.addListeners(new StartStores());
  }
}
