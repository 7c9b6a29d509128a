package io.truebell.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A key and a certificate for the loopback host, made by the JDK's keytool once for each JVM. */
final class SelfSigned {
  private static final String PASSWORD = "not-a-secret";
  private static @Nullable SelfSigned made;

  private final SSLContext context;

  private SelfSigned(SSLContext context) {
    this.context = context;
  }

  static synchronized SelfSigned forLoopback() {
    if (made == null) {
      try {
        made = new SelfSigned(context(keytool()));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return made;
  }

  /** Both sides: it presents the certificate and trusts it. */
  SSLContext context() {
    return context;
  }

  SSLSocket accept(Socket raw) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
    socket.setUseClientMode(false);
    return socket;
  }

  private static Path keytool() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("truebell-tls");
    Path store = folder.resolve("store.p12");
    Process process = new ProcessBuilder(command(store)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
    return store;
  }

  private static List<String> command(Path store) {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String options =
        " -genkeypair -alias fake -keyalg EC -groupname secp256r1 -validity 3650 -dname CN=localhost"
            + " -ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass ";
    List<String> command = new ArrayList<>(List.of((keytool + options + PASSWORD).split(" ", -1)));
    command.addAll(List.of("-keystore", store.toString()));
    return command;
  }

  private static SSLContext context(Path store) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Files.delete(store);
    Files.delete(store.getParent());
    KeyManagerFactory mine = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    mine.init(keys, PASSWORD.toCharArray());
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    known.setCertificateEntry("fake", keys.getCertificate("fake"));
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(mine.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }
}
