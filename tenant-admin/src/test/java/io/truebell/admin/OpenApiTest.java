package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.FullStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest extends FullStack {
  private static final Path COMMITTED =
      Path.of(System.getProperty("truebell.root", ".."), "docs", "openapi.json");

  @Test
  void theCommittedDescriptionIsTheOneThatIsServed() throws IOException {
    String served = nobody().get("/v1/openapi.json").expect(200).text() + "\n";
    if (Boolean.getBoolean("truebell.docs.write")) {
      Files.writeString(COMMITTED, served);
    }
    assertThat(Files.readString(COMMITTED))
        .as("docs/openapi.json is stale: ./truebell docs writes it anew")
        .isEqualTo(served);
  }

  @Test
  void everyOperationHasItsOwnNameAndSaysHowItRefuses() {
    JsonNode api = nobody().get("/v1/openapi.json").json();
    assertThat(api.path("openapi").asString()).startsWith("3.1");
    Set<String> names = new HashSet<>();
    for (JsonNode path : api.path("paths")) {
      for (JsonNode operation : path) {
        String name = operation.path("operationId").asString();
        assertThat(names.add(name)).as("operation id " + name + " is used once").isTrue();
        assertThat(name).matches("[a-z][A-Za-z]+");
        assertThat(operation.path("responses").has("401")).as(name).isTrue();
        assertThat(operation.path("responses").has("default")).as(name).isTrue();
      }
    }
    assertThat(names).contains("createKey", "whoAmI").hasSizeGreaterThan(10);
  }
}
