package dev.arachne.http;

import dev.arachne.coding.CodingFault;
import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.spool.PartialBody;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StreamedBody;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of a body outside memory: the request's stream, or the request's file if the body is
 * too large for memory. Received bytes are written whenever a buffer is full, and reading stops
 * meanwhile. So a body takes one buffer of memory regardless of its size. Confined to its exchange.
 */
final class Overflow {
  /**
   * The size above which a body goes to its file, in bytes: about a megabyte, one read included.
   */
  static final int IN_MEMORY = (1 << 20) - ReceiveBuffer.BYTES;

  /** The bytes in memory of a body that goes to its file, one read included. */
  static final int BUFFER = 256 << 10;

  /** Bytes that renew the time of the exchange. */
  private static final int PROGRESS = 1 << 20;

  private static final int PARTIAL_CONTENT = 206;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  /** The head that came with the first byte of a body. */
  record WholeHead(int status, Headers headers, List<ContentCoding> codings) {}

  private final ExchangeProgress exchange;
  private final CodingLimits limits;
  private final @Nullable SpooledBody spool;
  private @Nullable StreamedBody stream;
  private @Nullable ResponseHead head;
  private long announced;
  private boolean takes;
  private long sinceRenewal;

  /** The range with which the body continues; null if it begins at 0. */
  private @Nullable ContentRange rest;

  Overflow(ExchangeProgress exchange, CodingLimits limits) {
    this.exchange = exchange;
    this.limits = limits;
    this.spool = exchange.request().spool();
  }

  /**
   * Begins a body; does not wait.
   *
   * @param expected its bytes in this answer, or -1
   * @throws HttpException if the response does not continue the stored part, as requested
   */
  void begin(ResponseHead its, long expected) throws HttpException {
    HttpRequest request = exchange.request();
    stream = isOfConnection(its.status()) ? null : request.stream(its);
    if (stream != null) {
      head = its;
      announced = expected;
      takes = true;
    }
    if (spool == null || request.method() != HttpMethod.GET) {
      return;
    }
    head = its;
    announced = expected;
    if (request.goesOn() && its.status() == RANGE_NOT_SATISFIABLE) {
      throw notResumed("the server has less of it than before");
    }
    if (request.goesOn() && its.status() == PARTIAL_CONTENT) {
      rest = rest(its, expected, spool.partial().orElseThrow());
    }
    if (request.goesOn()
        && its.status() == 200
        && spool.partial().orElseThrow().validator().isEmpty()) {
      throw notResumed("the server sends the whole of it again");
    }
    takes = rest != null || spool.isWanted(its.status());
  }

  /** Whether a response may concern the connection only; the request is then sent again. */
  private static boolean isOfConnection(int status) {
    return status == HttpClient.REQUEST_TIMEOUT
        || status == HttpClient.PROXY_AUTHENTICATION_REQUIRED;
  }

  /** Whether the body may go to the stream, or to the file. */
  boolean takes() {
    return takes;
  }

  /**
   * Whether the received bytes are to be written.
   *
   * @param isIdle whether no further bytes are available without a wait
   */
  boolean isDue(BodyBuffer pieces, boolean isIdle) {
    if (stream != null && isIdle) {
      return !pieces.isEmpty();
    }
    return takes && pieces.length() > (isUsed() ? BUFFER - ReceiveBuffer.BYTES : IN_MEMORY);
  }

  /** Whether the body goes to the stream or the file, or continues there. */
  boolean isUsed() {
    return stream != null || rest != null || spool != null && spool.isOpen();
  }

  /** Bytes of the body before those of this answer. */
  long before() {
    return rest == null ? 0 : rest.first();
  }

  /**
   * Writes the received bytes, and waits for it.
   *
   * @throws HttpException if the body does not match its content codings
   */
  void append(BodyBuffer pieces) throws HttpException {
    Optional<CodingFault> fault =
        exchange.untimed(() -> {
          if (stream != null) {
            open(stream);
            return stream.append(pieces.array(), pieces.length());
          }
          SpooledBody file = spool();
          open(file);
          file.append(pieces.array(), pieces.length());
          return Optional.empty();
        });
    if (fault.isPresent()) {
      throw failure(fault.get());
    }
    sinceRenewal += pieces.length();
    if (sinceRenewal >= PROGRESS) {
      sinceRenewal = 0;
      exchange.renew();
    }
    pieces.clear();
  }

  /**
   * Writes the last of the body; waits for it.
   *
   * @param completeness according to the framing
   * @return whether the whole body is stored
   */
  Completeness end(BodyBuffer pieces, Completeness completeness) throws HttpException {
    if (completeness instanceof Completeness.TooLarge) {
      discard();
      return completeness;
    }
    append(pieces);
    if (stream != null) {
      return ended(stream, completeness);
    }
    boolean isShort = rest != null && spool().length() != rest.total();
    Completeness end =
        completeness instanceof Completeness.Complete && isShort
            ? Completeness.truncated(Completeness.Cause.CLOSED)
            : completeness;
    boolean isCutHere =
        end instanceof Completeness.Truncated(var cause) && cause == Completeness.Cause.TOO_LARGE;
    if (!(end instanceof Completeness.Complete || isCutHere || exchange.request().keepsPart())) {
      breakOff();
    }
    return end;
  }

  /** Ends that body, once all of it is written; waits for it. */
  private Completeness ended(StreamedBody its, Completeness completeness) throws HttpException {
    Optional<CodingFault> fault = exchange.untimed(its::end);
    if (fault.isEmpty()) {
      return completeness;
    }
    if (fault.get() instanceof CodingFault.Unfinished) {
      return completeness instanceof Completeness.Complete
          ? Completeness.truncated(Completeness.Cause.CODING_UNFINISHED)
          : completeness;
    }
    throw failure(fault.get());
  }

  /** The failure of a body that does not match its content codings. */
  private HttpException failure(CodingFault fault) {
    return exchange.failure(
        switch (fault) {
          case CodingFault.Unfinished _ -> new HttpFailure.ClosedEarly();
          case CodingFault.TooLarge(var limit, long bound) ->
              new HttpFailure.TooLarge(Limit.of(limit), bound);
          case CodingFault.Corrupt(ContentCoding coding) ->
              new HttpFailure.DecodingFailed(coding.token());
        });
  }

  /** Keeps the part in the file for a later attempt. */
  void breakOff() {
    if (spool != null && spool.isOpen()) {
      spool.keep();
    }
  }

  /** The body, if all of it is in its file. */
  Optional<SpooledBody> spooled() {
    return spool != null && spool.isOpen() ? Optional.of(spool) : Optional.empty();
  }

  /** Stores a body that came whole; waits for it. */
  SpooledBody take(byte[] coded) {
    SpooledBody file = spool();
    exchange.untimed(() -> {
      open(file);
      file.append(coded, coded.length);
      return true;
    });
    return file;
  }

  /** Deletes the stored part. */
  void discard() {
    if (spool != null) {
      spool.discard();
    }
  }

  /** The head of the whole body. */
  WholeHead wholeHead(ResponseHead its) {
    if (rest == null) {
      return new WholeHead(its.status(), its.headers(), its.codings());
    }
    // A 206 need not repeat the fields of the first response (RFC 9110 15.3.7).
    PartialBody partial = spool().partial().orElseThrow();
    Headers fields = with(its.headers(), "Content-Type", partial.contentType());
    Headers headers = with(fields, "Content-Encoding", partial.contentEncoding());
    return new WholeHead(200, headers, ContentCoding.of(headers.elements("Content-Encoding")));
  }

  private void open(StreamedBody its) {
    if (!its.hasBegun() && head != null) {
      its.begin(head.codings(), announced, limits);
    }
  }

  private void open(SpooledBody file) {
    if (!file.isOpen()) {
      if (rest == null) {
        file.begin(partial());
      } else {
        file.resume(rest.first(), rest.total());
      }
    }
  }

  private PartialBody partial() {
    if (head == null) {
      throw new IllegalStateException("no head yet");
    }
    Headers headers = head.headers();
    List<ContentCoding> ofContent = ContentCoding.of(headers.elements("Content-Encoding"));
    // With a transfer coding, the rest of a body cannot be identified.
    boolean isAsSelected = ofContent.equals(head.codings()) && head.status() == 200;
    return new PartialBody(
        exchange.request().url().toString(),
        isAsSelected ? Validators.ifRange(headers) : "",
        announced,
        0,
        headers.first("Content-Type").orElse(""),
        String.join(", ", headers.elements("Content-Encoding")));
  }

  private SpooledBody spool() {
    if (spool == null) {
      throw new IllegalStateException("no file for the body");
    }
    return spool;
  }

  /** The range of the body in a 206; it has to match the stored part. */
  private ContentRange rest(ResponseHead its, long expected, PartialBody partial)
      throws HttpException {
    Headers headers = its.headers();
    ContentRange range =
        headers
            .first("Content-Range")
            .flatMap(ContentRange::of)
            .orElseThrow(() -> notResumed("the answer does not say which bytes it has"));
    if (range.first() > partial.next()) {
      throw notResumed("the answer leaves bytes out");
    }
    if (expected >= 0 && expected != range.length()) {
      throw notResumed("the answer has more or fewer bytes than it says");
    }
    if (partial.total() >= 0 && partial.total() != range.total()) {
      throw notResumed("the body has another size than before");
    }
    String coding = String.join(", ", headers.elements("Content-Encoding"));
    boolean isTheSame =
        partial.validator().isEmpty() || Validators.agree(partial.validator(), headers);
    if (!isTheSame || !coding.isEmpty() && !coding.equals(partial.contentEncoding())) {
      throw notResumed("the body is another one than before");
    }
    return range;
  }

  private HttpException notResumed(String why) {
    return exchange.failure(new HttpFailure.NotResumed(why));
  }

  private static Headers with(Headers headers, String name, String value) {
    if (value.isEmpty() || headers.find(name, 0) >= 0) {
      return headers;
    }
    String[] all = new String[2 * headers.count() + 2];
    for (int i = 0; i < headers.count(); i++) {
      all[2 * i] = headers.name(i);
      all[2 * i + 1] = headers.value(i);
    }
    all[all.length - 2] = name;
    all[all.length - 1] = value;
    return Headers.of(all);
  }
}
