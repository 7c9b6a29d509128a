package io.truebell.core.wire;

import java.util.List;
import java.util.Set;

/**
 * Settings below {@code truebell.wire}: where addresses that tenants supply may lead.
 *
 * @param allowedPrivateNetworks networks in CIDR form (e.g. {@code 10.20.0.0/16}) that such an
 *     address may reach although they are not public, by http too and at any port; empty by
 *     default. For installations inside a company's own network
 * @param allowedPorts ports that such an address may name; 443 and 8443 in {@link #DEFAULT}
 */
public record WireSettings(List<String> allowedPrivateNetworks, Set<Integer> allowedPorts) {
  /** Public addresses only, at the usual ports. */
  public static final WireSettings DEFAULT = new WireSettings(List.of(), Set.of(443, 8443));

  /**
   * @throws IllegalArgumentException when a network or a port is not one
   */
  public WireSettings {
    allowedPrivateNetworks = List.copyOf(allowedPrivateNetworks);
    allowedPorts = Set.copyOf(allowedPorts);
    allowedPrivateNetworks.forEach(Network::parse);
    for (int port : allowedPorts) {
      if (port < 1 || port > 65535) {
        throw new IllegalArgumentException("truebell.wire.allowed-ports: not a port: " + port);
      }
    }
  }

  List<Network> privateNetworks() {
    return allowedPrivateNetworks.stream().map(Network::parse).toList();
  }
}
