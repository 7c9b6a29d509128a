package io.truebell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The platform's API as a client sees it. */
public final class Api {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String base;
  private final Map<String, String> headers;

  public Api(String base) {
    this(base, Map.of());
  }

  private Api(String base, Map<String, String> headers) {
    this.base = base;
    this.headers = headers;
  }

  /** The same API with this key. */
  public Api as(String key) {
    return with("Authorization", "Bearer " + key);
  }

  /** The same API with one more header on each request. */
  public Api with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Api(base, more);
  }

  /** Where it is served. */
  public String base() {
    return base;
  }

  /** What it sends as that header. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  public Answer get(String path) {
    return send("GET", path, null);
  }

  public Answer post(String path) {
    return send("POST", path, null);
  }

  public Answer post(String path, Object body) {
    return send("POST", path, body);
  }

  public Answer put(String path, Object body) {
    return send("PUT", path, body);
  }

  public Answer patch(String path, Object body) {
    return send("PATCH", path, body);
  }

  public Answer delete(String path) {
    return send("DELETE", path, null);
  }

  /** Sends a body that is text as it is, and anything else as JSON. */
  public Answer send(String method, String path, @Nullable Object body) {
    String text =
        body == null || body instanceof String ? (String) body : JSON.writeValueAsString(body);
    return raw(
        method,
        path,
        "application/json",
        text == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text));
  }

  /** Sends whatever it is given. */
  public Answer raw(String method, String path, String contentType, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).method(method, body);
    if (body.contentLength() != 0) {
      request.header("Content-Type", contentType);
    }
    headers.forEach(request::header);
    try {
      return new Answer(HTTP.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What came back. */
  public record Answer(HttpResponse<String> response) {
    public int status() {
      return response.statusCode();
    }

    public String text() {
      return response.body();
    }

    public JsonNode json() {
      return JSON.readTree(response.body());
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** Fails when the status is another one. */
    public Answer expect(int status) {
      assertThat(status()).as(response.request().uri() + " answered " + text()).isEqualTo(status);
      return this;
    }

    /** Fails when this is not a problem with that status and code. */
    public JsonNode problem(int status, String code) {
      expect(status);
      assertThat(header("Content-Type")).startsWith("application/problem+json");
      JsonNode problem = json();
      assertThat(problem.path("code").asString()).as(text()).isEqualTo(code);
      assertThat(problem.path("status").asInt()).isEqualTo(status);
      assertThat(problem.path("type").asString()).isEqualTo("urn:truebell:problem:" + code);
      assertThat(problem.path("title").asString()).isNotBlank();
      assertThat(problem.path("detail").asString()).isNotBlank();
      assertThat(problem.path("request_id").asString()).isEqualTo(header("X-Request-Id"));
      return problem;
    }

    /** Fails when this is not a 422 that blames that field. */
    public void blames(String field, String code) {
      JsonNode problem = problem(422, "invalid_input");
      assertThat(problem.path("errors").valueStream())
          .as(text())
          .anyMatch(
              error ->
                  error.path("field").asString().equals(field)
                      && error.path("code").asString().equals(code));
    }
  }
}
