package dev.arachne.replay;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer to a browser. The body is closed when it has been sent.
 *
 * @param length of the body in bytes; -1 if it is not known
 */
record Reply(int status, List<Header> headers, InputStream body, long length) implements Closeable {
  /**
   * The policy of our own pages: they run no scripts, load nothing, and have one style sheet, in
   * themselves.
   */
  private static final String OWN_POLICY =
      "default-src 'none'; style-src 'sha256-%s'; form-action 'self'; base-uri 'none';"
              .formatted(Certificates.sha256(OwnPages.STYLE.getBytes(StandardCharsets.UTF_8)))
          + " frame-ancestors 'none'";

  /** A page of our own. */
  static Reply page(int status, String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    return of(status, "text/html; charset=utf-8", bytes)
        .with("Content-Security-Policy", OWN_POLICY)
        .with("X-Content-Type-Options", "nosniff")
        .with("Referrer-Policy", "no-referrer");
  }

  static Reply of(int status, String type, byte[] body) {
    return new Reply(
        status,
        List.of(new Header("Content-Type", type)),
        new ByteArrayInputStream(body),
        body.length);
  }

  static Reply redirect(String location) {
    return of(302, "text/plain", new byte[0]).with("Location", location);
  }

  Reply with(String name, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Reply(status, more, body, length);
  }

  Reply with(List<Header> others) {
    List<Header> more = new ArrayList<>(headers);
    more.addAll(others);
    return new Reply(status, more, body, length);
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
