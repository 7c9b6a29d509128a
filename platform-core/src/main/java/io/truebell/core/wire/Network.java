package io.truebell.core.wire;

import java.net.InetAddress;

/** A range of addresses with a common prefix. */
record Network(InetAddress base, int prefix) {
  /**
   * Reads CIDR form.
   *
   * @throws IllegalArgumentException when it is not a literal address, a slash and a fitting number
   */
  static Network parse(String cidr) {
    int slash = cidr.indexOf('/');
    if (slash > 0) {
      InetAddress base = InetAddress.ofLiteral(cidr.substring(0, slash));
      int prefix = Integer.parseInt(cidr.substring(slash + 1));
      if (prefix >= 0 && prefix <= base.getAddress().length * 8) {
        return new Network(base, prefix);
      }
    }
    throw new IllegalArgumentException("not a network in CIDR form: " + cidr);
  }

  boolean contains(InetAddress address) {
    byte[] mine = base.getAddress();
    byte[] other = address.getAddress();
    if (mine.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((mine[bit / 8] & mask) != (other[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
