package io.truebell.bench.stage;

import io.truebell.bench.peer.Peer;
import io.truebell.infra.PostgresAccess;
import java.io.File;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Everything that runs during a benchmark. */
public final class Stage implements AutoCloseable {
  private static final long LEAST_MEMORY = 6L << 30;

  private final Options options;
  private final Path folder;
  private final Stores stores;
  private final ProviderProcess provider;
  private final Meter meter;

  /** Starts the stores and the provider. */
  public Stage(Options options) throws SQLException, InterruptedException {
    this.options = options;
    this.folder = Path.of(options.text("data", defaultFolder())).toAbsolutePath();
    this.stores = Stores.start(folder, !options.has("keep") || options.has("fresh"));
    this.provider = ProviderProcess.start();
    this.meter = new Meter(stores);
    meter.count(provider.process());
  }

  /** Memory where the machine has it: a shared disk's moods would be measured otherwise. */
  private static String defaultFolder() {
    File memory = new File("/dev/shm");
    boolean fits = memory.canWrite() && memory.getUsableSpace() > LEAST_MEMORY;
    return (fits ? "/dev/shm" : System.getProperty("java.io.tmpdir")) + "/truebell-bench";
  }

  public Options options() {
    return options;
  }

  public Path folder() {
    return folder;
  }

  public Stores stores() {
    return stores;
  }

  public ProviderProcess provider() {
    return provider;
  }

  public Meter meter() {
    return meter;
  }

  public Jvm jvm() {
    return new Jvm(options.text("heap", "512m"));
  }

  /** Starts the application with these settings as arguments. */
  public Platform platform(String... settings) throws InterruptedException {
    return Platform.start(this, settings);
  }

  /** Starts a peer by its name. */
  public JavaProcess peer(String name, int inFlight) throws InterruptedException {
    PostgresAccess peers = stores.peers();
    JavaProcess process =
        JavaProcess.start(
            name,
            jvm().options(""),
            System.getProperty("java.class.path"),
            Peer.class.getName(),
            List.of(
                name, peers.jdbcUrl(), peers.user(), peers.password(), Integer.toString(inFlight)));
    meter.count(process);
    process.await("peer ready");
    return process;
  }

  @Override
  public void close() throws SQLException {
    meter.close();
    provider.close();
    stores.close();
    if (!options.has("keep")) {
      Stores.remove(folder);
    }
  }
}
