package io.truebell.bench.provider;

import com.example.bench.BenchCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * A lean HTTP/1.1 server with one thread. {@code POST /<tag>/<ms>/<id>} is written down and
 * answered after so many milliseconds; {@code hang} in place of the number never is. {@code
 * /-/sums}, {@code /-/calls} and {@code /-/forget} are for the benchmark.
 */
public final class Provider {
  private static final int LARGEST_REQUEST = 8192;
  private static final int BACKLOG = 4096;

  private final Ledger ledger = new Ledger(Clock.systemUTC());
  private final Queue<Later> later = new PriorityQueue<>(Comparator.comparingLong(Later::at));
  private final Selector selector;
  private final ServerSocketChannel server;

  private Provider() throws IOException {
    selector = Selector.open();
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  private record Later(long at, SocketChannel channel, byte[] answer, boolean close) {}

  /** Prints {@code ready <port>} and serves until it is killed or its starter is gone. */
  @SuppressWarnings("SystemOut") // read by the process that started this one
  public static void main(String[] arguments) throws IOException {
    Provider provider = new Provider();
    Thread.ofPlatform().daemon().start(Provider::endWithStarter);
    System.out.println("ready " + provider.server.socket().getLocalPort());
    provider.serve();
  }

  private static void endWithStarter() {
    try {
      while (System.in.read() >= 0) {
        // nothing is said on it: its end is what is waited for
      }
    } catch (IOException e) {
      // the same as its end
    }
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException {
    while (true) {
      Later next = later.peek();
      long wait = next == null ? 0 : TimeUnit.NANOSECONDS.toMillis(next.at() - System.nanoTime());
      selector.select(this::ready, next == null ? 0 : Math.max(1, wait));
      long now = System.nanoTime();
      for (next = later.peek(); next != null && next.at() <= now; next = later.peek()) {
        later.remove();
        answer(next.channel(), next.answer(), next.close());
      }
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else if (key.channel() instanceof SocketChannel channel
          && key.attachment() instanceof ByteBuffer in) {
        read(channel, in);
      }
    } catch (IOException e) {
      drop(key);
    }
  }

  private void accept() throws IOException {
    for (SocketChannel c = server.accept(); c != null; c = server.accept()) {
      c.configureBlocking(false);
      c.setOption(StandardSocketOptions.TCP_NODELAY, true);
      c.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(LARGEST_REQUEST));
    }
  }

  private void read(SocketChannel channel, ByteBuffer in) throws IOException {
    if (channel.read(in) < 0) {
      channel.close();
      return;
    }
    for (Call call = Call.next(in); call != null; call = Call.next(in)) {
      serve(channel, call);
    }
  }

  private void serve(SocketChannel channel, Call call) {
    String[] parts = call.path().substring(1).split("/", 3);
    if (parts[0].equals("-")) {
      answer(channel, response(control(parts[1]), call.close()), call.close());
      return;
    }
    ledger.record(parts[0], parts[2]);
    byte[] answer = response(BenchCall.answer(parts[2]), call.close());
    switch (parts[1]) {
      case "0" -> answer(channel, answer, call.close());
      case "hang" -> {}
      default -> {
        long wait = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(parts[1]));
        later.add(new Later(System.nanoTime() + wait, channel, answer, call.close()));
      }
    }
  }

  private String control(String what) {
    return switch (what) {
      case "sums" -> ledger.sums();
      case "calls" -> ledger.calls();
      default -> {
        ledger.forget();
        yield "";
      }
    };
  }

  private static byte[] response(String body, boolean close) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: "
            + content.length
            + (close ? "\r\nConnection: close" : "")
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(start.length + content.length).put(start).put(content).array();
  }

  private static void answer(SocketChannel channel, byte[] bytes, boolean close) {
    try {
      ByteBuffer out = ByteBuffer.wrap(bytes);
      while (out.hasRemaining()) {
        if (channel.write(out) == 0) {
          Thread.onSpinWait();
        }
      }
      if (close) {
        channel.close();
      }
    } catch (IOException e) {
      // the caller is gone; what it called is written down
    }
  }

  private static void drop(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      // it is gone
    }
  }
}
