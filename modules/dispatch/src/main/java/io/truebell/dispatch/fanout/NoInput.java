package io.truebell.dispatch.fanout;

import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;

/** Stands for a request whose body has been read. */
final class NoInput implements HttpInputMessage {
  @Override
  public InputStream getBody() {
    return InputStream.nullInputStream();
  }

  @Override
  public HttpHeaders getHeaders() {
    return HttpHeaders.EMPTY;
  }
}
