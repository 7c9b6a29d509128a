package io.truebell.core.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks names up. May block for as long as it likes; the wire does not wait for it longer. */
public interface AddressResolver {
  /**
   * Every address of {@code host}, in the order in which they are to be tried.
   *
   * @throws UnknownHostException when the name has none
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;

  /** The operating system's resolver. */
  static AddressResolver system() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}
