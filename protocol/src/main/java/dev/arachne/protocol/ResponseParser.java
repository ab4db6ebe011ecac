package dev.arachne.protocol;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * The protocol without sockets, threads or clocks: bytes in, events out. The caller passes received
 * bytes (input) and reads events until there are no more (NEED_INPUT); BODY names a range of the
 * caller's own array, so that a body is never copied here.
 *
 *              other 1xx, up to a bound
 *           +-----------------------------+
 *           v                             |
 *      STATUS_LINE ----> FIELDS ----------+---> HEAD, then by framing:
 *                                               none        COMPLETE
 *                                               length      FIXED ----------------> COMPLETE
 *                                               until close UNTIL_CLOSE --end-----> COMPLETE
 *                                               chunked     CHUNK_SIZE --0--> TRAILERS --> COMPLETE
 *                                                           |        ^
 *                                                           v        |
 *                                                           CHUNK_DATA --> CHUNK_END
 *      end of input:  before HEAD                 -> FAILED (closed early)
 *                     in any other body state     -> TRUNCATED
 *      a rule or a limit broken, in any state     -> FAILED
 *
 * The pieces of the input affect only the ranges of BODY: each decision, also about limits, is made
 * at a certain byte. Lines are judged when their LF has come. Heads and the rare lines that
 * straddle two inputs are gathered in an array that exists only while it is needed. So a parser
 * that waits for a server holds no buffer.
 */

/**
 * Reads one response to one request. Confined to its caller; used once.
 *
 * <p>A state machine: longer than other classes here, since all transitions are in one file.
 */
public final class ResponseParser {

  /** The result of {@link #next}. */
  public enum Event {
    /** Nothing more without {@link #input} or {@link #endOfInput}. */
    NEED_INPUT,
    /** The final response's head: see {@link #head()}. */
    HEAD,
    /** A piece of the body: see {@link #from()} and {@link #to()}. */
    BODY,
    /** The response is whole. Repeats. */
    COMPLETE,
    /** The input ended before the body did. Repeats. */
    TRUNCATED,
    /** The response cannot be used: see {@link #fault()}. Repeats. */
    FAILED
  }

  private enum State {
    STATUS_LINE,
    FIELDS,
    FIXED,
    UNTIL_CLOSE,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILERS,
    COMPLETE,
    TRUNCATED,
    FAILED
  }

  static final byte[] PREFIX = {'H', 'T', 'T', 'P', '/'};

  private static final byte[] NOTHING = {};

  /** The room allocated at first, in bytes; most heads fit. */
  private static final int USUAL_HEAD = 1024;

  private final HttpMethod method;
  private final HttpLimits limits;
  private State state = State.STATUS_LINE;

  private byte[] input = NOTHING;
  private int position;
  private int end;
  private boolean ended;

  /** The received part of the head, or of an incomplete line. */
  private byte[] gathered = NOTHING;

  private int gatheredLength;

  /** The last line taken: in the gathered bytes or in the input. */
  private boolean lineWasGathered;

  private int lineFrom;
  private int lineTo;
  private int prefixMatched;
  private int statusLineFrom;
  private int lines;
  private boolean lineIsBlank = true;
  private int interimResponses;
  private int trailerBytes;

  private @Nullable ResponseHead head;
  private @Nullable ResponseFault fault;
  private boolean persistent;
  private boolean endsByClose;
  private long remaining;
  private long bodyBytes;

  /** The bytes of the body's lines: sizes and extensions of chunks, their ends, trailers. */
  private long framingBytes;

  private int from;
  private int to;

  /** A parser of the response to a request of this method. */
  public ResponseParser(HttpMethod method, HttpLimits limits) {
    this.method = method;
    this.limits = limits;
  }

  /** Passes the next received bytes. The parser owns the array until {@link Event#NEED_INPUT}. */
  public void input(byte[] bytes, int from, int to) {
    if (position != end || ended) {
      throw new IllegalStateException(ended ? "the input has ended" : "input is left");
    }
    input = bytes;
    position = from;
    end = to;
  }

  /** Signals the end of the input. */
  public void endOfInput() {
    ended = true;
  }

  /** The head, from {@link Event#HEAD} on. */
  public ResponseHead head() {
    if (head == null) {
      throw new IllegalStateException("no head yet");
    }
    return head;
  }

  /** The fault of a response that {@link Event#FAILED}. */
  public ResponseFault fault() {
    if (fault == null) {
      throw new IllegalStateException("nothing failed");
    }
    return fault;
  }

  /** The start of the piece of the body in the last input. */
  public int from() {
    return from;
  }

  /** The end of the piece of the body in the last input. */
  public int to() {
    return to;
  }

  /** The number of bytes of the body still to come, or -1 if only the end determines it. */
  public long expectedBytes() {
    return state == State.FIXED ? remaining : state == State.COMPLETE ? 0 : -1;
  }

  /** Whether only the end of the connection ends the body. */
  public boolean bodyEndsByClose() {
    return endsByClose;
  }

  /**
   * Whether the connection may carry another exchange: the response is whole, and no input is left.
   */
  public boolean connectionIsReusable() {
    return state == State.COMPLETE && persistent && position == end;
  }

  /** The next event. */
  public Event next() {
    return switch (state) {
      case STATUS_LINE, FIELDS -> readHead();
      case FIXED -> readFixed();
      case UNTIL_CLOSE -> readUntilClose();
      case CHUNK_SIZE, CHUNK_DATA, CHUNK_END, TRAILERS -> readChunked();
      case COMPLETE -> Event.COMPLETE;
      case TRUNCATED -> Event.TRUNCATED;
      case FAILED -> Event.FAILED;
    };
  }

  // The head.

  private Event readHead() {
    int stop = position + Math.min(end - position, limits.headBytes() - gatheredLength);
    int start = position;
    for (int i = start; i < stop; i++) {
      byte b = input[i];
      if (prefixMatched < PREFIX.length && !startsStatusLine(b, gatheredLength + i - start)) {
        return fail(new ResponseFault.Malformed(ProtocolViolation.STATUS_LINE));
      }
      if (b == '\r') {
        continue;
      }
      if (b != '\n') {
        lineIsBlank = false;
        continue;
      }
      if (state == State.FIELDS && lineIsBlank) {
        gather(start, i + 1);
        position = i + 1;
        Event event = endHead();
        return event == Event.NEED_INPUT ? readHead() : event;
      }
      if (!lineIsBlank) {
        lineIsBlank = true;
        if (++lines - 1 > limits.fields()) {
          return fail(new ResponseFault.TooLarge(Limit.FIELDS, limits.fields()));
        }
        if (state == State.STATUS_LINE) {
          gather(start, i + 1);
          start = i + 1;
          state = State.FIELDS;
          ProtocolViolation fault =
              ResponseHead.statusLineFault(gathered, statusLineFrom, lineEnd(gatheredLength));
          if (fault != null) {
            return fail(new ResponseFault.Malformed(fault));
          }
        }
      }
    }
    gather(start, stop);
    position = stop;
    if (gatheredLength == limits.headBytes()) {
      return fail(new ResponseFault.TooLarge(Limit.HEAD_BYTES, limits.headBytes()));
    }
    return ended ? fail(new ResponseFault.ClosedEarly()) : Event.NEED_INPUT;
  }

  /** Whether a status line may begin with these bytes; blank lines before it are skipped. */
  private boolean startsStatusLine(byte b, int at) {
    if (b == PREFIX[prefixMatched]) {
      if (prefixMatched++ == 0) {
        statusLineFrom = at;
      }
      return true;
    }
    return prefixMatched == 0 && (b == '\n' || b == '\r');
  }

  private int lineEnd(int afterLineFeed) {
    int lineEnd = afterLineFeed - 1;
    while (lineEnd > statusLineFrom && gathered[lineEnd - 1] == '\r') {
      lineEnd--;
    }
    return lineEnd;
  }

  /** Ends a head: NEED_INPUT if it was interim and the next begins. */
  private Event endHead() {
    var parsed = ResponseHead.parse(gathered, statusLineFrom, gatheredLength, lines);
    gathered = NOTHING;
    gatheredLength = 0;
    if (parsed == null) {
      return fail(new ResponseFault.Malformed(ProtocolViolation.CONTROL_BYTE));
    }
    if (parsed.status() == 101) {
      return fail(new ResponseFault.Malformed(ProtocolViolation.UPGRADE));
    }
    if (parsed.isInterim()) {
      if (++interimResponses > limits.interimResponses()) {
        return fail(new ResponseFault.TooLarge(Limit.INTERIM_RESPONSES, limits.interimResponses()));
      }
      state = State.STATUS_LINE;
      prefixMatched = 0;
      lines = 0;
      lineIsBlank = true;
      return Event.NEED_INPUT;
    }
    head = parsed;
    return beginBody(parsed, BodyFraming.of(parsed, method));
  }

  private Event beginBody(ResponseHead parsed, BodyFraming framing) {
    persistent = isPersistent(parsed, framing);
    if (framing instanceof BodyFraming.Invalid(ProtocolViolation rule)) {
      return fail(new ResponseFault.Malformed(rule));
    }
    if (framing instanceof BodyFraming.Length(long bytes)) {
      state = bytes == 0 ? State.COMPLETE : State.FIXED;
      remaining = bytes;
      if (bytes > limits.bodyBytes()) {
        return tooLargeBody();
      }
    } else if (framing instanceof BodyFraming.Chunked) {
      state = State.CHUNK_SIZE;
    } else {
      endsByClose = framing instanceof BodyFraming.UntilClose;
      state = endsByClose ? State.UNTIL_CLOSE : State.COMPLETE;
    }
    return Event.HEAD;
  }

  /** RFC 9112 9.3; a head that frames its body twice is not trusted further (6.3). */
  private static boolean isPersistent(ResponseHead head, BodyFraming framing) {
    Headers headers = head.headers();
    if (framing instanceof BodyFraming.UntilClose
        || (headers.find(BodyFraming.TRANSFER_ENCODING, 0) >= 0
            && (head.minorVersion() == 0 || headers.find(BodyFraming.CONTENT_LENGTH, 0) >= 0))) {
      return false;
    }
    List<String> connection = headers.elements("Connection");
    return head.minorVersion() == 0
        ? connection.contains("keep-alive")
        : !connection.contains("close");
  }

  // Bodies.

  private Event readFixed() {
    if (position == end) {
      return starve();
    }
    takePiece(remaining);
    if (remaining == 0) {
      state = State.COMPLETE;
    }
    return Event.BODY;
  }

  private Event readUntilClose() {
    if (position < end) {
      takePiece(Long.MAX_VALUE);
      return bodyBytes > limits.bodyBytes() ? tooLargeBody() : Event.BODY;
    }
    if (ended) {
      state = State.COMPLETE;
      return Event.COMPLETE;
    }
    return Event.NEED_INPUT;
  }

  /** Makes the rest of the input, up to {@code most} bytes, the next piece of the body. */
  private void takePiece(long most) {
    from = position;
    to = position + (int) Math.min(most, end - position);
    position = to;
    remaining -= to - from;
    bodyBytes += to - from;
  }

  private Event readChunked() {
    while (true) {
      switch (state) {
        case CHUNK_SIZE -> {
          if (!takeLine(limits.chunkLineBytes())) {
            return gatheredLength == limits.chunkLineBytes()
                ? fail(new ResponseFault.TooLarge(Limit.CHUNK_LINE_BYTES, limits.chunkLineBytes()))
                : starve();
          }
          if (isFramingTooLarge()) {
            return tooLargeFraming();
          }
          if (!readChunkSize()) {
            return Event.FAILED;
          }
        }
        case CHUNK_DATA -> {
          if (position == end) {
            return starve();
          }
          takePiece(remaining);
          if (remaining == 0) {
            state = State.CHUNK_END;
          }
          return Event.BODY;
        }
        case CHUNK_END -> {
          if (!takeLine(2)) {
            return gatheredLength == 2 || (gatheredLength == 1 && gathered[0] != '\r')
                ? fail(new ResponseFault.Malformed(ProtocolViolation.CHUNK_END))
                : starve();
          }
          if (lineFrom != lineTo) {
            return fail(new ResponseFault.Malformed(ProtocolViolation.CHUNK_END));
          }
          state = State.CHUNK_SIZE;
        }
        case TRAILERS -> {
          int bound = limits.headBytes() - trailerBytes;
          if (!takeLine(bound)) {
            return gatheredLength == bound
                ? fail(new ResponseFault.TooLarge(Limit.TRAILER_BYTES, limits.headBytes()))
                : starve();
          }
          if (lineFrom == lineTo) {
            state = State.COMPLETE;
            return Event.COMPLETE;
          }
          trailerBytes += lineTo - lineFrom + 1;
          if (++lines > limits.fields()) {
            return fail(new ResponseFault.TooLarge(Limit.FIELDS, limits.fields()));
          }
          if (isFramingTooLarge()) {
            return tooLargeFraming();
          }
        }
        default -> {
          return next();
        }
      }
    }
  }

  /** Reads the size in the line and selects the next state; false if it failed (RFC 9112 7.1). */
  private boolean readChunkSize() {
    byte[] line = lineBytes();
    int at = lineFrom;
    long size = 0;
    for (int digit; at < lineTo && (digit = Character.digit(line[at], 16)) >= 0; at++) {
      if (size > Long.MAX_VALUE >> 4) {
        fail(new ResponseFault.TooLarge(Limit.BODY_BYTES, limits.bodyBytes()));
        return false;
      }
      size = size << 4 | digit;
    }
    boolean hasDigits = at > lineFrom;
    while (at < lineTo && (line[at] == ' ' || line[at] == '\t')) {
      at++;
    }
    if (!hasDigits || (at < lineTo && line[at] != ';')) {
      fail(new ResponseFault.Malformed(ProtocolViolation.CHUNK_SIZE));
      return false;
    }
    if (hasOpenQuote(line, at, lineTo)) {
      fail(new ResponseFault.Malformed(ProtocolViolation.CHUNK_EXTENSION));
      return false;
    }
    if (size > limits.bodyBytes() - bodyBytes) {
      tooLargeBody();
      return false;
    }
    remaining = size;
    lines = 0;
    state = size == 0 ? State.TRAILERS : State.CHUNK_DATA;
    return true;
  }

  private static boolean hasOpenQuote(byte[] line, int from, int to) {
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      if (line[i] == '"') {
        quoted = !quoted;
      } else if (line[i] == '\\' && quoted) {
        i++;
      }
    }
    return quoted;
  }

  // Lines.

  /**
   * Finds the next line within {@code bound} bytes, its end included, and sets {@code lineFrom} and
   * {@code lineTo} around the text before its CRLF or LF, in {@link #lineBytes}. False if it is
   * incomplete: the rest of the input is then gathered.
   */
  private boolean takeLine(int bound) {
    int stop = position + Math.min(end - position, bound - gatheredLength);
    int lineFeed = position;
    while (lineFeed < stop && input[lineFeed] != '\n') {
      lineFeed++;
    }
    lineWasGathered = gatheredLength > 0;
    if (lineFeed == stop) {
      framingBytes += stop - position;
      gather(position, stop);
      position = stop;
      return false;
    }
    framingBytes += lineFeed + 1 - position;
    if (lineWasGathered) {
      gather(position, lineFeed);
      lineFrom = 0;
      lineTo = gatheredLength;
      gatheredLength = 0;
    } else {
      lineFrom = position;
      lineTo = lineFeed;
    }
    position = lineFeed + 1;
    if (lineTo > lineFrom && lineBytes()[lineTo - 1] == '\r') {
      lineTo--;
    }
    return true;
  }

  private byte[] lineBytes() {
    return lineWasGathered ? gathered : input;
  }

  private void gather(int from, int to) {
    int length = to - from;
    if (length > gathered.length - gatheredLength) {
      int room =
          gatheredLength == 0
              ? Math.max(length, Math.min(USUAL_HEAD, end - from))
              : Math.max(gatheredLength + length, 2 * gatheredLength);
      gathered = Arrays.copyOf(gathered, room);
    }
    System.arraycopy(input, from, gathered, gatheredLength, length);
    gatheredLength += length;
  }

  // Ends.

  /** Handles the lack of input within a body. */
  private Event starve() {
    if (ended) {
      state = State.TRUNCATED;
      return Event.TRUNCATED;
    }
    return Event.NEED_INPUT;
  }

  private boolean isFramingTooLarge() {
    return framingBytes > Math.max(HttpLimits.FRAMING_FLOOR, bodyBytes);
  }

  private Event tooLargeFraming() {
    long bound = Math.max(HttpLimits.FRAMING_FLOOR, bodyBytes);
    return fail(new ResponseFault.TooLarge(Limit.FRAMING_BYTES, bound));
  }

  private Event tooLargeBody() {
    return fail(new ResponseFault.TooLarge(Limit.BODY_BYTES, limits.bodyBytes()));
  }

  private Event fail(ResponseFault why) {
    state = State.FAILED;
    fault = why;
    gathered = NOTHING;
    return Event.FAILED;
  }
}
