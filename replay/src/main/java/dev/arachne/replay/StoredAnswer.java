package dev.arachne.replay;

import dev.arachne.archive.Cdxj;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * An answer of the archive, to be read once and closed.
 *
 * @param capture from which it is
 * @param headers as they came
 * @param coded the body with its content coding
 * @param content the body without
 */
record StoredAnswer(
    Cdxj capture,
    int status,
    List<Header> headers,
    InputStream coded,
    InputStream content,
    List<Closeable> open)
    implements Closeable {

  /** The first value of a field; empty without the field. */
  String field(String name) {
    return headers.stream()
        .filter(header -> header.isNamed(name))
        .map(Header::value)
        .findFirst()
        .orElse("");
  }

  boolean isRedirect() {
    return status >= 300 && status < 400 && !field("Location").isEmpty();
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : open) {
      each.close();
    }
  }
}
