package io.truebell.receipts.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.rest.ApiProblem;
import io.truebell.receipts.address.ReceiptsSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The bytes that the parser sees are the bytes that came over the wire. */
class InboundHttpTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static PostOffice office;
  private static ConfigurableApplicationContext web;

  @BeforeAll
  static void start() {
    office = new PostOffice();
    web =
        new SpringApplicationBuilder(Web.class)
            .properties(Map.of("server.port", "0", "server.address", "127.0.0.1"))
            .run();
  }

  @AfterAll
  static void stop() {
    web.close();
    office.close();
  }

  @Configuration
  @EnableAutoConfiguration
  static class Web {
    @Bean
    InboundController inbound() {
      return new InboundController(
          office.bean(ReceiveReceipts.class), office.bean(ReceiptsSettings.class));
    }

    @RestControllerAdvice
    static class Refusals {
      @ExceptionHandler
      ResponseEntity<String> refused(ApiProblem problem) {
        return ResponseEntity.status(problem.status()).body(problem.code());
      }
    }
  }

  private static HttpResponse<String> post(String token, String body, String signature)
      throws IOException, InterruptedException {
    String port = web.getEnvironment().getProperty("local.server.port");
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/in/" + token))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("X-Twilio-Signature", signature)
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void aFormWithAnEmojiArrivesUntouched() throws Exception {
    office.knownRefs.add("SM1");
    String token = office.token();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("MessageStatus", "delivered");
    fields.put("Text", "😊 + ü & =");
    fields.put("MessageSid", "SM1");
    String signature =
        TwilioLikeParser.sign(PostOffice.TOKEN, "https://bell.example.com/in/" + token, fields);
    // an order and an escaping that no library would make again
    String body = TwilioLikeParser.form(fields).replace("%F0%9F%98%8A", "%f0%9f%98%8a");

    assertThat(post(token, body, signature).statusCode()).isEqualTo(200);
    assertThat(office.read()).isTrue();

    assertThat(office.told).last().satisfies(r -> assertThat(r.text()).isEqualTo("😊 + ü & ="));
  }

  @Test
  void aForgedOneIsRefused() throws Exception {
    assertThat(post(office.token(), "MessageSid=SM1&MessageStatus=delivered", "x").statusCode())
        .isEqualTo(401);
  }

  @Test
  void aBodyThatIsTooLargeIsNotRead() throws Exception {
    assertThat(post(office.token(), "a=" + "x".repeat(256 * 1024), "x").statusCode())
        .isEqualTo(413);
  }
}
