package io.truebell.bench.stage;

import io.truebell.infra.PostgresAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The real application, as one process or several on the same stores. */
public final class Platform implements AutoCloseable {
  private static final String MAIN = "io.truebell.TruebellApplication";
  private static final List<String> SCOPES =
      List.of("notifications:write", "notifications:read", "recipients", "channels", "inbox");

  private final Stage stage;
  private final List<JavaProcess> nodes = new ArrayList<>();
  private Api operator = new Api("", "");

  private Platform(Stage stage) {
    this.stage = stage;
  }

  /**
   * Starts the first process and waits until it answers.
   *
   * @param settings as command line arguments
   */
  static Platform start(Stage stage, String... settings) throws InterruptedException {
    Platform platform = new Platform(stage);
    Path keys = stage.stores().folder().resolve("demo.env");
    String url = platform.launch(keys, List.of(settings));
    platform.operator = new Api(url, key(keys));
    return platform;
  }

  /** Starts one more on the same stores, which sends and is never asked for anything. */
  public void startWorker(String... settings) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(settings));
    arguments.add("--truebell.role=worker");
    String ignored =
        launch(stage.stores().folder().resolve("demo" + nodes.size() + ".env"), arguments);
  }

  /** Returns where it answers, once it does. */
  private String launch(Path keys, List<String> settings) throws InterruptedException {
    PostgresAccess postgres = stage.stores().postgres();
    List<String> arguments = new ArrayList<>();
    arguments.add("--server.port=0");
    arguments.add("--truebell.postgres.url=" + postgres.jdbcUrl());
    arguments.add("--truebell.postgres.user=" + postgres.user());
    arguments.add("--truebell.postgres.password=" + postgres.password());
    arguments.add("--truebell.redis.url=" + stage.stores().redis());
    arguments.add("--truebell.vault.master-key-file=" + stage.stores().masterKey());
    arguments.add("--truebell.limits.requests-per-minute=100000000");
    arguments.add("--truebell.demo.enabled=true");
    arguments.add("--truebell.demo.file=" + keys);
    arguments.addAll(settings);
    arguments.addAll(stage.options().appArguments());
    JavaProcess node =
        JavaProcess.start(
            "app",
            stage.jvm().options(stage.options().appJavaOptions()),
            stage.options().app() + ":" + stage.options().channel(),
            MAIN,
            arguments);
    nodes.add(node);
    stage.meter().count(node);
    return node.await("Truebell is ready at");
  }

  private static String key(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.contains("TRUEBELL_OPERATOR_KEY="))
          .map(line -> line.substring(line.indexOf('=') + 1))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JavaProcess node() {
    return nodes.getFirst();
  }

  public Api operator() {
    return operator;
  }

  /** A new tenant with a key of its own and nothing else. */
  public BenchTenant tenant(String slug) throws InterruptedException {
    JsonNode made = operator.post("/v1/operator/tenants", Map.of("slug", slug, "name", slug));
    String id = made.path("id").asString();
    JsonNode key =
        operator.post(
            "/v1/operator/tenants/" + id + "/api-keys", Map.of("name", "bench", "scopes", SCOPES));
    return new BenchTenant(id, slug, new Api(operator.base(), key.path("key").asString()));
  }

  @Override
  public void close() {
    nodes.forEach(
        node -> {
          stage.meter().forget(node);
          node.close();
        });
  }
}
