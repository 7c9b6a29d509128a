package io.truebell.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.infra.StartProblem;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class HttpAddressTest {
  @Test
  void aTakenPortIsNamedAndAFreeOneIsAccepted() throws Exception {
    HttpAddress address;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = new HttpAddress("127.0.0.1", taken.getLocalPort());
      assertThatThrownBy(address::requireFree)
          .isInstanceOf(StartProblem.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
    }
    assertThatCode(address::requireFree).doesNotThrowAnyException();
  }

  @Test
  void portZeroIsAlwaysFree() {
    assertThatCode(new HttpAddress("127.0.0.1", 0)::requireFree).doesNotThrowAnyException();
  }

  @Test
  void anAddressThatABrowserCanOpenIsTold() {
    assertThat(new HttpAddress("0.0.0.0", 0).withPort("8080").url())
        .isEqualTo("http://localhost:8080");
    assertThat(new HttpAddress("127.0.0.1", 9).url()).isEqualTo("http://127.0.0.1:9");
  }
}
