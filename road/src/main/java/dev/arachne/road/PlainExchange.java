package dev.arachne.road;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One exchange of HTTP/1.0 without its socket: makes the request, and parses the bytes of the
 * answer. It is the only HTTP of the hand-made stages, so that each of them is about waiting alone.
 *
 * <p>HTTP/1.0 is the simplest to read: the answer ends where the connection does (RFC 1945 7.2.2).
 * The server's stated length is compared with the received bytes, so a cut page is never taken for
 * whole.
 */
final class PlainExchange {
  /** The bytes that a stage reads at a time, at most. */
  static final int CHUNK = 4096;

  static final String USER_AGENT = "Arachne/0.1";

  /** The largest answer that is taken, head included, in bytes. */
  static final int MOST = 20 << 20;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.\\d (\\d{3})\\b.*");
  private static final Pattern LENGTH =
      Pattern.compile("^content-length:[ \t]*(\\d{1,9})[ \t]*$", fieldFlags());
  private static final Pattern LOCATION =
      Pattern.compile("^location:[ \t]*(.*?)[ \t]*$", fieldFlags());
  private static final Pattern CHUNKED =
      Pattern.compile("^transfer-encoding:.*chunked", fieldFlags());

  private static final ByteArrayOutputStream NOTHING = new ByteArrayOutputStream(0);

  private final CrawlUrl url;

  /** Made when the first byte comes: until then a fetch holds no buffer. */
  private ByteArrayOutputStream answer = NOTHING;

  PlainExchange(CrawlUrl url) {
    this.url = url;
  }

  /** The server's address; the DNS lookup blocks. */
  InetSocketAddress address() throws IOException {
    var address = new InetSocketAddress(url.host().replaceAll("[\\[\\]]", ""), url.port());
    if (address.isUnresolved()) {
      throw new UnknownHostException("the host was not found");
    }
    return address;
  }

  /** The whole request. */
  byte[] request() {
    String host = url.origin().toString().substring("http://".length());
    return "GET %s HTTP/1.0\r\nHost: %s\r\nUser-Agent: %s\r\n\r\n"
        .formatted(url.pathAndQuery(), host, USER_AGENT)
        .getBytes(ISO_8859_1);
  }

  /** Takes the first {@code count} bytes of {@code chunk}. */
  void received(byte[] chunk, int count) throws IOException {
    if (count > 0 && answer == NOTHING) {
      answer = new ByteArrayOutputStream(CHUNK);
    }
    if (answer.size() + count > MOST) {
      throw new IOException("the answer is larger than " + MOST + " bytes");
    }
    answer.write(chunk, 0, count);
  }

  /** The page, once the server has closed the connection. */
  FetchedPage page() throws IOException {
    String text = answer.toString(ISO_8859_1);
    int headEnd = text.indexOf("\r\n\r\n");
    Matcher status = STATUS.matcher(text).region(0, Math.max(0, text.indexOf("\r\n")));
    if (headEnd < 0 || !status.matches()) {
      throw new IOException("the connection ended without an answer of HTTP");
    }
    String head = text.substring(0, headEnd).replace("\r", "");
    if (CHUNKED.matcher(head).find()) {
      throw new IOException("the answer is in chunks, which HTTP/1.0 does not have");
    }
    byte[] bytes = answer.toByteArray();
    byte[] body = Arrays.copyOfRange(bytes, headEnd + "\r\n\r\n".length(), bytes.length);
    Matcher length = LENGTH.matcher(head);
    if (length.find() && body.length < Integer.parseInt(length.group(1))) {
      throw new IOException("the body ended early");
    }
    Optional<String> location = LOCATION.matcher(head).results().map(at -> at.group(1)).findFirst();
    return FetchedPage.of(url, Integer.parseInt(status.group(1)), location, body);
  }

  /** The failure of a stage whose server was silent for this time. */
  static SocketTimeoutException silence(Duration patience) {
    String seconds =
        BigDecimal.valueOf(patience.toMillis(), 3).stripTrailingZeros().toPlainString();
    return new SocketTimeoutException("the server was silent for " + seconds + " s");
  }

  private static int fieldFlags() {
    return Pattern.CASE_INSENSITIVE | Pattern.MULTILINE;
  }
}
