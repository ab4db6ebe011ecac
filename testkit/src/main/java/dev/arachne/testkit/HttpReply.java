package dev.arachne.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.GZIPOutputStream;

/**
 * A well-formed HTTP/1.1 answer. Immutable: each method returns a changed copy.
 *
 * <p>The headers that frame the body (RFC 9112 6) are written for the chosen {@link Framing} unless
 * the script sets one of that name itself, which is how a script lies about its length. A HEAD
 * request, and the statuses 1xx, 204 and 304, get the head alone.
 *
 * @param status of three digits
 * @param headers in the order sent, without those that frame the body
 * @param pieces of the body, generated afresh for each answer
 * @param length of the body in bytes, or {@link #LENGTH_UNKNOWN}
 * @param framing how the client learns where the body ends
 * @param ending the fate of the connection afterwards
 */
public record HttpReply(
    int status,
    List<Header> headers,
    Iterable<byte[]> pieces,
    long length,
    Framing framing,
    Ending ending)
    implements Reply {

  /** The length of a body that is not known before its end, or of a missing one. */
  public static final long LENGTH_UNKNOWN = -1;

  /** Head and body leave in one send up to this size, in bytes. */
  private static final int ONE_SEND = 64 << 10;

  /** How the client learns where the body ends. */
  public enum Framing {
    CONTENT_LENGTH,
    CHUNKED,
    UNTIL_CLOSE
  }

  /** The fate of the connection after the answer. */
  public enum Ending {
    /** Stays open if the client wishes. */
    KEEP_ALIVE,
    /** Closes, with a header that announces it. */
    CLOSE,
    /** Closes, without a header that announces it. */
    CLOSE_UNANNOUNCED
  }

  public HttpReply {
    headers = List.copyOf(headers);
  }

  /** An answer of this status without headers or body. */
  public static HttpReply of(int status) {
    return new HttpReply(
        status, List.of(), List.of(), 0, Framing.CONTENT_LENGTH, Ending.KEEP_ALIVE);
  }

  /** Adds one header. */
  public HttpReply header(String name, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new HttpReply(status, more, pieces, length, framing, ending);
  }

  /** Another body. */
  public HttpReply body(byte[] bytes) {
    return new HttpReply(status, headers, List.of(bytes), bytes.length, framing, ending);
  }

  /**
   * A body generated piece by piece, possibly without end.
   *
   * @param length in bytes; of {@link #LENGTH_UNKNOWN} the body is framed by the connection's end
   *     unless {@link #chunked()} follows
   */
  public HttpReply body(long length, Iterable<byte[]> pieces) {
    Framing fitting = length == LENGTH_UNKNOWN ? Framing.UNTIL_CLOSE : framing;
    return new HttpReply(status, headers, pieces, length, fitting, ending);
  }

  /** The body in the chunked coding, a chunk for each of its pieces (RFC 9112 7.1). */
  public HttpReply chunked() {
    return new HttpReply(status, headers, pieces, length, Framing.CHUNKED, ending);
  }

  /** The body in the chunked coding, in chunks of at most {@code bytes} bytes. */
  public HttpReply chunked(int bytes) {
    return new HttpReply(
        status, headers, () -> split(pieces.iterator(), bytes), length, Framing.CHUNKED, ending);
  }

  /** The body ends where the connection does. */
  public HttpReply untilClose() {
    return new HttpReply(status, headers, pieces, length, Framing.UNTIL_CLOSE, ending);
  }

  /** Sets the fate of the connection afterwards. */
  public HttpReply ending(Ending ending) {
    return new HttpReply(status, headers, pieces, length, framing, ending);
  }

  /** Compresses the body, with the header for it. The body must have an end. */
  public HttpReply gzip() {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(compressed)) {
      for (byte[] piece : pieces) {
        gzip.write(piece);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return header("Content-Encoding", "gzip").body(compressed.toByteArray());
  }

  @Override
  public Script play(TestRequest request) {
    boolean closes =
        ending != Ending.KEEP_ALIVE || framing == Framing.UNTIL_CLOSE || !request.keepsAlive();
    boolean bodiless =
        request.method().equals("HEAD") || status / 100 == 1 || status == 204 || status == 304;
    byte[] head = head(closes);
    Script script;
    if (bodiless) {
      script = Script.of(List.of(new Step.Send(head)));
    } else if (framing == Framing.CONTENT_LENGTH && length <= ONE_SEND) {
      script = Script.of(List.of(new Step.Send(joined(head, pieces))));
    } else {
      script = Script.concat(Script.of(List.of(new Step.Send(head))), bodyScript());
    }
    return closes ? Script.concat(script, Script.of(List.of(new Step.Close()))) : script;
  }

  private Script bodyScript() {
    Iterator<byte[]> rest = pieces.iterator();
    if (framing != Framing.CHUNKED) {
      return () -> rest.hasNext() ? new Step.Send(rest.next()) : null;
    }
    Script chunks = () -> rest.hasNext() ? new Step.Send(chunk(rest.next())) : null;
    return Script.concat(chunks, Script.of(List.of(Step.Send.latin1("0\r\n\r\n"))));
  }

  private byte[] head(boolean closes) {
    var head = new StringBuilder(256);
    head.append("HTTP/1.1 ").append(status).append(' ').append(reason(status)).append("\r\n");
    for (Header header : headers) {
      line(head, header.name(), header.value());
    }
    if (framing == Framing.CHUNKED && !has("Transfer-Encoding")) {
      line(head, "Transfer-Encoding", "chunked");
    } else if (framing == Framing.CONTENT_LENGTH && !has("Content-Length") && status / 100 != 1) {
      line(head, "Content-Length", Long.toString(length));
    }
    if (closes && ending != Ending.CLOSE_UNANNOUNCED && !has("Connection")) {
      line(head, "Connection", "close");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private boolean has(String name) {
    return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
  }

  private static void line(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private static byte[] joined(byte[] head, Iterable<byte[]> pieces) {
    byte[] all = head;
    for (byte[] piece : pieces) {
      int end = all.length;
      all = Arrays.copyOf(all, end + piece.length);
      System.arraycopy(piece, 0, all, end, piece.length);
    }
    return all;
  }

  private static byte[] chunk(byte[] piece) {
    byte[] size = (Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] chunk = Arrays.copyOf(size, size.length + piece.length + 2);
    System.arraycopy(piece, 0, chunk, size.length, piece.length);
    chunk[chunk.length - 2] = '\r';
    chunk[chunk.length - 1] = '\n';
    return chunk;
  }

  private static Iterator<byte[]> split(Iterator<byte[]> pieces, int bytes) {
    var parts = new ArrayDeque<byte[]>();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        while (parts.isEmpty() && pieces.hasNext()) {
          byte[] piece = pieces.next();
          for (int from = 0; from < piece.length; from += bytes) {
            parts.add(Arrays.copyOfRange(piece, from, Math.min(piece.length, from + bytes)));
          }
        }
        return !parts.isEmpty();
      }

      @Override
      public byte[] next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return parts.remove();
      }
    };
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 204 -> "No Content";
      case 301 -> "Moved Permanently";
      case 302 -> "Found";
      case 304 -> "Not Modified";
      case 404 -> "Not Found";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 503 -> "Service Unavailable";
      default -> "Status " + status;
    };
  }
}
