package io.truebell.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicAddressesTest {
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, false",
    "0.255.255.255, false",
    "1.0.0.0, true",
    "1.1.1.1, true",
    "9.255.255.255, true",
    "10.0.0.0, false",
    "10.255.255.255, false",
    "11.0.0.0, true",
    "100.63.255.255, true",
    "100.64.0.0, false",
    "100.100.100.200, false",
    "100.127.255.255, false",
    "100.128.0.0, true",
    "126.255.255.255, true",
    "127.0.0.1, false",
    "127.255.255.255, false",
    "128.0.0.0, true",
    "168.63.129.15, true",
    "168.63.129.16, false",
    "169.253.255.255, true",
    "169.254.0.0, false",
    "169.254.169.254, false",
    "169.255.0.0, true",
    "172.15.255.255, true",
    "172.16.0.0, false",
    "172.31.255.255, false",
    "172.32.0.0, true",
    "192.0.0.1, false",
    "192.0.0.192, false",
    "192.0.1.0, true",
    "192.0.2.1, false",
    "192.88.99.1, false",
    "192.167.255.255, true",
    "192.168.0.0, false",
    "192.168.255.255, false",
    "192.169.0.0, true",
    "198.17.255.255, true",
    "198.18.0.0, false",
    "198.19.255.255, false",
    "198.20.0.0, true",
    "198.51.100.7, false",
    "203.0.113.7, false",
    "223.255.255.255, true",
    "224.0.0.1, false",
    "239.255.255.255, false",
    "240.0.0.0, false",
    "255.255.255.255, false",
    "::, false",
    "::1, false",
    "::7f00:1, false",
    "::ffff:127.0.0.1, false",
    "::ffff:10.0.0.1, false",
    "::ffff:0:127.0.0.1, false",
    "64:ff9b::7f00:1, false",
    "64:ff9b:1::1, false",
    "100::1, false",
    "2001::1, false",
    "2001:10::1, false",
    "2001:20::1, false",
    "2001:1ff:ffff::1, false",
    "2001:200::1, true",
    "2001:db8::1, false",
    "2001:4860:4860::8888, true",
    "2002:7f00:1::1, false",
    "2002:a00:1::1, false",
    "2003::1, true",
    "2606:4700:4700::1111, true",
    "2408:4000::1, true",
    "3fff::1, false",
    "3fff:fff:ffff::1, false",
    "3fff:1000::1, true",
    "4000::1, false",
    "5f00::1, false",
    "fc00::1, false",
    "fd12:3456::1, false",
    "fd00:ec2::254, false",
    "fe80::1, false",
    "febf::1, false",
    "fec0::1, false",
    "ff02::1, false",
  })
  void onlyGloballyReachableUnicastAddressesArePublic(String literal, boolean isPublic) {
    assertThat(PublicAddresses.contains(InetAddress.ofLiteral(literal))).isEqualTo(isPublic);
  }

  @Test
  void anAddressMappedIntoVersion6IsJudgedAsWhatItLeadsTo() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    System.arraycopy(new byte[] {(byte) 192, (byte) 168, 0, 1}, 0, mapped, 12, 4);
    assertThat(PublicAddresses.contains(InetAddress.getByAddress("name", mapped))).isFalse();
  }
}
