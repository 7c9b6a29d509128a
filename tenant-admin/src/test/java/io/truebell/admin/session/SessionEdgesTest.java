package io.truebell.admin.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.FullStack;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.session.web.http.SessionRepositoryFilter;

class SessionEdgesTest extends FullStack {
  @Autowired private FilterRegistrationBean<SessionRepositoryFilter<?>> filter;

  @Test
  void wrongKeysFromOneAddressAreLimitedAndRightOnesAreNotCounted() throws Exception {
    TestTenant tenant = newTenant();
    String csrf = csrf();
    try (HttpClient client = from("127.0.0.9");
        HttpClient neighbour = from("127.0.0.10")) {
      for (int i = 0; i < 12; i++) {
        assertThat(signIn(client, csrf, tenant.key()).statusCode()).isEqualTo(200);
      }
      for (int i = 0; i < 10; i++) {
        assertThat(signIn(client, csrf, "tbk_nonsense").statusCode()).isEqualTo(401);
      }
      HttpResponse<String> refused = signIn(client, csrf, tenant.key());

      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("\"code\":\"too_many_requests\"");
      assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 6L);
      assertThat(signIn(neighbour, csrf, tenant.key()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void overHttpsTheCookieIsSecure() throws Exception {
    MockHttpServletRequest request = new MockHttpServletRequest("POST", "/v1/session");
    request.setSecure(true);
    MockHttpServletResponse response = new MockHttpServletResponse();

    filter
        .getFilter()
        .doFilter(request, response, (asked, answer) -> ((HttpServletRequest) asked).getSession());

    assertThat(response.getHeader("Set-Cookie")).contains("Secure", "HttpOnly", "SameSite=Strict");
  }

  @Test
  void settingsOfNoUseEndTheStart() {
    Duration hour = Duration.ofHours(1);
    assertThatThrownBy(() -> new SessionSettings(hour.plusSeconds(1), hour, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SessionSettings(hour, hour, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private String csrf() {
    Browser browser = Browser.opened(nobody());
    return browser.cookie(Browser.CSRF);
  }

  private static HttpClient from(String address) throws IOException {
    return HttpClient.newBuilder().localAddress(InetAddress.getByName(address)).build();
  }

  private HttpResponse<String> signIn(HttpClient client, String csrf, String key)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(nobody().base() + "/v1/session"))
            .header("Content-Type", "application/json")
            .header("Cookie", Browser.CSRF + "=" + csrf)
            .header("X-XSRF-TOKEN", csrf)
            .POST(BodyPublishers.ofString("{\"key\":\"" + key + "\"}"))
            .build(),
        BodyHandlers.ofString());
  }
}
