package io.truebell.core.wire;

import io.truebell.core.wire.WireResult.Lost;
import java.io.IOException;
import java.net.Socket;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/** One exchange from its beginning to its end. */
final class HttpExchange {
  private final WireRequest request;
  private final Deadline deadline;
  private final Connector connector;

  HttpExchange(WireRequest request, Deadline deadline, Connector connector) {
    this.request = request;
    this.deadline = deadline;
    this.connector = connector;
  }

  WireResult run() {
    Socket socket;
    try {
      socket = connector.connect(request, deadline);
    } catch (NotConnected e) {
      return e.result();
    }
    try (socket) {
      return talk(socket);
    } catch (IOException e) {
      // closing failed after the answer was read, or talk would have caught it
      return new Lost("connection_lost", "the connection broke while it was closed");
    }
  }

  private WireResult talk(Socket socket) {
    try {
      RequestWriter.write(request, socket.getOutputStream());
      return new AnswerReader(socket.getInputStream()).read("HEAD".equals(request.method()));
    } catch (HttpException | MessageConstraintException | MalformedChunkCodingException e) {
      return lost("bad_answer", "the answer is not HTTP");
    } catch (AnswerReader.HalfAnswer e) {
      return lost("half_answer", "the connection ended in the middle of the answer");
    } catch (IOException e) {
      return lost("connection_lost", "the connection broke before a whole answer came");
    }
  }

  private Lost lost(String code, String text) {
    return deadline.passed()
        ? new Lost("timeout", "no whole answer within " + request.timeout().toMillis() + " ms")
        : new Lost(code, text);
  }
}
