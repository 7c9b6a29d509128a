package io.truebell.bench.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The platform's API with one key. */
public final class Api {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String base;
  private final String key;

  public Api(String base, String key) {
    this.base = base;
    this.key = key;
  }

  public String base() {
    return base;
  }

  public String key() {
    return key;
  }

  /** The same key at another node. */
  Api at(String node) {
    return new Api(node, key);
  }

  public JsonNode get(String path) throws InterruptedException {
    return send(request(path).GET().build());
  }

  public JsonNode post(String path, Object body) throws InterruptedException {
    return send(request(path).POST(BodyPublishers.ofString(text(body))).build());
  }

  public JsonNode put(String path, Object body) throws InterruptedException {
    return send(request(path).PUT(BodyPublishers.ofString(text(body))).build());
  }

  public JsonNode patch(String path, Object body) throws InterruptedException {
    return send(request(path).method("PATCH", BodyPublishers.ofString(text(body))).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json");
  }

  static String text(Object body) {
    return body instanceof String s ? s : JSON.writeValueAsString(body);
  }

  private static JsonNode send(HttpRequest request) throws InterruptedException {
    try {
      HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(
            request.method()
                + " "
                + request.uri().getPath()
                + ": "
                + answer.statusCode()
                + " "
                + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new IllegalStateException("the application does not answer", e);
    }
  }
}
