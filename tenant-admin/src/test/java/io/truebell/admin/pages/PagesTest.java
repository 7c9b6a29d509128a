package io.truebell.admin.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.Api.Answer;
import io.truebell.FullStack;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest extends FullStack {
  private static final String SCRIPT = "/assets/probe-1a2b3c4d.js";
  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/messages",
        "/messages/01a22f21-a328-7000-b7e8-d915d3694995",
        "/messages?state=UNKNOWN",
        "/why",
        "/compose",
        "/channels",
        "/channels/01a22f21-a328-7000-b7e8-d915d3694995",
        "/recipients",
        "/recipients/mei.lin",
        "/recipients/%E6%9E%97%E6%A2%85",
        "/sign-in"
      })
  void everyPageIsTheOneDocument(String address) {
    Answer page = browser().get(address).expect(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.text()).isEqualTo(browser().get("/index.html").expect(200).text());
    assertThat(page.text()).contains("<!doctype html>");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void aWrongLinkDrawsAPageAndIsNotFound() {
    for (String address : List.of("/nowhere", "/messages/a/b", "/v2/messages", "/recipientsx")) {
      Answer page = browser().get(address).expect(404);
      assertThat(page.header("Content-Type")).startsWith("text/html");
      assertThat(page.text()).isEqualTo(browser().get("/index.html").text());
      assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    }
  }

  @Test
  void whatProgramsAskForIsNeverAPage() {
    TestTenant tenant = newTenant();
    Api person = tenant.api().with("Accept", BROWSER);
    person.get("/v1/nowhere").problem(404, "not_found");
    person.get("/v1/recipients/nobody").problem(404, "not_found");
    browser().get("/v1/nowhere").problem(401, "unauthenticated");
    for (String address :
        List.of("/robots.txt", "/sandbox/x", "/health/nowhere", "/r", "/assets/gone-1.js")) {
      assertThat(browser().get(address).text()).as(address).doesNotContain("<!doctype");
    }
    browser().get("/assets/nowhere").problem(404, "not_found");
    nobody().get("/nowhere").problem(404, "not_found");
    nobody().with("Accept", "application/json").get("/nowhere").problem(404, "not_found");
    nobody().with("Accept", "nonsense").get("/nowhere").problem(404, "not_found");
    browser().post("/nowhere").problem(404, "not_found");
  }

  @Test
  void anAssetIsKeptForAYearAndAMissingOneIsNot() {
    Answer script = browser().get(SCRIPT).expect(200);
    assertThat(script.header("Cache-Control").split(", "))
        .containsExactlyInAnyOrder("max-age=31536000", "public", "immutable");
    assertThat(script.header("Content-Type")).startsWith("text/javascript");
    assertThat(browser().get("/assets/gone-1a2b3c4d.js").expect(404).header("Cache-Control"))
        .doesNotContain("immutable", "public");
  }

  @Test
  void textIsCompressed() {
    Api zips = browser().with("Accept-Encoding", "gzip");
    for (String address : List.of(SCRIPT, "/assets/probe-1a2b3c4d.css", "/v1/openapi.json")) {
      assertThat(zips.get(address).expect(200).header("Content-Encoding"))
          .as(address)
          .isEqualTo("gzip");
    }
  }

  @Test
  void theDocumentMayLoadFromHereAloneAndRunNoScriptWithinItself() {
    for (String address : List.of("/", "/messages", "/nowhere", SCRIPT)) {
      String policy = browser().get(address).header("Content-Security-Policy");
      assertThat(List.of(policy.split("; ?")))
          .containsExactlyInAnyOrder(
              "default-src 'none'",
              "style-src 'self' 'unsafe-inline'",
              "img-src 'self' data:",
              "script-src 'self'",
              "connect-src 'self'",
              "base-uri 'none'",
              "form-action 'none'",
              "frame-ancestors 'none'");
    }
  }

  private Api browser() {
    return nobody().with("Accept", BROWSER);
  }
}
