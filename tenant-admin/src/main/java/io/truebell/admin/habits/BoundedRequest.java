package io.truebell.admin.habits;

import io.truebell.core.rest.ApiProblem;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A request whose body ends the reading once it is larger than allowed, however it is sent. */
final class BoundedRequest extends HttpServletRequestWrapper {
  private final long most;

  BoundedRequest(HttpServletRequest request, long most) {
    super(request);
    this.most = most;
  }

  /** Refuses a body that says itself that it is too large. */
  void checkAnnounced() {
    if (getContentLengthLong() > most) {
      throw tooLarge();
    }
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return new Bounded(super.getInputStream());
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private ApiProblem tooLarge() {
    return new ApiProblem(
        413, "body_too_large", "The body has more than " + most + " bytes.", List.of());
  }

  private final class Bounded extends ServletInputStream {
    private final ServletInputStream in;
    private long read;

    Bounded(ServletInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int got = in.read(bytes, offset, length);
      count(Math.max(got, 0));
      return got;
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    private void count(int more) {
      read += more;
      if (read > most) {
        throw tooLarge();
      }
    }
  }
}
