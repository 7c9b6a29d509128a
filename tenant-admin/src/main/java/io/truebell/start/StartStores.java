package io.truebell.start;

import io.truebell.infra.EmbeddedStores;
import io.truebell.infra.StartProblem;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Runs once the settings are known (files, environment, arguments) and before any bean is made, so
 * that the stores can be declared in any of these places.
 */
final class StartStores implements ApplicationListener<SpringApplicationEvent> {
  private @Nullable EmbeddedStores stores;

  @Override
  public void onApplicationEvent(SpringApplicationEvent event) {
    switch (event) {
      case ApplicationEnvironmentPreparedEvent prepared -> start(prepared.getEnvironment());
      case ApplicationReadyEvent ready -> ready(ready.getApplicationContext().getEnvironment());
      default -> {}
    }
  }

  private void start(ConfigurableEnvironment environment) {
    try {
      MissingStores missing = MissingStores.of(environment);
      HttpAddress address = HttpAddress.of(environment);
      if (missing.none()) {
        address.requireFree();
        return;
      }
      EmbeddedStores opened = EmbeddedStores.on(dataFolder(environment), address.url());
      stores = opened;
      SpringApplication.getShutdownHandlers().add(opened::close);
      address.requireFree();
      if (environment.getProperty("truebell.data.fresh", Boolean.class, false)) {
        opened.wipe();
      }
      environment
          .getPropertySources()
          .addFirst(new MapPropertySource("embeddedStores", missing.startOn(opened)));
    } catch (StartProblem problem) {
      System.err.println("truebell: " + problem.getMessage());
      System.exit(1);
    }
  }

  private static Path dataFolder(Environment environment) {
    return Path.of(environment.getProperty("truebell.data.folder", "data"));
  }

  private void ready(Environment environment) {
    String port = environment.getProperty("local.server.port");
    if (stores != null && port != null) {
      stores.announce(HttpAddress.of(environment).withPort(port).url());
    }
    if (environment.getProperty("truebell.start.only", Boolean.class, false)) {
      System.exit(0);
    }
  }
}
