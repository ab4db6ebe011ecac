package dev.arachne.protocol;

import java.util.List;

/**
 * The framing by which a response's head determines the end of its body (RFC 9112 6.3), as browsers
 * and curl read it.
 */
sealed interface BodyFraming {

  /** No body, regardless of the head. */
  record None() implements BodyFraming {}

  /** So many bytes. */
  record Length(long bytes) implements BodyFraming {}

  /** Chunks up to one of size zero. */
  record Chunked() implements BodyFraming {}

  /** All bytes until the connection ends. */
  record UntilClose() implements BodyFraming {}

  /** The head has no reliable framing. */
  record Invalid(ProtocolViolation rule) implements BodyFraming {}

  BodyFraming NONE = new None();
  BodyFraming CHUNKED = new Chunked();
  BodyFraming UNTIL_CLOSE = new UntilClose();

  String TRANSFER_ENCODING = "Transfer-Encoding";
  String CONTENT_LENGTH = "Content-Length";

  /** The framing of the final response to a request of this method. */
  static BodyFraming of(ResponseHead head, HttpMethod method) {
    int status = head.status();
    if (method == HttpMethod.HEAD || status == 204 || status == 304) {
      return NONE;
    }
    Headers headers = head.headers();
    if (headers.find(TRANSFER_ENCODING, 0) >= 0) {
      List<String> codings = headers.elements(TRANSFER_ENCODING);
      codings.removeIf("identity"::equals);
      if (!codings.isEmpty()) {
        // Chunks end a body only if chunked is the last coding; with any other coding the
        // connection's end ends it. A Content-Length in addition is ignored.
        return codings.getLast().equals("chunked") ? CHUNKED : UNTIL_CLOSE;
      }
    }
    int first = headers.find(CONTENT_LENGTH, 0);
    return first < 0 ? UNTIL_CLOSE : length(headers, first);
  }

  /** Repeated equal lengths count as one; servers behind faulty proxies send them. */
  private static BodyFraming length(Headers headers, int first) {
    long length = -1;
    for (int i = first; i >= 0; i = headers.find(CONTENT_LENGTH, i + 1)) {
      for (String element : headers.latin1Value(i).split(",", -1)) {
        long value = decimal(Headers.trimmed(element));
        if (value < 0) {
          return new Invalid(ProtocolViolation.CONTENT_LENGTH);
        }
        if (length >= 0 && value != length) {
          return new Invalid(ProtocolViolation.CONFLICTING_LENGTHS);
        }
        length = value;
      }
    }
    return new Length(length);
  }

  /** The number, or -1 if it is not a number or exceeds a long. */
  private static long decimal(String digits) {
    if (digits.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
