package io.truebell.bench.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CallTest {
  private static final String FIRST =
      "POST /turn/0/a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody";
  private static final String SECOND = "GET /-/sums HTTP/1.1\r\nConnection: close\r\n\r\n";

  private final ByteBuffer in = ByteBuffer.allocate(512);

  @Test
  void aRequestIsWaitedForUntilItsLastByte() {
    put(FIRST.substring(0, FIRST.length() - 1));
    assertThat(Call.next(in)).isNull();

    put("y");
    assertThat(Call.next(in)).isEqualTo(new Call("/turn/0/a", false));
    assertThat(in.position()).isZero();
  }

  @Test
  void twoRequestsInOneReadAreTwo() {
    put(FIRST + SECOND);

    assertThat(Call.next(in)).isEqualTo(new Call("/turn/0/a", false));
    assertThat(Call.next(in)).isEqualTo(new Call("/-/sums", true));
    assertThat(Call.next(in)).isNull();
  }

  private void put(String text) {
    in.put(text.getBytes(StandardCharsets.US_ASCII));
  }
}
