package io.truebell.admin.demo;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The platform's own API, as a client with a key uses it. */
final class LoopbackApi {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  private final RestClient rest;
  private final JsonMapper json;

  LoopbackApi(String url, String key, JsonMapper json) {
    JdkClientHttpRequestFactory requests =
        new JdkClientHttpRequestFactory(HttpClient.newBuilder().connectTimeout(CONNECT).build());
    requests.setReadTimeout(ANSWER);
    this.rest =
        RestClient.builder()
            .requestFactory(requests)
            .baseUrl(url)
            .defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + key)
            .build();
    this.json = json;
  }

  /**
   * What is there.
   *
   * @throws RestClientException when it is refused, or nobody answers
   */
  JsonNode get(String path, Object... variables) {
    return read(rest.get().uri(path, variables).retrieve().body(String.class));
  }

  /**
   * What comes of sending that.
   *
   * @param body anything that can be JSON
   * @throws RestClientException when it is refused, or nobody answers
   */
  JsonNode send(HttpMethod method, String path, Object body, Object... variables) {
    return send(method, Map.of(), path, body, variables);
  }

  /** The same with more headers. */
  JsonNode send(
      HttpMethod method,
      Map<String, String> headers,
      String path,
      Object body,
      Object... variables) {
    return read(
        rest.method(method)
            .uri(path, variables)
            .headers(all -> headers.forEach(all::set))
            .contentType(MediaType.APPLICATION_JSON)
            .body(json.writeValueAsString(body))
            .retrieve()
            .body(String.class));
  }

  private JsonNode read(@Nullable String body) {
    return body == null || body.isEmpty() ? MissingNode.getInstance() : json.readTree(body);
  }
}
