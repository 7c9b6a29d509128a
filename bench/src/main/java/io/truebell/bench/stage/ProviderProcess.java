package io.truebell.bench.stage;

import io.truebell.bench.provider.Provider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;

/** The provider as seen by the benchmark. */
public final class ProviderProcess implements AutoCloseable {
  private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx512m", "-XX:+UseSerialGC");

  private final HttpClient http = HttpClient.newHttpClient();
  private final JavaProcess process;
  private final String base;

  private ProviderProcess(JavaProcess process, String base) {
    this.process = process;
    this.base = base;
  }

  public static ProviderProcess start() throws InterruptedException {
    JavaProcess process =
        JavaProcess.start(
            "provider",
            OPTIONS,
            System.getProperty("java.class.path"),
            Provider.class.getName(),
            List.of());
    return new ProviderProcess(process, "http://127.0.0.1:" + process.await("ready "));
  }

  public JavaProcess process() {
    return process;
  }

  /**
   * Where to call.
   *
   * @param tag what the calls are found by
   * @param answers after how many milliseconds, or {@code hang}
   */
  public String url(String tag, String answers) {
    return base + "/" + tag + "/" + answers;
  }

  /**
   * What it has counted.
   *
   * @param first call, in µs since 1970
   * @param last the same
   */
  public record Sums(long calls, long distinct, long repeated, long first, long last) {}

  public Sums sums() throws InterruptedException {
    long[] n = Arrays.stream(ask("sums").split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new Sums(n[0], n[1], n[2], n[3], n[4]);
  }

  /** A call: when it came, in µs since 1970. */
  public record Called(String tag, String id, long at) {}

  public List<Called> calls() throws InterruptedException {
    return ask("calls")
        .lines()
        .map(line -> line.split(" ", -1))
        .map(f -> new Called(f[0], f[1], Long.parseLong(f[2])))
        .toList();
  }

  public void forget() throws InterruptedException {
    ask("forget");
  }

  private String ask(String what) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/-/" + what)).build();
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException("the provider is gone:\n" + process.said(), e);
    }
  }

  @Override
  public void close() {
    process.close();
    http.close();
  }
}
