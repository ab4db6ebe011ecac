package dev.arachne.archive;

import dev.arachne.coding.DecodedStream;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.protocol.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response in the block of a record: its head, and its body without transfer coding, as a
 * stream. Some programs store a body without its chunks and keep the field that says it is chunked;
 * such a body is read as it is. Confined to one thread.
 */
public final class HttpPayload {
  private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withAnyBody();
  private static final int PIECE_BYTES = 16 << 10;

  /** How the body ended. */
  public enum Ending {
    /** The end has not been read yet. */
    OPEN,
    /** The body ends as its head states. */
    COMPLETE,
    /** The body ends before that. */
    CUT
  }

  private final ResponseHead head;
  private final int skipped;
  private final byte[] headBytes;
  private final ResponseParser parser;
  private final InputStream block;
  private final Body body = new Body();
  private byte[] piece = {};
  private final @Nullable MessageDigest rawDigest;
  private Ending ending = Ending.OPEN;

  private HttpPayload(
      int skipped,
      byte[] headBytes,
      ResponseParser parser,
      InputStream block,
      @Nullable MessageDigest rawDigest) {
    this.head = parser.head();
    this.skipped = skipped;
    this.headBytes = headBytes;
    this.parser = parser;
    this.block = block;
    this.rawDigest = rawDigest;
  }

  /** Reads the head of the response in a block; empty if it cannot be read. */
  public static Optional<HttpPayload> of(InputStream block) throws IOException {
    return of(block, HttpMethod.GET, null);
  }

  /**
   * The same of the response to a request.
   *
   * @param rawDigest gets the bytes after the head, transfer coding included
   */
  static Optional<HttpPayload> of(
      InputStream block, HttpMethod method, @Nullable MessageDigest rawDigest) throws IOException {
    var parser = new ResponseParser(method, LIMITS);
    for (int skipped = 0; ; ) {
      byte[] head = head(block);
      if (head.length == 0) {
        return Optional.empty();
      }
      byte[] readable = inVersionOne(head);
      parser.input(readable, 0, readable.length);
      switch (parser.next()) {
        case NEED_INPUT -> {
          skipped += head.length; // An interim response, or blank lines before the status line.
        }
        case HEAD -> {
          int blank = blank(head);
          byte[] own = Arrays.copyOfRange(head, blank, head.length);
          return Optional.of(new HttpPayload(skipped + blank, own, parser, block, rawDigest));
        }
        default -> {
          return Optional.empty();
        }
      }
    }
  }

  /** Ends of lines before the status line. */
  private static int blank(byte[] head) {
    int at = 0;
    while (head[at] == '\r' || head[at] == '\n') {
      at++;
    }
    return at;
  }

  /** The bytes up to a blank line, or to the end of the block. */
  private static byte[] head(InputStream block) throws IOException {
    byte[] head = new byte[1024];
    int length = 0;
    boolean isBlank = false;
    while (length < LIMITS.headBytes()) {
      int b = block.read();
      if (b < 0) {
        break;
      }
      if (length == head.length) {
        head = Arrays.copyOf(head, 2 * length);
      }
      head[length++] = (byte) b;
      if (b == '\n') {
        if (isBlank) {
          break;
        }
        isBlank = true;
      } else if (b != '\r') {
        isBlank = false;
      }
    }
    return Arrays.copyOf(head, length);
  }

  /** Heads of HTTP/2 and HTTP/3 that were written as lines name a version without a minor one. */
  private static byte[] inVersionOne(byte[] head) {
    boolean isLater =
        head.length > 7
            && head[0] == 'H'
            && head[4] == '/'
            && (head[5] == '2' || head[5] == '3')
            && head[6] == ' ';
    if (!isLater) {
      return head;
    }
    byte[] readable = new byte[head.length + 2];
    System.arraycopy(new byte[] {'H', 'T', 'T', 'P', '/', '1', '.', '1'}, 0, readable, 0, 8);
    System.arraycopy(head, 6, readable, 8, head.length - 6);
    return readable;
  }

  /** The status line and the header fields. */
  public ResponseHead head() {
    return head;
  }

  /** Bytes of the block before the head: interim responses and blank lines. */
  int skipped() {
    return skipped;
  }

  /** The head as it is in the block, its empty line included. */
  byte[] headBytes() {
    return headBytes;
  }

  /** How many bytes of the body are still to come, or -1 if its length is unknown. */
  long expectedBytes() {
    return parser.expectedBytes();
  }

  /** Whether only the end of the block ends the body. */
  boolean endsByClose() {
    return parser.bodyEndsByClose();
  }

  /** Whether the body was as its head states, once it was read to its end. */
  boolean isAsFramed() {
    return ending == Ending.COMPLETE && !body.isPlain;
  }

  /** The body without transfer coding, to be read once; its content coding is kept. */
  public InputStream body() {
    return body;
  }

  /**
   * The body without its content codings either; to be read in place of {@link #body}, and closed.
   *
   * @param blockLength of the record, a bound for the content's length
   */
  public InputStream content(long blockLength) {
    return head.codings().isEmpty()
        ? body
        : new DecodedStream(body, blockLength, head.codings(), LIMITS.coding());
  }

  /** How the body ended. */
  public Ending ending() {
    return ending;
  }

  /** The media type by the head, in lower case and without parameters; empty if it has none. */
  public String mediaType() {
    return head.headers().first("Content-Type").map(WarcRecord::mediaType).orElse("");
  }

  /** Reads the block to its end. */
  void drain() throws IOException {
    body.content(null);
    body.takeRest();
  }

  /** The same, with a digest of the body; returns the body's length. */
  long drain(MessageDigest digest) throws IOException {
    long length = body.content(digest);
    body.takeRest();
    return length;
  }

  private final class Body extends InputStream {
    private int position;
    private int end;

    /** How many bytes of the block the parser has got. */
    private long given;

    private boolean hasContent;

    /** Whether the block is passed on as it is. */
    private boolean isPlain;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      while (position == end) {
        if (isPlain ? !nextPlain() : !nextPiece()) {
          return -1;
        }
      }
      int n = Math.min(count, end - position);
      System.arraycopy(piece, position, into, offset, n);
      position += n;
      return n;
    }

    /** Reads the rest of the body; returns its length. */
    private long content(@Nullable MessageDigest digest) throws IOException {
      long length = 0;
      do {
        if (digest != null) {
          digest.update(piece, position, end - position);
        }
        length += end - position;
        position = end;
      } while (isPlain ? nextPlain() : nextPiece());
      return length;
    }

    private boolean nextPiece() throws IOException {
      while (true) {
        switch (parser.next()) {
          case NEED_INPUT -> {
            int n = take();
            if (n > 0) {
              parser.input(piece, 0, n);
            } else {
              parser.endOfInput();
            }
          }
          case BODY -> {
            hasContent = true;
            position = parser.from();
            end = parser.to();
            return true;
          }
          case COMPLETE, HEAD -> {
            ending = Ending.COMPLETE;
            return false;
          }
          case TRUNCATED -> {
            ending = Ending.CUT;
            return false;
          }
          case FAILED -> {
            if (hasContent || given > PIECE_BYTES || ending != Ending.OPEN) {
              ending = Ending.CUT;
              return false;
            }
            isPlain = true;
            position = 0;
            end = (int) given;
            return end > 0 || nextPlain();
          }
          default -> throw new IllegalStateException();
        }
      }
    }

    private boolean nextPlain() throws IOException {
      position = 0;
      end = take();
      if (end == 0) {
        ending = Ending.COMPLETE;
      }
      return end > 0;
    }

    /** Reads on in the block, a full piece where there is one. */
    private int take() throws IOException {
      if (piece.length == 0) {
        piece = new byte[PIECE_BYTES];
      }
      int n = block.readNBytes(piece, 0, piece.length);
      given += n;
      if (rawDigest != null) {
        rawDigest.update(piece, 0, n);
      }
      return n;
    }

    private void takeRest() throws IOException {
      while (take() > 0) {
        // into the digest
      }
    }
  }
}
