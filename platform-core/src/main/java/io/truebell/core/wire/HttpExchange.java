package io.truebell.core.wire;

import io.truebell.core.wire.WireResult.Lost;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/** One exchange from its beginning to its end. */
final class HttpExchange {
  private final WireRequest request;
  private final Deadline deadline;
  private final Connector connector;
  private final IdleConnections idle;

  HttpExchange(WireRequest request, Deadline deadline, Connector connector, IdleConnections idle) {
    this.request = request;
    this.deadline = deadline;
    this.connector = connector;
    this.idle = idle;
  }

  WireResult run() {
    Route route = Route.of(request);
    Connection connection = idle.take(route);
    try {
      if (connection == null) {
        connection = connector.connect(request, deadline);
      }
    } catch (NotConnected e) {
      return e.result();
    }
    deadline.guard(connection.socket());
    boolean kept = false;
    try {
      AnswerReader reader = new AnswerReader(connection.socket().getInputStream());
      WireResult result = talk(connection, reader);
      kept = result instanceof WireResult.Answered && reader.staysOpen() && deadline.release();
      return result;
    } catch (IOException e) {
      return lost("connection_lost", "the connection was closed before anything was sent");
    } finally {
      if (kept) {
        idle.put(route, connection);
      } else {
        connection.close();
      }
    }
  }

  private WireResult talk(Connection connection, AnswerReader reader) {
    try {
      RequestWriter.write(request, connection.socket().getOutputStream());
      return reader.read("HEAD".equals(request.method()));
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
