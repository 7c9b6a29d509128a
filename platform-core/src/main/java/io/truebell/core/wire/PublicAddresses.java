package io.truebell.core.wire;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses belong to the public Internet. {@link InetAddress}' own questions ({@code
 * isSiteLocalAddress} …) miss shared address space, unique local addresses and addresses that embed
 * another one.
 *
 * <p>Source: IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its
 * updates).
 */
final class PublicAddresses {
  private static final List<Network> NOT_PUBLIC_V4 =
      networks(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // shared address space of carriers; 100.100.100.200 is Aliyun's metadata
          "127.0.0.0/8", // loopback
          "168.63.129.16/32", // Azure's host service: a public number that leads to the host itself
          "169.254.0.0/16", // link-local, and most clouds' metadata
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // 6to4 relays
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, and broadcast

  /** Outside it are loopback, mapped, NAT64, unique local, link-local and multicast addresses. */
  private static final Network GLOBAL_UNICAST_V6 = Network.parse("2000::/3");

  private static final List<Network> NOT_PUBLIC_V6 =
      networks(
          "2001::/23", // protocol assignments, Teredo and ORCHID among them
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4, embeds any IPv4 address
          "3fff::/20"); // documentation

  private PublicAddresses() {}

  static boolean contains(InetAddress address) {
    if (address instanceof Inet4Address) {
      return NOT_PUBLIC_V4.stream().noneMatch(range -> range.contains(address));
    }
    return GLOBAL_UNICAST_V6.contains(address)
        && NOT_PUBLIC_V6.stream().noneMatch(range -> range.contains(address));
  }

  private static List<Network> networks(String... ranges) {
    return Stream.of(ranges).map(Network::parse).toList();
  }
}
