package io.truebell.core.wire;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * An open connection to one server.
 *
 * @param channel the TCP connection
 * @param socket what is talked through: the channel's own, or the TLS around it
 * @param since when it was made, by {@link System#nanoTime}
 */
record Connection(SocketChannel channel, Socket socket, long since) {
  /**
   * Whether nothing has come over it since the last answer: neither its end nor a byte that nobody
   * asked for.
   */
  boolean quiet() {
    try {
      channel.configureBlocking(false);
      int read = channel.read(ByteBuffer.allocate(1));
      channel.configureBlocking(true);
      return read == 0;
    } catch (IOException e) {
      return false;
    }
  }

  void close() {
    try {
      socket.close();
      channel.close();
    } catch (IOException e) {
      // it is as closed as it will ever be
    }
  }
}
