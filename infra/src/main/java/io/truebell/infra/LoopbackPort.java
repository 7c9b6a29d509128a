package io.truebell.infra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds a port for a store. */
final class LoopbackPort {
  private LoopbackPort() {}

  /** A port of the loopback address that was free a moment ago. */
  static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new StartProblem("no free port on the loopback address: " + e.getMessage(), e);
    }
  }
}
