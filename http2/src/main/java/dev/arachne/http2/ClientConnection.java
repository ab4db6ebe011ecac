package dev.arachne.http2;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.protocol.RequestField;
import dev.arachne.protocol.ResponseFault;
import dev.arachne.protocol.ResponseHead;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * The protocol without sockets, threads or clocks: bytes in, events out, and bytes that are to be
 * sent. The caller passes received bytes (input) and reads events until there are no more
 * (NEED_INPUT); DATA names a range of the caller's own array, so that a body is never copied here.
 * After any call there may be output, which the caller sends completely and in order.
 *
 *   a stream (RFC 9113 5.1), of which there are only those that this side opens:
 *
 *                      request(), more to come            request(), that is all
 *          IDLE ------------------------> OPEN       IDLE -----------------------+
 *                                          |  sendData(), the end                |
 *                                          +-------------------------------------+
 *                                          |                                     v
 *                                          |                            HALF-CLOSED (local)
 *                                          |  END, FAILED_STREAM, reset()        |
 *                                          +----------------> CLOSED <-----------+
 *
 *   the response on it:
 *
 *            1xx, up to a bound
 *             +---------+
 *             v         |
 *      wait for head ---+--> HEAD --> DATA ... --> trailers, dropped --> END
 *                              |       |                                  ^
 *                              +-------+-----------END_STREAM-------------+
 *
 *   a stream that breaks a rule or a limit: RST_STREAM, FAILED_STREAM; the others continue
 *   RST_STREAM from the server: FAILED_STREAM
 *   GOAWAY: FAILED_STREAM for each stream above the last that it names; no new streams
 *   a broken rule of the connection: GOAWAY, FAILED; no event after it
 *
 * A stream that was CLOSED by this side may still get frames that were in flight: they are ignored,
 * except for their effect on the HPACK table and the connection's window. The numbers of the last
 * such streams are kept; on any other closed stream a frame breaks a rule.
 *
 * The work that a server can cause is bounded by the responses it delivers. Each frame that is not
 * part of a response is overhead, counted by frames and bytes; heads and data compensate for some
 * of it. Beyond a bound the connection ends. So floods of PING, SETTINGS, RST_STREAM, PRIORITY,
 * WINDOW_UPDATE, empty DATA and unknown frames all end the same way. The bound also limits the
 * answers that wait to be sent.
 */

/**
 * The client's side of one connection. Confined to its caller; used once.
 *
 * <p>A state machine: longer than other classes here, since all transitions are in one file.
 */
public final class ClientConnection {

  /** The result of {@link #next}. */
  public enum Event {
    /** Nothing more without {@link #input}. */
    NEED_INPUT,
    /** The final response's head on a stream: see {@link #head()}. */
    HEAD,
    /** A piece of a body: see {@link #bytes()}, {@link #from()} and {@link #to()}. */
    DATA,
    /** A response is whole; the stream is closed. */
    END,
    /** A stream is closed without its end: see {@link #streamFault()}. */
    FAILED_STREAM,
    /** More bytes may be sent, or streams opened, than before. */
    ROOM,
    /** The connection cannot be used any more: see {@link #fault()}. Repeats. */
    FAILED
  }

  /** Bytes that a stream may send before the first grant. */
  public static final int FIRST_WINDOW = Setting.FIRST_WINDOW;

  /** Bytes that may be in flight on all streams together. */
  private static final int CONNECTION_WINDOW = 1 << 20;

  /** The bound until the server announces one; it refuses streams beyond its own bound. */
  private static final int STREAMS_UNTIL_SETTINGS = 1;

  /** The bound of a server that does not set one (RFC 9113 6.5.2 recommends no less). */
  private static final int STREAMS_UNLESS_SET = 100;

  /** The number of streams closed by this side whose late frames are recognised. */
  private static final int LATE_STREAMS = 1_000;

  private static final int SETTINGS_AT_ONCE = 32;

  /** The least DATA payload of a frame that compensates for overhead, in bytes. */
  private static final int SUBSTANTIAL = 256;

  /** The most bytes of a body that wait to be sent. */
  private static final int OUTPUT = 64 << 10;

  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  private final HttpLimits limits;
  private final FrameReader reader = new FrameReader();
  private final FrameWriter writer = new FrameWriter();
  private final HpackDecoder decoder = new HpackDecoder(HpackEncoder.LARGEST_TABLE);
  private final HpackEncoder encoder = new HpackEncoder();
  private final Map<Integer, Stream> streams = new HashMap<>();

  /** Streams that this side has closed, the last ones, for frames that may still come on them. */
  private final LinkedHashMap<Integer, Stream> late = new LinkedHashMap<>();

  private int nextStream = 1;

  // The settings of the server.
  private boolean settingsCame;
  private long maxStreams = STREAMS_UNTIL_SETTINGS;
  private long streamWindow = Setting.FIRST_WINDOW;
  private int frameSize = Setting.LEAST_FRAME_SIZE;
  private long sendWindow = Setting.FIRST_WINDOW;

  private long receiveWindow = CONNECTION_WINDOW;
  private final Overhead overhead = new Overhead();
  private boolean goingAway;

  // The frame at hand.
  private @Nullable Stream frameStream;
  private int dataLeft;
  private int padding;
  private boolean paddingIsKnown;

  private final FieldBlock section;

  // The subject of the last event.
  private @Nullable Stream current;
  private @Nullable ResponseHead head;
  private byte[] bytes = new byte[0];
  private int from;
  private int to;

  /** Failed streams that were not reported to the caller yet. */
  private final ArrayDeque<Stream> failed = new ArrayDeque<>();

  /** A stream whose end comes with the last event. */
  private @Nullable Stream ending;

  private boolean roomCame;
  private @Nullable ConnectionFault fault;

  /** A connection whose preface and settings wait to be sent. */
  public ClientConnection(HttpLimits limits) {
    this.limits = limits;
    this.section = new FieldBlock(limits.headBytes());
    writer.preface();
    writer.settings(Setting.ENABLE_PUSH, 0, Setting.MAX_HEADER_LIST_SIZE, limits.headBytes());
    writer.windowUpdate(0, CONNECTION_WINDOW - Setting.FIRST_WINDOW);
  }

  // Calls by the caller.

  /** Whether {@link #request} may be called now. */
  public boolean mayOpen() {
    return canOpen() && streams.size() < maxStreams;
  }

  /** Whether {@link #request} may be called now, or when another stream has ended. */
  public boolean canOpen() {
    return !goingAway && fault == null && nextStream > 0;
  }

  /**
   * The number of further streams that the server allows now; negative after it has lowered its
   * bound.
   */
  public long freeStreams() {
    return maxStreams - streams.size();
  }

  /** The number of open streams. */
  public int openStreams() {
    return streams.size();
  }

  /**
   * Opens a stream with a request. Fields about the connection are omitted.
   *
   * @param hasBody whether {@link #sendData} follows
   * @param largestBody of the response, in bytes
   * @return the stream's number
   */
  public int request(
      HttpMethod method,
      String scheme,
      String authority,
      String path,
      List<RequestField> fields,
      boolean hasBody,
      long largestBody) {
    if (!mayOpen()) {
      throw new IllegalStateException("no stream can be opened");
    }
    encoder.begin();
    encoder.field(":method", method.name());
    encoder.field(":scheme", scheme);
    encoder.field(":authority", authority);
    encoder.field(":path", path);
    for (RequestField field : fields) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (!OF_CONNECTION.contains(name)) {
        encoder.field(name, field.value());
      }
    }
    var stream = new Stream(nextStream, method, largestBody, streamWindow);
    nextStream += 2; // Below zero when there are no more.
    stream.requestEnded = !hasBody;
    streams.put(stream.id, stream);
    writer.headers(stream.id, encoder.bytes(), encoder.length(), frameSize, !hasBody);
    return stream.id;
  }

  /**
   * Sends as much of a request's body as the server and the output have room for now.
   *
   * @return the number of bytes of {@code from[offset, to)} taken; the body has ended if all were
   */
  public int sendData(int stream, byte[] from, int offset, int to) {
    Stream its = streams.get(stream);
    if (its == null || its.requestEnded) {
      return 0;
    }
    int at = offset;
    do {
      long most = Math.min(Math.min(its.sendWindow, sendWindow), OUTPUT - (long) writer.length());
      int count = (int) Math.min(Math.min(most, frameSize), to - at);
      if (count < 0 || (count == 0 && at < to)) {
        break;
      }
      its.sendWindow -= count;
      sendWindow -= count;
      its.requestEnded = at + count == to;
      writer.data(stream, from, at, count, its.requestEnded);
      if (count >= SUBSTANTIAL) {
        overhead.dataMoved();
      }
      at += count;
    } while (!its.requestEnded);
    return at - offset;
  }

  /** Lets the server send {@code more} bytes on a stream; a no-op if it has ended. */
  public void grant(int stream, int more) {
    Stream its = streams.get(stream);
    if (its != null && !its.responseEnded && more > 0) {
      its.receiveWindow += more;
      writer.windowUpdate(stream, more);
    }
  }

  /** Bytes that the server may send on a stream; 0 if it has ended. */
  public long receiveWindow(int stream) {
    Stream its = streams.get(stream);
    return its == null ? 0 : its.receiveWindow;
  }

  /** Ends a stream from this side; a no-op if it has ended. Other streams continue. */
  public void reset(int stream, ErrorCode code) {
    Stream its = streams.get(stream);
    if (its != null) {
      reset(its, code);
    }
  }

  /** Announces that this side ends the connection, without a fault of the server. */
  public void goAway() {
    if (fault == null && !goingAway) {
      writer.goAway(0, ErrorCode.NO_ERROR);
      goingAway = true;
    }
  }

  /** The number of bytes that wait to be sent. */
  public int outputBytes() {
    return writer.length();
  }

  /** Returns all bytes that wait to be sent; the caller owns them. */
  public ByteBuffer takeOutput() {
    return writer.take();
  }

  /**
   * Passes the next received bytes. The connection owns the array until {@link Event#NEED_INPUT}.
   */
  public void input(byte[] bytes, int from, int to) {
    reader.input(bytes, from, to);
  }

  /** Signals the end of the input. */
  public void endOfInput() {
    if (fault == null) {
      fault = new ConnectionFault.Ended();
    }
  }

  // The properties of the last event.

  /** The number of the stream that the last event is about. */
  public int stream() {
    return told().id;
  }

  /** The head, with {@link Event#HEAD}. */
  public ResponseHead head() {
    if (head == null) {
      throw new IllegalStateException("no head");
    }
    return head;
  }

  /** The bytes of the body still to come according to its head, or -1, with {@link Event#HEAD}. */
  public long expectedBytes() {
    Stream its = told();
    return its.bodyless || its.responseEnded ? 0 : its.expectedBytes;
  }

  /** The array with the piece of the body, with {@link Event#DATA}: the last input. */
  public byte[] bytes() {
    return bytes;
  }

  /** The start of the piece of the body. */
  public int from() {
    return from;
  }

  /** The end of the piece of the body. */
  public int to() {
    return to;
  }

  /** The bytes received on the stream of the last event, frames included. */
  public long wireBytes() {
    return told().framingBytes + told().bodyBytes;
  }

  /** The fault of a stream, with {@link Event#FAILED_STREAM}. */
  public StreamFault streamFault() {
    StreamFault its = told().fault;
    if (its == null) {
      throw new IllegalStateException("nothing failed");
    }
    return its;
  }

  /** The fault of the connection, with {@link Event#FAILED}. */
  public ConnectionFault fault() {
    if (fault == null) {
      throw new IllegalStateException("nothing failed");
    }
    return fault;
  }

  /** The next event. */
  public Event next() {
    if (ending != null) {
      Stream whole = ending;
      ending = null;
      return end(whole);
    }
    if (!failed.isEmpty()) {
      current = failed.poll();
      return Event.FAILED_STREAM;
    }
    if (roomCame) {
      roomCame = false;
      return Event.ROOM;
    }
    while (fault == null) {
      try {
        Event event = read();
        if (event != null) {
          return event;
        }
      } catch (Http2Exception e) {
        fault = new ConnectionFault.Broken(e.rule());
        writer.goAway(0, e.rule().code());
      }
      if (!failed.isEmpty() || roomCame) {
        return next();
      }
    }
    return Event.FAILED;
  }

  /** Continues reading; null if there is no event for the caller. */
  private @Nullable Event read() throws Http2Exception {
    return switch (reader.next()) {
      case NEED_INPUT -> Event.NEED_INPUT;
      case HEADER -> {
        beginFrame();
        yield null;
      }
      case PAYLOAD -> payload();
    };
  }

  // Frames.

  private void beginFrame() throws Http2Exception {
    FrameType type = reader.type();
    if (!settingsCame && (type != FrameType.SETTINGS || reader.has(FrameType.ACK))) {
      throw new Http2Exception(Http2Violation.FIRST_FRAME);
    }
    boolean continues = type == FrameType.CONTINUATION && reader.stream() == section.stream();
    if (section.stream() != 0 && !continues) {
      throw new Http2Exception(Http2Violation.CONTINUATION);
    }
    frameStream = null;
    switch (type) {
      case DATA -> beginData();
      case HEADERS -> frameStream = openStream();
      case CONTINUATION -> {
        if (!continues) {
          throw new Http2Exception(Http2Violation.CONTINUATION);
        }
      }
      case PUSH_PROMISE -> throw new Http2Exception(Http2Violation.PUSH);
      case PRIORITY -> requireStream(5);
      case RST_STREAM -> requireStream(4);
      case SETTINGS -> {
        boolean fits = reader.has(FrameType.ACK) ? reader.length() == 0 : reader.length() % 6 == 0;
        requireNoStream();
        requireSize(fits);
        if (reader.length() > 6 * SETTINGS_AT_ONCE) {
          throw new Http2Exception(Http2Violation.TOO_MANY_SETTINGS);
        }
      }
      case PING -> {
        requireNoStream();
        requireSize(reader.length() == 8);
      }
      case GOAWAY -> {
        requireNoStream();
        requireSize(reader.length() >= 8);
      }
      case WINDOW_UPDATE -> requireSize(reader.length() == 4);
      case UNKNOWN -> {}
    }
    if (type != FrameType.DATA && type != FrameType.HEADERS) {
      overhead.add(reader.length());
    }
  }

  private @Nullable Event payload() throws Http2Exception {
    switch (reader.type()) {
      case DATA -> {
        return data();
      }
      case HEADERS -> {
        return headers();
      }
      case CONTINUATION -> {
        return continuation();
      }
      case PRIORITY -> requireOtherStream(reader.from());
      case RST_STREAM -> rstStream();
      case SETTINGS -> settings();
      case PING -> {
        if (!reader.has(FrameType.ACK)) {
          writer.pingAck(reader.bytes(), reader.from());
        }
      }
      case GOAWAY -> goneAway();
      case WINDOW_UPDATE -> windowUpdate();
      case PUSH_PROMISE, UNKNOWN -> {}
    }
    return null;
  }

  private void requireSize(boolean fits) throws Http2Exception {
    if (!fits) {
      throw new Http2Exception(Http2Violation.FRAME_SIZE);
    }
  }

  private void requireNoStream() throws Http2Exception {
    if (reader.stream() != 0) {
      throw new Http2Exception(Http2Violation.FRAME_STREAM);
    }
  }

  private void requireStream(int length) throws Http2Exception {
    if (reader.stream() == 0) {
      throw new Http2Exception(Http2Violation.FRAME_STREAM);
    }
    requireSize(reader.length() == length);
  }

  /** The stream of a frame that is allowed only on an open one; null if this side has closed it. */
  private @Nullable Stream openStream() throws Http2Exception {
    int id = reader.stream();
    if (id == 0 || (id & 1) == 0) {
      throw new Http2Exception(Http2Violation.FRAME_STREAM);
    }
    requireOpened(id);
    Stream stream = streams.get(id);
    if (stream != null && stream.responseEnded) {
      throw new Http2Exception(Http2Violation.CLOSED_STREAM);
    }
    if (stream == null && !late.containsKey(id)) {
      throw new Http2Exception(Http2Violation.CLOSED_STREAM);
    }
    return stream;
  }

  /** Streams that were never opened are idle (RFC 9113 5.1). */
  private void requireOpened(int id) throws Http2Exception {
    if ((id & 1) == 0 || (nextStream > 0 && id >= nextStream)) {
      throw new Http2Exception(Http2Violation.IDLE_STREAM);
    }
  }

  // DATA.

  private void beginData() throws Http2Exception {
    frameStream = openStream();
    dataLeft = reader.length();
    padding = 0;
    paddingIsKnown = !reader.has(FrameType.PADDED);
    if (!paddingIsKnown && reader.length() == 0) {
      throw new Http2Exception(Http2Violation.FRAME_SIZE);
    }
    receiveWindow -= reader.length();
    if (receiveWindow < 0) {
      throw new Http2Exception(Http2Violation.WINDOW_EXCEEDED);
    }
    if (reader.length() < SUBSTANTIAL && !reader.has(FrameType.END_STREAM)) {
      if (reader.length() == 0 || frameStream == null) {
        overhead.add(reader.length());
      }
    } else if (frameStream != null) {
      overhead.dataMoved();
    }
    Stream stream = frameStream;
    if (stream == null) {
      Stream closed = late.get(reader.stream());
      if (closed != null && (closed.receiveWindow -= reader.length()) < 0) {
        throw new Http2Exception(Http2Violation.WINDOW_EXCEEDED);
      }
      return;
    }
    stream.framingBytes += FrameReader.HEADER_BYTES;
    stream.receiveWindow -= reader.length();
    if (stream.receiveWindow < 0) {
      fail(stream, Http2Violation.WINDOW_EXCEEDED);
    } else if (stream.part == Stream.Part.HEAD) {
      fail(stream, new ResponseFault.Malformed(ProtocolViolation.DATA_BEFORE_HEAD));
    }
  }

  private @Nullable Event data() throws Http2Exception {
    int at = reader.from();
    int end = reader.to();
    if (!paddingIsKnown && at < end) {
      padding = reader.bytes()[at++] & 0xFF;
      dataLeft -= 1 + padding;
      paddingIsKnown = true;
      if (dataLeft < 0) {
        throw new Http2Exception(Http2Violation.PADDING);
      }
      if (frameStream != null) {
        frameStream.framingBytes += 1 + padding;
      }
    }
    int count = Math.min(dataLeft, end - at);
    dataLeft -= count;
    if (reader.isEnd()) {
      refillConnection();
    }
    Stream stream = frameStream;
    if (stream == null || stream.fault != null || streams.get(stream.id) != stream) {
      return null; // A frame after the end of a stream.
    }
    boolean ends = reader.isEnd() && reader.has(FrameType.END_STREAM);
    ResponseFault broken = stream.takeData(count, ends);
    if (broken != null) {
      fail(stream, broken);
      return null;
    }
    if (ends) {
      ending = stream;
    }
    if (count == 0) {
      return stream.responseEnded ? next() : null;
    }
    bytes = reader.bytes();
    from = at;
    to = at + count;
    current = stream;
    return Event.DATA;
  }

  /** The connection's window bounds the bytes in flight; the streams' windows bound those kept. */
  private void refillConnection() {
    if (receiveWindow < CONNECTION_WINDOW / 2) {
      writer.windowUpdate(0, (int) (CONNECTION_WINDOW - receiveWindow));
      receiveWindow = CONNECTION_WINDOW;
    }
  }

  // HEADERS and CONTINUATION.

  private @Nullable Event headers() throws Http2Exception {
    int at = reader.from();
    int end = reader.to();
    if (reader.has(FrameType.PADDED)) {
      requireSize(at < end);
      end -= reader.bytes()[at++] & 0xFF;
    }
    if (reader.has(FrameType.PRIORITISED)) {
      requireSize(at + 5 <= reader.to());
      requireOtherStream(at);
      at += 5;
    }
    if (end < at) {
      throw new Http2Exception(Http2Violation.PADDING);
    }
    section.begin(reader.stream(), reader.has(FrameType.END_STREAM));
    if (frameStream != null) {
      frameStream.framingBytes += FrameReader.HEADER_BYTES + reader.length();
    } else {
      overhead.add(reader.length());
    }
    if (reader.has(FrameType.END_HEADERS)) {
      return endSection(reader.bytes(), at, end);
    }
    section.append(reader.bytes(), at, end);
    return null;
  }

  private @Nullable Event continuation() throws Http2Exception {
    section.countContinuation();
    section.append(reader.bytes(), reader.from(), reader.to());
    Stream stream = streams.get(section.stream());
    if (stream != null) {
      stream.framingBytes += FrameReader.HEADER_BYTES + reader.length();
    }
    if (!reader.has(FrameType.END_HEADERS)) {
      return null;
    }
    byte[] whole = section.take();
    return endSection(whole, 0, whole.length);
  }

  /** A field section is whole. It is always read, since all sections share the table. */
  private @Nullable Event endSection(byte[] block, int from, int to) throws Http2Exception {
    var fields = new FieldSection(limits);
    decoder.decode(block, from, to, fields);
    Stream stream = streams.get(section.stream());
    section.end();
    if (stream == null) {
      return null;
    }
    return stream.part == Stream.Part.HEAD ? head(stream, fields) : trailers(stream, fields);
  }

  private @Nullable Event head(Stream stream, FieldSection fields) {
    ResponseFault broken = stream.takeHead(fields, section.endsStream(), limits);
    if (broken != null) {
      fail(stream, broken);
      return null;
    }
    if (stream.part == Stream.Part.HEAD) {
      return null; // An interim response.
    }
    overhead.headCame();
    current = stream;
    head = ResponseFields.head(fields);
    if (stream.responseEnded) {
      ending = stream;
    }
    return Event.HEAD;
  }

  private @Nullable Event trailers(Stream stream, FieldSection fields) {
    ResponseFault broken = stream.takeTrailers(fields, section.endsStream(), limits);
    if (broken != null) {
      fail(stream, broken);
      return null;
    }
    return end(stream);
  }

  private Event end(Stream stream) {
    if (!stream.requestEnded) {
      writer.rstStream(stream.id, ErrorCode.NO_ERROR); // The rest of the request is unwanted.
    }
    streams.remove(stream.id);
    roomCame = true;
    current = stream;
    return Event.END;
  }

  // The other frames.

  private void rstStream() throws Http2Exception {
    requireOpened(reader.stream());
    Stream stream = streams.remove(reader.stream());
    if (stream == null) {
      return;
    }
    ErrorCode code = ErrorCode.of(FrameReader.integer(reader.bytes(), reader.from()));
    boolean isRefused =
        code == ErrorCode.REFUSED_STREAM
            || (code == ErrorCode.HTTP_1_1_REQUIRED && stream.part == Stream.Part.HEAD);
    stream.fault =
        isRefused
            ? unprocessed(code, StreamFault.Sign.REFUSED_STREAM)
            : new StreamFault.Reset(code);
    stream.framingBytes += FrameReader.HEADER_BYTES + reader.length();
    failed.add(stream);
    roomCame = true;
  }

  private void settings() throws Http2Exception {
    if (reader.has(FrameType.ACK)) {
      return;
    }
    if (!settingsCame) {
      maxStreams = STREAMS_UNLESS_SET;
    }
    for (int at = reader.from(); at < reader.to(); at += 6) {
      int identifier = (reader.bytes()[at] & 0xFF) << 8 | reader.bytes()[at + 1] & 0xFF;
      long value = FrameReader.integer(reader.bytes(), at + 2) & 0xFFFF_FFFFL;
      switch (identifier) {
        case Setting.HEADER_TABLE_SIZE -> encoder.allowTable(value);
        case Setting.ENABLE_PUSH -> {
          if (value != 0) { // A server may not set another value (RFC 9113 6.5.2).
            throw new Http2Exception(Http2Violation.SETTING);
          }
        }
        case Setting.MAX_CONCURRENT_STREAMS -> maxStreams = value;
        case Setting.INITIAL_WINDOW_SIZE -> setStreamWindow(value);
        case Setting.MAX_FRAME_SIZE -> {
          if (value < Setting.LEAST_FRAME_SIZE || value > Setting.MOST_FRAME_SIZE) {
            throw new Http2Exception(Http2Violation.SETTING);
          }
          frameSize = (int) value;
        }
        default -> {} // A setting without effect on this side.
      }
    }
    settingsCame = true;
    roomCame = true;
    writer.settingsAck();
  }

  private void setStreamWindow(long size) throws Http2Exception {
    if (size > Setting.MOST_WINDOW) {
      throw new Http2Exception(Http2Violation.WINDOW_SETTING);
    }
    for (Stream stream : streams.values()) {
      stream.sendWindow += size - streamWindow;
      if (stream.sendWindow > Setting.MOST_WINDOW) {
        throw new Http2Exception(Http2Violation.WINDOW_OVERFLOW);
      }
    }
    streamWindow = size;
  }

  private static StreamFault unprocessed(ErrorCode code, StreamFault.Sign sign) {
    return new StreamFault.Unprocessed(
        code == ErrorCode.HTTP_1_1_REQUIRED ? StreamFault.Sign.HTTP_1_1_REQUIRED : sign);
  }

  private void goneAway() {
    goingAway = true;
    ErrorCode code = ErrorCode.of(FrameReader.integer(reader.bytes(), reader.from() + 4));
    int last = FrameReader.integer(reader.bytes(), reader.from()) & Integer.MAX_VALUE;
    List<Stream> above =
        streams.values().stream()
            .filter(stream -> stream.id > last)
            .sorted((a, b) -> Integer.compare(a.id, b.id))
            .toList();
    for (Stream stream : above) {
      streams.remove(stream.id);
      lateOn(stream);
      stream.fault = unprocessed(code, StreamFault.Sign.GOAWAY);
      failed.add(stream);
    }
    roomCame = true;
  }

  private void windowUpdate() throws Http2Exception {
    int increment = FrameReader.integer(reader.bytes(), reader.from()) & Integer.MAX_VALUE;
    if (reader.stream() == 0) {
      if (increment == 0) {
        throw new Http2Exception(Http2Violation.WINDOW_INCREMENT);
      }
      sendWindow += increment;
      if (sendWindow > Setting.MOST_WINDOW) {
        throw new Http2Exception(Http2Violation.WINDOW_OVERFLOW);
      }
      roomCame = true;
      return;
    }
    requireOpened(reader.stream());
    Stream stream = streams.get(reader.stream());
    if (stream == null) {
      return;
    }
    if (increment == 0) {
      fail(stream, Http2Violation.WINDOW_INCREMENT);
      return;
    }
    stream.sendWindow += increment;
    if (stream.sendWindow > Setting.MOST_WINDOW) {
      fail(stream, Http2Violation.WINDOW_OVERFLOW);
    }
    roomCame = true;
  }

  /** A stream that depends on itself was forbidden while priorities existed (RFC 7540 5.3). */
  private void requireOtherStream(int at) throws Http2Exception {
    int dependsOn = FrameReader.integer(reader.bytes(), at) & Integer.MAX_VALUE;
    if (dependsOn == reader.stream()) {
      throw new Http2Exception(Http2Violation.DEPENDENCY);
    }
  }

  // Ends.

  private void fail(Stream stream, ResponseFault broken) {
    boolean isTooLarge = broken instanceof ResponseFault.TooLarge;
    ErrorCode code = isTooLarge ? ErrorCode.CANCEL : ErrorCode.PROTOCOL_ERROR;
    fail(stream, new StreamFault.Unusable(broken), code);
  }

  private void fail(Stream stream, Http2Violation rule) {
    fail(stream, new StreamFault.Broken(rule), rule.code());
  }

  /** The first fault of a stream counts. */
  private void fail(Stream stream, StreamFault its, ErrorCode code) {
    if (stream.fault == null) {
      stream.fault = its;
      failed.add(stream);
      reset(stream, code);
    }
  }

  private void reset(Stream stream, ErrorCode code) {
    streams.remove(stream.id);
    lateOn(stream);
    writer.rstStream(stream.id, code);
    roomCame = true;
  }

  /** Records that frames may come late on this stream. */
  private void lateOn(Stream stream) {
    late.put(stream.id, stream);
    if (late.size() > LATE_STREAMS) {
      late.pollFirstEntry();
    }
  }

  private Stream told() {
    if (current == null) {
      throw new IllegalStateException("no event yet");
    }
    return current;
  }
}
