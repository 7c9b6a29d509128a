package io.truebell.channel.wechat.simulator;

import static io.truebell.channel.wechat.simulator.WechatHouse.MINI;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ProviderSimulator.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimulatedTokensTest {
  private static final String SECRET = "7f3a9c0de1b2a4c8d5e6f7081920a1b2";
  private static final String APP = "wx8f4c2a1b3d5e6f70";
  private static WechatHouse house;

  @BeforeAll
  static void start() throws IOException {
    house = new WechatHouse();
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  @Test
  void aTokenStaysTheSameUntilItIsAboutToEnd() {
    JsonNode first = issue(false);
    house.clock.tick(Duration.ofMinutes(110));
    JsonNode same = issue(false);
    house.clock.tick(Duration.ofMinutes(6));
    JsonNode renewed = issue(false);

    assertThat(same.path("access_token")).isEqualTo(first.path("access_token"));
    assertThat(same.path("expires_in").asInt()).isEqualTo(first.path("expires_in").asInt() - 6600);
    assertThat(renewed.path("access_token")).isNotEqualTo(first.path("access_token"));
    assertThat(renewed.path("expires_in").asInt()).isEqualTo(7200);
    assertThat(check(first)).as("both are valid for a while").isZero();
    assertThat(check(renewed)).isZero();

    house.clock.tick(Duration.ofMinutes(5));

    assertThat(check(first)).isEqualTo(40001);
    assertThat(check(renewed)).isZero();
  }

  @Test
  void aForcedOneKillsTheOldOneAtOnce() {
    JsonNode old = issue(false);
    JsonNode fresh = issue(true);

    assertThat(check(old)).isEqualTo(40001);
    assertThat(check(fresh)).isZero();
  }

  @Test
  void anEndedOneIsNamedSo() {
    JsonNode token = issue(false);
    house.in(
        () -> {
          house.bean(SimulatedTokens.class).expire(MINI);
          return true;
        });

    assertThat(check(token)).isEqualTo(42001);
    assertThat(check("")).isEqualTo(41001);
    assertThat(check("access_token=other")).isEqualTo(40001);
    assertThat(check(issue(false))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "wx0000000000000000, 7f3a9c0de1b2a4c8d5e6f7081920a1b2, 40013",
    "wx8f4c2a1b3d5e6f70, another-secret, 40125",
    "wx8f4c2a1b3d5e6f70, sandbox-code-40164, 40164",
    "wx8f4c2a1b3d5e6f70, sandbox-code--1, -1"
  })
  void whoIsNotTheAppGetsNone(String app, String secret, int code) {
    assertThat(issue(app, secret, false).path("errcode").asInt()).isEqualTo(code);
  }

  private static JsonNode issue(boolean forced) {
    return issue(APP, SECRET, forced);
  }

  private static JsonNode issue(String app, String secret, boolean forced) {
    byte[] body =
        JsonMapper.shared()
            .writeValueAsBytes(Map.of("appid", app, "secret", secret, "force_refresh", forced));
    Request request = new Request(SimulatedTokens.PATH, Map.of(), body);
    byte[] answer = house.in(() -> house.bean(SimulatedTokens.class).issue(MINI, request)).body();
    return JsonMapper.shared().readTree(new String(answer, StandardCharsets.UTF_8));
  }

  private static int check(JsonNode token) {
    return check("access_token=" + token.path("access_token").asString());
  }

  private static int check(String query) {
    Request request = new Request("/", query, Map.of(), new byte[0]);
    return house.in(() -> house.bean(SimulatedTokens.class).check(MINI, request));
  }
}
