package dev.arachne.arguments;

import dev.arachne.http.HttpFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The exit codes of the program. */
public final class ExitCode {
  /** The verb succeeded. */
  public static final int DONE = 0;

  /** The verb failed: a seed could not be fetched, or the program itself failed. */
  public static final int FAILED = 1;

  /** A mistake at the command line; one line on the error stream has a valid form. */
  public static final int USAGE = 2;

  /**
   * This machine could not continue: a disk, memory, file descriptors, the name service. No URL was
   * decided by that, and the same command resumes. The JVM exits with this code by itself when
   * memory is out.
   */
  public static final int MACHINE = 3;

  /** The reader of standard output went away: 128 and SIGPIPE, as a shell has it. */
  public static final int PIPE_CLOSED = 141;

  /** Added to the number of the signal that ended a crawl, as shells do. */
  public static final int SIGNALLED = 128;

  private ExitCode() {}

  /** The additional codes of {@code arachne fetch}: curl's numbers. */
  public enum OfFetch {
    NAME(6, "the host was not found"),
    CONNECT(7, "the connection was refused, or no way leads to the host"),
    MALFORMED(8, "the answer cannot be read"),
    PARTIAL(18, "the body ended early"),
    STATUS(22, "with --fail: the status is 400 or more"),
    WRITE(23, "the output could not be written"),
    TIMEOUT(28, "a time ran out"),
    RANGE(33, "with -C: the server does not go on with the file"),
    TLS(35, "the TLS handshake failed"),
    REDIRECTS(47, "too many redirects"),
    EMPTY(52, "the server closed the connection without an answer"),
    RECEIVE(56, "the connection broke before the answer's head was whole"),
    CERTIFICATE(60, "the certificate is out of its dates, for another host, or not trusted"),
    CODING(61, "the body is not in its content coding, or a bomb"),
    TOO_LARGE(63, "the body is larger than --max-filesize"),
    PROXY(97, "the proxy refused"),
    HEAD_TOO_LARGE(100, "the head is larger than any sensible one");

    /** Descriptions in help begin two columns behind the longest code. */
    private static final String ROW = "  %3d  %s";

    private final int code;
    private final String meaning;

    OfFetch(int code, String meaning) {
      this.code = code;
      this.meaning = meaning;
    }

    /** The number. */
    public int code() {
      return code;
    }

    /** All codes, a line each, for help. */
    public static List<String> table() {
      List<String> rows = new ArrayList<>();
      rows.add(ROW.formatted(DONE, "there was an answer, whatever its status"));
      rows.add(ROW.formatted(FAILED, "any other failure, such as a private address"));
      rows.add(ROW.formatted(USAGE, "a mistake at the command line"));
      rows.add(ROW.formatted(MACHINE, "this machine lacks memory, file descriptors or ports"));
      Arrays.stream(values()).forEach(row -> rows.add(ROW.formatted(row.code, row.meaning)));
      return rows;
    }

    /**
     * The code for an exchange that brought no response.
     *
     * @param received how many bytes had come
     */
    public static int of(HttpFailure failure, long received) {
      return switch (failure) {
        case HttpFailure.NameNotFound _,
            HttpFailure.NameUnanswered _,
            HttpFailure.NamesUnavailable _ ->
            NAME.code;
        case HttpFailure.Shortage _ -> MACHINE;
        case HttpFailure.ConnectionRefused _, HttpFailure.Unreachable _ -> CONNECT.code;
        case HttpFailure.ClosedEarly _ -> received == 0 ? EMPTY.code : RECEIVE.code;
        case HttpFailure.Reset _, HttpFailure.StreamReset _, HttpFailure.StaleConnection _ ->
            RECEIVE.code;
        case HttpFailure.NotResumed _ -> RANGE.code;
        case HttpFailure.TimedOut _ -> TIMEOUT.code;
        case HttpFailure.TlsRefused(var fault, var _) ->
            switch (fault) {
              case EXPIRED, NOT_YET_VALID, WRONG_HOST, UNTRUSTED -> CERTIFICATE.code;
              case CLIENT_CERTIFICATE, CUT, HANDSHAKE, EXCESS -> TLS.code;
            };
        case HttpFailure.Malformed _, HttpFailure.Http2Broken _ -> MALFORMED.code;
        case HttpFailure.TooLarge(var limit, var _) ->
            switch (limit) {
              case BODY_BYTES, FRAMING_BYTES, DECODED_BYTES -> TOO_LARGE.code;
              case CODINGS, CODED_BYTES, DECODED_RATIO -> CODING.code;
              case HEAD_BYTES, FIELDS, INTERIM_RESPONSES, CHUNK_LINE_BYTES, TRAILER_BYTES ->
                  HEAD_TOO_LARGE.code;
            };
        case HttpFailure.DecodingFailed _ -> CODING.code;
        case HttpFailure.ProxyRefused _ -> PROXY.code;
        case HttpFailure.AddressRefused _,
            HttpFailure.PortRefused _,
            HttpFailure.NotStored _,
            HttpFailure.Unreadable _,
            HttpFailure.ClientClosed _,
            HttpFailure.Other _ ->
            FAILED;
      };
    }
  }
}
