package io.truebell.bench.peer;

import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProviderUtils.DatabaseOptions;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr's free edition with its storage for PostgreSQL; its default workers, virtual threads. */
final class JobRunrPeer implements Engine {
  /** The shortest that it takes; after its first look it fetches whenever workers get free. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final JobScheduler scheduler;
  private final BackgroundJobServer server;
  private boolean started;

  JobRunrPeer(DataSource source, int inFlight) {
    JsonMapper json = new Jackson3JsonMapper();
    PostgresStorageProvider storage = new PostgresStorageProvider(source, DatabaseOptions.CREATE);
    storage.setJobMapper(new org.jobrunr.jobs.mappers.JobMapper(json));
    scheduler = new JobScheduler(storage);
    server =
        new BackgroundJobServer(
            storage,
            json,
            null,
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(LOOK)
                .andWorkerCount(inFlight));
  }

  @Override
  public void load(int messages, String url) {
    PeerCall.to(url);
    // a lambda: it looks into its code to find the method and its arguments
    scheduler.enqueue(
        Stream.generate(() -> UUID.randomUUID().toString()).limit(messages),
        id -> PeerCall.make(id));
  }

  @Override
  public void go() {
    if (started) {
      server.resumeProcessing();
    } else {
      server.start();
      started = true;
    }
  }

  @Override
  public void rest() {
    server.pauseProcessing();
  }
}
