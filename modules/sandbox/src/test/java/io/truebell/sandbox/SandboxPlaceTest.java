package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxPlaceTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 10.1.2.3",
    "127.0.0.1, 127.0.0.1",
    "0.0.0.0, 127.0.0.1",
    "::, 127.0.0.1",
    "::1, [0:0:0:0:0:0:0:1]"
  })
  void theSimulatorStandsWhereTheServerListens(String listening, String host) {
    assertThat(ServedSandboxes.host(InetAddress.ofLiteral(listening))).isEqualTo(host);
  }

  @Test
  void aServerWithoutAnAddressIsReachedOnLoopback() {
    assertThat(ServedSandboxes.host(null)).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.2, true",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.4, 10.1.2.3, false",
    "192.0.2.1, 0.0.0.0, false"
  })
  void onlyCallsFromThisMachineAreHeard(String remote, String local, boolean heard) {
    assertThat(SandboxController.fromHere(remote, local)).isEqualTo(heard);
  }
}
