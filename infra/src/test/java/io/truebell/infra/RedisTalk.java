package io.truebell.infra;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Says inline commands of the Redis protocol and returns the last answer's first line. */
final class RedisTalk {
  private RedisTalk() {}

  static String ask(String url, String... commands) throws IOException {
    URI uri = URI.create(url);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort());
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      String answer = "";
      for (String command : commands) {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        answer = answers.readLine();
        if (answer.startsWith("$") && !answer.equals("$-1")) {
          answer = answers.readLine();
        }
      }
      return answer;
    }
  }

  static String authorised(String url, String command) throws IOException {
    return ask(url, "AUTH " + URI.create(url).getUserInfo().substring(1), command);
  }
}
