package dev.arachne.protocol;

import dev.arachne.coding.ContentCoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status line and header fields of one response, read as browsers and curl read them (RFC 9112
 * 4 and 5, where strictness would lose pages). Lines may end in a bare LF and in several CRs, and
 * white space around names and values is dropped. Folded lines are joined, and lines without a
 * colon or a name are ignored. A NUL or a CR within a line is refused, since readers disagree about
 * where such a line ends. Immutable.
 */
public final class ResponseHead {

  private static final int NAME = 0;
  private static final int VALUE = 2;

  private final int status;
  private final int minorVersion;
  private final int reasonFrom;
  private final byte[] head;
  private Headers headers;
  private HttpVersion version;

  private ResponseHead(byte[] head, int status, int minorVersion, int reasonFrom) {
    this.head = head;
    this.status = status;
    this.minorVersion = minorVersion;
    this.reasonFrom = reasonFrom;
    this.headers = new Headers(head, new int[0], 0);
    this.version = minorVersion == 0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
  }

  /** The head of a response of HTTP/2, which has no reason (RFC 9113 8.3.2). */
  public static ResponseHead ofHttp2(int status, Headers headers) {
    var head = new ResponseHead(new byte[0], status, 1, 0);
    head.headers = headers;
    head.version = HttpVersion.HTTP_2;
    return head;
  }

  /** The version in which the response was sent. */
  public HttpVersion version() {
    return version;
  }

  /** The status code, three digits. */
  public int status() {
    return status;
  }

  /**
   * 0 or 1: the digit after {@code HTTP/1.}; higher minor versions count as 1, and HTTP/2.0 as 1.0,
   * since a server that sends it here supports little of either.
   */
  public int minorVersion() {
    return minorVersion;
  }

  /** The header fields. */
  public Headers headers() {
    return headers;
  }

  /** The words after the status, often empty. */
  public String reason() {
    int end = reasonFrom;
    while (end < head.length && head[end] != '\n' && head[end] != '\r') {
      end++;
    }
    return new String(head, reasonFrom, end - reasonFrom, StandardCharsets.ISO_8859_1).strip();
  }

  /** The codings applied to the body before its framing, in order. */
  public List<ContentCoding> codings() {
    boolean isCoded =
        headers.find("Content-Encoding", 0) >= 0
            || headers.find(BodyFraming.TRANSFER_ENCODING, 0) >= 0;
    if (!isCoded) {
      return List.of();
    }
    List<String> names = headers.elements("Content-Encoding");
    // Also without chunks around them (RFC 9112 6.1).
    names.addAll(headers.elements(BodyFraming.TRANSFER_ENCODING));
    return ContentCoding.of(names);
  }

  boolean isInterim() {
    return status < 200;
  }

  /**
   * The rule that a status line breaks, or null (RFC 9112 4).
   *
   * @param from the position of {@code HTTP/}, which the caller has checked
   * @param to after the line without its end
   */
  static @Nullable ProtocolViolation statusLineFault(byte[] line, int from, int to) {
    int at = from + ResponseParser.PREFIX.length;
    if (to - at < 4 || line[at + 1] != '.' || !isReadable(line[at], line[at + 2])) {
      return ProtocolViolation.HTTP_VERSION;
    }
    at += 3;
    if (line[at] != ' ') {
      return ProtocolViolation.HTTP_VERSION;
    }
    while (at < to && line[at] == ' ') {
      at++;
    }
    boolean threeDigits =
        to - at >= 3
            && line[at] != '0'
            && isDigit(line[at])
            && isDigit(line[at + 1])
            && isDigit(line[at + 2])
            && (to - at == 3 || line[at + 3] == ' ');
    if (!threeDigits) {
      return ProtocolViolation.STATUS_CODE;
    }
    return hasControl(line, at, to) ? ProtocolViolation.CONTROL_BYTE : null;
  }

  /**
   * Reads a whole head, whose array it keeps and may change (folds become spaces).
   *
   * @param head with a status line without fault at {@code from}
   * @param to after the blank line that ends the head
   * @return null if a field line holds a forbidden byte
   */
  static @Nullable ResponseHead parse(byte[] head, int from, int to, int lines) {
    int at = from + ResponseParser.PREFIX.length;
    int minor = head[at + 2] == '0' ? 0 : 1;
    at += 3;
    while (head[at] == ' ') {
      at++;
    }
    int status = (head[at] - '0') * 100 + (head[at + 1] - '0') * 10 + (head[at + 2] - '0');
    var parsed = new ResponseHead(head, status, minor, at + 3);
    return parsed.readFields(nextLine(head, at, to), to, lines) ? parsed : null;
  }

  private boolean readFields(int from, int to, int lines) {
    int[] spans = new int[lines * Headers.SPANS];
    int count = 0;
    boolean mayFold = false;
    for (int line = from; line < to; ) {
      int next = nextLine(head, line, to);
      int end = next - 1;
      while (end > line && head[end - 1] == '\r') {
        end--;
      }
      if (end == line) {
        break;
      }
      if (hasControl(head, line, end)) {
        return false;
      }
      if (isBlank(head[line])) {
        if (mayFold) {
          unfold(spans, (count - 1) * Headers.SPANS + VALUE, line, end);
        }
      } else {
        mayFold = readField(spans, count * Headers.SPANS, line, end);
        count += mayFold ? 1 : 0;
      }
      line = next;
    }
    headers = new Headers(head, Arrays.copyOf(spans, count * Headers.SPANS), count);
    return true;
  }

  /** Records the positions of name and value; false if the line is not a field. */
  private boolean readField(int[] spans, int span, int from, int to) {
    int colon = from;
    while (colon < to && head[colon] != ':') {
      colon++;
    }
    int nameEnd = trimmedEnd(from, colon);
    if (colon == to || nameEnd == from) {
      return false;
    }
    int value = colon + 1;
    while (value < to && isBlank(head[value])) {
      value++;
    }
    spans[span + NAME] = from;
    spans[span + NAME + 1] = nameEnd;
    spans[span + VALUE] = value;
    spans[span + VALUE + 1] = trimmedEnd(value, to);
    return true;
  }

  /** Makes the line at {@code from} the rest of the value before it (RFC 9112 5.2). */
  private void unfold(int[] spans, int span, int from, int to) {
    int text = from;
    while (text < to && isBlank(head[text])) {
      text++;
    }
    if (text == to) {
      return;
    }
    if (spans[span] == spans[span + 1]) {
      spans[span] = text;
    } else {
      Arrays.fill(head, spans[span + 1], text, (byte) ' ');
    }
    spans[span + 1] = trimmedEnd(text, to);
  }

  private int trimmedEnd(int from, int to) {
    int end = to;
    while (end > from && isBlank(head[end - 1])) {
      end--;
    }
    return end;
  }

  private static int nextLine(byte[] head, int from, int to) {
    int at = from;
    while (at < to && head[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private static boolean hasControl(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == 0 || bytes[i] == '\r') {
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static boolean isReadable(byte major, byte minor) {
    return major == '1' ? isDigit(minor) : major == '2' && minor == '0';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
