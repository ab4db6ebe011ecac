package dev.arachne.http2;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.protocol.ResponseFault;
import dev.arachne.protocol.ResponseHead;
import org.jspecify.annotations.Nullable;

/**
 * The state of one open stream, and the rules of the response on it. Confined to its connection,
 * which has the states.
 */
final class Stream {

  /**
   * The bytes of frames and padding that any stream may have; beyond them, one for each byte of
   * content.
   */
  private static final long FRAMING_FLOOR = 1 << 20;

  /** The progress of the response. */
  enum Part {
    HEAD,
    BODY
  }

  final int id;
  final HttpMethod method;

  /** Bytes of the body that are taken. */
  final long largestBody;

  Part part = Part.HEAD;

  /** Whether the request has been sent to its end. */
  boolean requestEnded;

  /** Whether the response has come to its end. */
  boolean responseEnded;

  /** Bytes of the body that may be sent; below zero after a smaller setting. */
  long sendWindow;

  /** Bytes of DATA payload that may come. */
  long receiveWindow = Setting.FIRST_WINDOW;

  /** Bytes of the body that have come. */
  long bodyBytes;

  /** The bytes of the body that the head announces; -1 if it does not. */
  long expectedBytes = -1;

  /** Bytes on the wire outside the body: of heads, frames, padding. */
  long framingBytes;

  /** Whether the response has no body, regardless of its head. */
  boolean bodyless;

  private int interimResponses;

  @Nullable StreamFault fault;

  Stream(int id, HttpMethod method, long largestBody, long sendWindow) {
    this.id = id;
    this.method = method;
    this.largestBody = largestBody;
    this.sendWindow = sendWindow;
  }

  /** The fault of the fields of a head, final or interim; null if they are accepted. */
  @Nullable ResponseFault takeHead(FieldSection fields, boolean ends, HttpLimits limits) {
    ResponseFault tooLarge = tooLarge(fields, limits);
    if (tooLarge != null) {
      return tooLarge;
    }
    ProtocolViolation broken = ResponseFields.headFault(fields);
    if (broken != null) {
      return new ResponseFault.Malformed(broken);
    }
    ResponseHead head = ResponseFields.head(fields);
    return head.status() < 200 ? takeInterim(head.status(), ends, limits) : takeFinal(head, ends);
  }

  private @Nullable ResponseFault takeInterim(int status, boolean ends, HttpLimits limits) {
    if (status == 101) {
      return new ResponseFault.Malformed(ProtocolViolation.UPGRADE);
    }
    if (ends) {
      return new ResponseFault.Malformed(ProtocolViolation.INTERIM_END);
    }
    int most = limits.interimResponses();
    return ++interimResponses > most
        ? new ResponseFault.TooLarge(Limit.INTERIM_RESPONSES, most)
        : null;
  }

  private @Nullable ResponseFault takeFinal(ResponseHead head, boolean ends) {
    long length = ResponseFields.contentLength(head.headers());
    if (length < -1) {
      return new ResponseFault.Malformed(ProtocolViolation.CONTENT_LENGTH);
    }
    part = Part.BODY;
    expectedBytes = length;
    bodyless = method == HttpMethod.HEAD || head.status() == 204 || head.status() == 304;
    if (!bodyless && !ends && length > largestBody) {
      return new ResponseFault.TooLarge(Limit.BODY_BYTES, largestBody);
    }
    return ends ? takeEnd() : null;
  }

  /** The fault of a piece of the body; null if it is accepted. */
  @Nullable ResponseFault takeData(int count, boolean ends) {
    bodyBytes += count;
    if (bodyless && count > 0) {
      return new ResponseFault.Malformed(ProtocolViolation.BODY_FORBIDDEN);
    }
    if (!bodyless && expectedBytes >= 0 && bodyBytes > expectedBytes) {
      return new ResponseFault.Malformed(ProtocolViolation.BODY_LENGTH);
    }
    if (bodyBytes > largestBody) {
      return new ResponseFault.TooLarge(Limit.BODY_BYTES, largestBody);
    }
    long bound = Math.max(FRAMING_FLOOR, bodyBytes);
    if (framingBytes > bound) {
      return new ResponseFault.TooLarge(Limit.FRAMING_BYTES, bound);
    }
    return ends ? takeEnd() : null;
  }

  /** The fault of the trailers; null if the response has ended with them. */
  @Nullable ResponseFault takeTrailers(FieldSection fields, boolean ends, HttpLimits limits) {
    ResponseFault tooLarge = tooLarge(fields, limits);
    if (tooLarge != null) {
      return tooLarge;
    }
    ProtocolViolation broken =
        ends ? ResponseFields.trailersFault(fields) : ProtocolViolation.TRAILERS_END;
    return broken == null ? takeEnd() : new ResponseFault.Malformed(broken);
  }

  private @Nullable ResponseFault takeEnd() {
    if (!bodyless && bodyBytes < expectedBytes) {
      return new ResponseFault.Malformed(ProtocolViolation.BODY_LENGTH);
    }
    responseEnded = true;
    return null;
  }

  private static @Nullable ResponseFault tooLarge(FieldSection fields, HttpLimits limits) {
    Limit exceeded = fields.exceeded();
    return exceeded == null
        ? null
        : new ResponseFault.TooLarge(
            exceeded, exceeded == Limit.FIELDS ? limits.fields() : limits.headBytes());
  }
}
