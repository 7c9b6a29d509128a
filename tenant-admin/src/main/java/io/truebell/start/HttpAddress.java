package io.truebell.start;

import io.truebell.infra.StartProblem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.springframework.core.env.Environment;

/** Where the application is going to answer; port 0 means any free one. */
record HttpAddress(String host, int port) {

  static HttpAddress of(Environment environment) {
    return new HttpAddress(
        environment.getProperty("server.address", "0.0.0.0"),
        environment.getProperty("server.port", Integer.class, 8080));
  }

  HttpAddress withPort(String actual) {
    return new HttpAddress(host, Integer.parseInt(actual));
  }

  /** An address that a browser on this machine can open. */
  String url() {
    return "http://" + (host.equals("0.0.0.0") ? "localhost" : host) + ":" + port;
  }

  /**
   * Looks before anything is started.
   *
   * @throws StartProblem when something else listens there
   */
  void requireFree() {
    if (port == 0) {
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new StartProblem(
          "cannot listen on %s:%d (%s): stop what does, or choose another port with --port"
              .formatted(host, port, e.getMessage()));
    }
  }
}
