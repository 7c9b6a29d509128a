package io.truebell.infra;

import java.io.IOException;
import java.nio.file.Path;

/** The main class of another process: starts stores and holds them until it is killed. */
final class Holder {
  private Holder() {}

  public static void main(String[] args) throws IOException {
    EmbeddedStores stores = EmbeddedStores.on(Path.of(args[0]), args[1]);
    PostgresAccess access = stores.startPostgres();
    System.out.println(access.jdbcUrl() + " " + access.password() + " " + stores.startRedis());
    System.out.println(System.in.read());
  }

  static Process start(Path folder, String url) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    return new ProcessBuilder(
            java, "-cp", classPath, Holder.class.getName(), folder.toString(), url)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
