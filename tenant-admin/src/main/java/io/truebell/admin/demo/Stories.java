package io.truebell.admin.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives the tenant of the stories its day, once the platform is ready and beside all else. What was
 * broken off goes on with the next start; what was told to the end is not told again.
 */
@Component
@ConditionalOnBooleanProperty({"truebell.demo.enabled", "truebell.demo.stories"})
class Stories {
  private static final Logger LOG = LoggerFactory.getLogger(Stories.class);

  private final DemoSettings settings;
  private final Environment environment;
  private final JsonMapper json;
  private final Clock clock;

  Stories(DemoSettings settings, Environment environment, JsonMapper json, Clock clock) {
    this.settings = settings;
    this.environment = environment;
    this.json = json;
    this.clock = clock;
  }

  @EventListener(ApplicationReadyEvent.class)
  void begin() {
    Thread ignored = Thread.ofVirtual().name("truebell-stories").start(this::tell);
  }

  private void tell() {
    String key = DemoKeys.read(settings.file()).get(DemoKeys.PAGES_KEY);
    if (key == null) {
      return;
    }
    try {
      Telling telling = new Telling(new LoopbackApi(Demo.url(environment), key, json), clock);
      JsonNode book = book();
      if (!telling.isTold(book)) {
        telling.tell(book);
        LOG.info("the stories of the tenant {} are told", Demo.STORIES);
      }
    } catch (RestClientException | UncheckedIOException | IllegalStateException e) {
      LOG.warn("the stories are not told to the end; the next start goes on: {}", e.toString());
    }
  }

  private JsonNode book() {
    try (InputStream in = new ClassPathResource("demo/juniper.json").getInputStream()) {
      return json.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
