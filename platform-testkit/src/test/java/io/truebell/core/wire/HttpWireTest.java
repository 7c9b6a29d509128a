package io.truebell.core.wire;

import static io.truebell.testkit.Behaviour.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.FakeProvider;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpWireTest {
  private static final Duration AMPLE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final WireSettings LOOPBACK_TOO =
      new WireSettings(List.of("127.0.0.0/8"), Set.of(443));

  private final FakeProvider provider = FakeProvider.plain();
  private final HttpWire wire = new HttpWire(WireSettings.DEFAULT, AddressResolver.system());

  @AfterEach
  void stop() {
    provider.close();
    wire.close();
  }

  @Test
  void aWholeAnswerIsReturnedAsItCame() {
    provider.always(answer(418, "完成").with("X-Two", "b"));
    Answered answered = (Answered) wire.exchange(post(provider.uri("/a/b?c=%20d"), AMPLE));
    assertThat(answered.status()).isEqualTo(418);
    assertThat(text(answered)).isEqualTo("完成");
    assertThat(answered.header("x-TWO")).contains("b");
    assertThat(answered.cut()).isFalse();
  }

  @Test
  void theRequestArrivesWithItsBodyAndAsksForNoCompression() {
    provider.always(answer(200, ""));
    wire.exchange(post(provider.uri("/a/b?c=%20d"), AMPLE));
    assertThat(provider.only().method()).isEqualTo("POST");
    assertThat(provider.only().target()).isEqualTo("/a/b?c=%20d");
    assertThat(provider.only().text()).isEqualTo("text=早上好");
    assertThat(provider.only().header("accept-encoding")).contains("identity");
    assertThat(provider.only().header("x-own")).contains("mine");
    assertThat(provider.only().header("host")).contains("127.0.0.1:" + provider.port());
  }

  @Test
  void anInterimAnswerIsNotTheAnswer() {
    provider.always(raw("HTTP/1.1 103 Early\r\nX: y\r\n\r\nHTTP/1.1 204 No\r\n\r\n"));
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE)))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(204));
  }

  @Test
  void anAnswerThatEndsWithTheConnectionIsWhole() {
    provider.always(raw("HTTP/1.1 200 OK\r\n\r\nall of it"));
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE)))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(text(a)).isEqualTo("all of it"));
  }

  @Test
  void aChunkedAnswerIsPutTogether() {
    provider.always(
        raw(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"));
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE)))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(text(a)).isEqualTo("abcd"));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectIsReportedAndNotFollowed(int status) {
    provider.always(Behaviour.redirect(status, provider.uri("/elsewhere").toString()));
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE)))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(status));
    assertThat(provider.received()).hasSize(1);
  }

  @Test
  void aHugeAnswerIsReadNoFurtherThanItIsKept() {
    provider.always(new Behaviour.Huge(1L << 40));
    Answered answered = (Answered) wire.exchange(post(provider.uri("/"), AMPLE));
    assertThat(answered.body()).hasSize(Wire.MAX_ANSWER);
    assertThat(answered.cut()).isTrue();
  }

  @Test
  void aCompressedAnswerIsNotUnpacked() {
    provider.always(Behaviour.gzipBomb(200));
    Answered answered = (Answered) wire.exchange(post(provider.uri("/"), AMPLE));
    assertThat(answered.body()).startsWith(0x1f, 0x8b);
    assertThat(answered.body().length).isLessThanOrEqualTo(Wire.MAX_ANSWER);
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of(new Behaviour.Close(), "connection_lost"),
        Arguments.of(new Behaviour.Reset(), "connection_lost"),
        Arguments.of(Behaviour.halfHead(200), "half_answer"),
        Arguments.of(named("a status line only", "HTTP/1.1 200 OK\r\n"), "half_answer"),
        Arguments.of(named("no empty line", "HTTP/1.1 200 OK\r\nA: b\r\n"), "half_answer"),
        Arguments.of(named("no line at all", "HTTP/1.1 2"), "half_answer"),
        Arguments.of(Behaviour.halfBody(200, "完成"), "half_answer"),
        Arguments.of(
            named(
                "an unfinished chunk",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab"),
            "half_answer"),
        Arguments.of(
            named(
                "no last chunk",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"),
            "half_answer"),
        Arguments.of(
            named("a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab"),
            "bad_answer"),
        Arguments.of(
            named("a bad length", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab"), "bad_answer"),
        Arguments.of(named("another protocol", "SSH-2.0-OpenSSH_9\r\n\r\n\r\n"), "bad_answer"),
        Arguments.of(
            named("an endless header", "HTTP/1.1 200 OK\r\nA: " + "b".repeat(20_000)),
            "bad_answer"),
        Arguments.of(
            named("too many headers", "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(200) + "\r\n"),
            "bad_answer"));
  }

  @Tag("SEND-2")
  @ParameterizedTest
  @MethodSource("broken")
  void withoutAWholeAnswerTheRequestIsLost(Behaviour behaviour, String code) {
    provider.always(behaviour);
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE)))
        .isInstanceOfSatisfying(Lost.class, lost -> assertThat(lost.code()).isEqualTo(code));
    assertThat(provider.received()).hasSize(1);
  }

  static Stream<Behaviour> slow() {
    byte[] whole =
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.UTF_8);
    byte[] body =
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    return Stream.of(
        new Behaviour.Hang(),
        new Behaviour.Drip(whole, Duration.ofMillis(200)),
        new Behaviour.Drip(body, Duration.ofMillis(50)));
  }

  @Tag("SEND-3")
  @ParameterizedTest
  @MethodSource("slow")
  void theDeadlineHoldsHoweverSlowlyTheAnswerDrips(Behaviour behaviour) {
    provider.always(behaviour);
    assertThat(wire.exchange(post(provider.uri("/"), SHORT)))
        .isInstanceOfSatisfying(Lost.class, lost -> assertThat(lost.code()).isEqualTo("timeout"));
  }

  @Test
  void aRefusedConnectionProvesThatNothingLeft() {
    try (FakeProvider refusing = FakeProvider.refusing()) {
      assertThat(wire.exchange(post(refusing.uri("/"), AMPLE))).satisfies(never("connect_failed"));
    }
  }

  @Test
  void anUnknownNameProvesThatNothingLeft() {
    try (HttpWire deaf = resolving(host -> failing(host))) {
      URI uri = URI.create("http://nobody.example/");
      assertThat(deaf.exchange(post(uri, AMPLE))).satisfies(never("dns_failed"));
    }
  }

  @Test
  void aNameServerThatNeverAnswersDoesNotHoldTheCall() {
    CountDownLatch silence = new CountDownLatch(1);
    try (HttpWire deaf = resolving(host -> waiting(silence))) {
      URI uri = URI.create("http://slow.example/");
      assertThat(deaf.exchange(post(uri, SHORT))).satisfies(never("dns_failed"));
    } finally {
      silence.countDown();
    }
  }

  @Test
  void anUntrustedCertificateProvesThatNothingLeft() {
    try (FakeProvider tls = FakeProvider.tls()) {
      assertThat(wire.exchange(post(tls.uri("/"), AMPLE))).satisfies(never("tls_failed"));
      assertThat(tls.received()).isEmpty();
    }
  }

  @Test
  void aCertificateForAnotherHostProvesThatNothingLeft() {
    try (FakeProvider tls = FakeProvider.tls();
        HttpWire trusting =
            new HttpWire(WireSettings.DEFAULT, host -> List.of(loopback()), tls.trust())) {
      URI other = URI.create("https://other.example:" + tls.port() + "/");
      assertThat(trusting.exchange(post(other, AMPLE))).satisfies(never("tls_failed"));
      assertThat(tls.received()).isEmpty();
      assertThat(trusting.exchange(post(tls.uri("/"), AMPLE))).isInstanceOf(Answered.class);
    }
  }

  @Test
  void aHandshakeThatHangsProvesThatNothingLeft() {
    URI uri = URI.create("https://127.0.0.1:" + provider.port() + "/");
    assertThat(wire.exchange(post(uri, SHORT))).satisfies(never("tls_failed"));
  }

  @Test
  void anAnswerOverTlsThatBreaksOffIsNotAWholeAnswer() {
    try (FakeProvider tls = FakeProvider.tls();
        HttpWire trusting = new HttpWire(WireSettings.DEFAULT, host -> List.of(), tls.trust())) {
      tls.always(Behaviour.halfBody(200, "完成"));
      assertThat(trusting.exchange(post(tls.uri("/"), AMPLE))).isInstanceOf(Lost.class);
    }
  }

  @Test
  void theNextAddressIsTriedWhenOneRefuses() {
    provider.always(answer(200, "ok"));
    InetAddress nobody = InetAddress.ofLiteral("127.0.0.2");
    try (HttpWire two = resolving(host -> List.of(nobody, loopback()))) {
      URI uri = URI.create("http://two.example:" + provider.port() + "/");
      assertThat(two.exchange(post(uri, AMPLE))).isInstanceOf(Answered.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "1.1.1.1 10.0.0.1", "fd00::1"})
  void aNameWithAnyAddressThatIsNotPublicIsRefusedUnconnected(String addresses) {
    List<InetAddress> found = Stream.of(addresses.split(" ")).map(InetAddress::ofLiteral).toList();
    try (HttpWire guarded = resolving(host -> found)) {
      URI uri = URI.create("https://innocent.example/hook");
      assertThat(guarded.exchange(guarded(uri))).satisfies(never("address_refused"));
    }
  }

  @Test
  void aLiteralAddressThatIsNotPublicIsRefused() {
    assertThat(wire.exchange(guarded(provider.uri("/")))).satisfies(never("address_refused"));
    assertThat(wire.exchange(guarded(URI.create("https://127.0.0.1/"))))
        .satisfies(never("address_refused"));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void aNameThatChangesItsMindIsNotAskedAgainAfterTheCheck() {
    List<String> asked = new ArrayList<>();
    InetAddress good = InetAddress.ofLiteral("127.0.0.1");
    InetAddress evil = InetAddress.ofLiteral("10.0.0.1");
    AddressResolver rebinding =
        host -> {
          asked.add(host);
          return List.of(asked.size() == 1 ? good : evil);
        };
    provider.always(answer(200, "ok"));
    try (HttpWire guarded = new HttpWire(LOOPBACK_TOO, rebinding)) {
      URI uri = URI.create("http://rebind.example:" + provider.port() + "/");
      assertThat(guarded.exchange(guarded(uri))).isInstanceOf(Answered.class);
      assertThat(asked).hasSize(1);
      assertThat(provider.only().header("host")).contains("rebind.example:" + provider.port());
      assertThat(guarded.exchange(guarded(uri))).satisfies(never("address_refused"));
      assertThat(provider.connections()).isEqualTo(1);
    }
  }

  @Test
  void aTenantsAddressWithInternationalLettersMustBeTidiedFirst() {
    URI uri = URI.create("https://例子.example/");
    assertThat(wire.exchange(guarded(uri))).satisfies(never("address_refused"));
  }

  @Test
  void aHeaderCannotBreakOutOfItsLine() {
    assertThatThrownBy(
            () ->
                new WireRequest(
                    "POST",
                    provider.uri("/"),
                    Map.of("X", "a\r\nEvil: b"),
                    new byte[0],
                    AMPLE,
                    Reach.FIXED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("Evil");
  }

  @Test
  void aConnectionWithoutAPromiseToKeepItOpenIsNotUsedAgain() {
    provider.then(answer(200, "ok"), answer(200, "ok").with("Connection", "close"));
    provider.always(answer(200, "ok"));
    for (int i = 0; i < 3; i++) {
      wire.exchange(post(provider.uri("/"), AMPLE));
    }
    assertThat(provider.connections()).isEqualTo(3);
  }

  @Test
  void aConnectionThatTheServerKeepsOpenIsUsedAgain() {
    provider.always(answer(200, "ok").with("Connection", "keep-alive"));
    for (int i = 0; i < 20; i++) {
      Answered answered = (Answered) wire.exchange(post(provider.uri("/" + i), AMPLE));
      assertThat(text(answered)).isEqualTo("ok");
    }
    assertThat(provider.connections()).isEqualTo(1);
    assertThat(provider.received()).hasSize(20);
  }

  @Test
  void aConnectionOverTlsIsUsedAgain() {
    try (FakeProvider tls = FakeProvider.tls();
        HttpWire trusting = new HttpWire(WireSettings.DEFAULT, host -> List.of(), tls.trust())) {
      tls.always(answer(200, "ok").with("Connection", "keep-alive"));
      for (int i = 0; i < 5; i++) {
        assertThat(trusting.exchange(post(tls.uri("/"), AMPLE))).isInstanceOf(Answered.class);
      }
      assertThat(tls.connections()).isEqualTo(1);
    }
  }

  @Test
  void twoAddressesOfTenantsNeverShareAConnection() {
    provider.always(answer(200, "ok").with("Connection", "keep-alive"));
    try (HttpWire guarded = new HttpWire(LOOPBACK_TOO, AddressResolver.system())) {
      for (String path : List.of("/hook/secret-a", "/hook/secret-b", "/hook/secret-a")) {
        assertThat(guarded.exchange(guarded(provider.uri(path)))).isInstanceOf(Answered.class);
      }
    }
    assertThat(provider.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nnever"})
  void anIdleConnectionThatEndsOrSpeaksUnaskedIsNotUsedAgain(String unasked) throws Exception {
    String promise = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok";
    try (ServerSocket server = new ServerSocket(0, 5, loopback());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      for (int i = 0; i < 3; i++) {
        Future<WireResult> result = threads.submit(() -> wire.exchange(post(uri, AMPLE)));
        Socket socket = server.accept();
        long ignored = socket.getInputStream().skip(1);
        socket.getOutputStream().write(promise.getBytes(StandardCharsets.US_ASCII));
        assertThat(text((Answered) result.get())).isEqualTo("ok");
        // the server breaks its promise; over the loopback this is seen at once
        if (unasked.isEmpty()) {
          socket.close();
        } else {
          socket.getOutputStream().write(unasked.getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
  }

  @Test
  void whatIsLostOnAReusedConnectionIsAsUnknownAsOnANewOne() {
    provider.then(answer(200, "ok").with("Connection", "keep-alive"), new Behaviour.Close());
    provider.always(answer(200, "ok"));
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE))).isInstanceOf(Answered.class);
    assertThat(wire.exchange(post(provider.uri("/"), AMPLE))).isInstanceOf(Lost.class);
    assertThat(provider.connections()).isEqualTo(1);
    assertThat(provider.received()).hasSize(2);
  }

  @Test
  void fiftyExchangesAtOnceDoNotMixTheirAnswers() throws Exception {
    provider.always(new Behaviour.Decide(request -> answer(200, request.target())));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<WireResult>> results = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        URI uri = provider.uri("/" + i);
        results.add(threads.submit(() -> wire.exchange(post(uri, AMPLE))));
      }
      for (int i = 0; i < 50; i++) {
        Answered answered = (Answered) results.get(i).get();
        assertThat(text(answered)).isEqualTo("/" + i);
      }
    }
  }

  private static HttpWire resolving(AddressResolver resolver) {
    return new HttpWire(WireSettings.DEFAULT, resolver);
  }

  private static InetAddress loopback() {
    return InetAddress.ofLiteral("127.0.0.1");
  }

  private static List<InetAddress> failing(String host) throws UnknownHostException {
    throw new UnknownHostException(host);
  }

  private static List<InetAddress> waiting(CountDownLatch silence) throws UnknownHostException {
    try {
      silence.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new UnknownHostException("late");
  }

  private static Consumer<WireResult> never(String code) {
    return result ->
        assertThat(result)
            .isInstanceOfSatisfying(NeverLeft.class, n -> assertThat(n.code()).isEqualTo(code));
  }

  private static String text(Answered answered) {
    return new String(answered.body(), StandardCharsets.UTF_8);
  }

  private static Behaviour raw(String text) {
    return named("raw", text);
  }

  private static Behaviour named(String name, String text) {
    return new Behaviour.Raw(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static WireRequest post(URI uri, Duration timeout) {
    return request(uri, timeout, Reach.FIXED);
  }

  private static WireRequest guarded(URI uri) {
    return request(uri, AMPLE, Reach.PUBLIC_ONLY);
  }

  private static WireRequest request(URI uri, Duration timeout, Reach reach) {
    byte[] body = "text=早上好".getBytes(StandardCharsets.UTF_8);
    return new WireRequest("POST", uri, Map.of("X-Own", "mine"), body, timeout, reach);
  }
}
