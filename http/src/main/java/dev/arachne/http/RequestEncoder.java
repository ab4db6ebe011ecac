package dev.arachne.http;

import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes each request into one reused array, so that it leaves in one send (RFC 9112 3). Confined
 * to one loop; its output is valid until the next request.
 */
final class RequestEncoder {

  private static final int USUAL_BYTES = 1024;

  /** The largest array that is kept, in bytes. */
  private static final int KEPT_BYTES = 64 << 10;

  private final List<RequestField> common;
  private final byte[] commonBytes;
  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  /** Sends these fields with each request that has no field of the same name. */
  RequestEncoder(List<RequestField> common) {
    this.common = List.copyOf(common);
    common.forEach(this::field);
    commonBytes = Arrays.copyOf(bytes, length);
  }

  /** The array with the output, {@link #length()} bytes. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /**
   * Writes a request.
   *
   * @param cookies the value of a Cookie field, unless the request has one (RFC 6265 5.4)
   * @param proxy gets the request in place of its origin; null if the origin gets it
   */
  void encode(HttpRequest request, Optional<String> cookies, Proxy.@Nullable Http proxy) {
    length = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[USUAL_BYTES];
    }
    CrawlUrl url = request.url();
    text(request.method().name());
    text(" ");
    if (proxy != null) {
      text("http://");
      authority(url);
    }
    target(url.pathAndQuery());
    text(" HTTP/1.1\r\nHost: ");
    authority(url);
    text("\r\n");
    if (proxy != null) {
      authorization(proxy);
    }
    fields(request.fields());
    if (cookies.isPresent() && !isIn(common, "Cookie") && !isIn(request.fields(), "Cookie")) {
      field(new RequestField("Cookie", cookies.get()));
    }
    byte[] body = request.body();
    if (request.method() == HttpMethod.POST) {
      field(new RequestField("Content-Length", Integer.toString(body.length)));
    }
    text("\r\n");
    append(body);
  }

  private void authority(CrawlUrl url) {
    text(url.hostAndPort());
  }

  private void authorization(Proxy.Http proxy) {
    if (proxy.credentials().isPresent()) {
      Proxy.Credentials who = proxy.credentials().get();
      field(new RequestField("Proxy-Authorization", HttpRequest.basic(who.user(), who.password())));
    }
  }

  private static boolean isIn(List<RequestField> fields, String name) {
    for (RequestField field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  private void fields(List<RequestField> own) {
    if (own.isEmpty()) {
      append(commonBytes);
      return;
    }
    for (RequestField field : common) {
      if (!isIn(own, field.name())) {
        field(field);
      }
    }
    own.forEach(this::field);
  }

  private void field(RequestField field) {
    text(field.name());
    text(": ");
    text(field.value());
    text("\r\n");
  }

  private void target(String target) {
    text(checked(target));
  }

  /** A canonical URL has only printable ASCII; other characters would do harm here. */
  static String checked(String target) {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        throw new IllegalArgumentException("a request target with character " + (int) c);
      }
    }
    return target;
  }

  /** All fields of a request except Host, in order. */
  static List<RequestField> fields(
      List<RequestField> common, HttpRequest request, Optional<String> cookies) {
    List<RequestField> own = request.fields();
    var all = new ArrayList<RequestField>();
    for (RequestField field : common) {
      if (!isIn(own, field.name())) {
        all.add(field);
      }
    }
    all.addAll(own);
    if (cookies.isPresent() && !isIn(all, "Cookie")) {
      all.add(new RequestField("Cookie", cookies.get()));
    }
    if (request.method() == HttpMethod.POST) {
      all.add(new RequestField("Content-Length", Integer.toString(request.body().length)));
    }
    return all;
  }

  private void text(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += text.length();
  }

  private void append(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  private void room(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
