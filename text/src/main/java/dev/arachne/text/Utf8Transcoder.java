package dev.arachne.text;

/**
 * Converts a document to UTF-8, so that the tokenizer and the readers of its ranges handle only one
 * encoding. Most pages of the web need no conversion: they are in UTF-8, or in ASCII regardless of
 * their declaration. Confined to one thread.
 */
public final class Utf8Transcoder {
  private static final int CHUNK = 8192;

  /**
   * The size from which a document is large: its beginning is a sample for the length of its text.
   */
  private static final int SAMPLE = 32 * CHUNK;

  /**
   * The bytes of text beyond twice those of the document. Pages with more, in an encoding whose
   * characters grow from one byte to three in UTF-8, are not read to their end.
   */
  private static final int MOST_EXTRA = 1 << 20;

  private static final byte[] NOTHING = {};

  private final Slices slices;
  private final ByteScratch out = new ByteScratch();

  private byte[] bytes = NOTHING;
  private int from;
  private int to;
  private boolean truncated;

  /** The most bytes of text. */
  private long most;

  /** A transcoder that never pauses. */
  Utf8Transcoder() {
    this(new Slices());
  }

  /** A transcoder that pauses between two slices. */
  public Utf8Transcoder(Slices slices) {
    this.slices = slices;
  }

  /**
   * Decodes {@code in[from, to)}, dropping its byte order mark; the result is in {@link #bytes}.
   */
  public void decode(byte[] in, int from, int to, Encoding encoding) {
    int start = from + byteOrderMark(in, from, to, encoding);
    bytes = in;
    truncated = false;
    this.from = start;
    this.to = to;
    if (encoding == Encoding.UTF_8) {
      return;
    }
    int ascii = Bytes.indexOfNonAscii(in, start, to);
    if (ascii == to && encoding.form() != Encoding.Form.NOT_ASCII) {
      return;
    }
    out.clear();
    most = MOST_EXTRA + 2L * (to - start);
    TextDecoder decoder = TextDecoder.of(encoding);
    for (int p = start; p < to && hasRoom(); p += CHUNK) {
      if (p - start == SAMPLE) {
        reserve(start, p, to);
      }
      decoder.decode(in, p, Math.min(p + CHUNK, to), out);
      slices.spend(CHUNK);
    }
    decoder.finish(out);
    bytes = out.bytes();
    this.from = 0;
    this.to = out.length();
  }

  /** Drops the document, and the array if it is large. */
  public void clear() {
    out.clear();
    bytes = NOTHING;
    from = 0;
    to = 0;
  }

  /** The input itself, or an array of this transcoder's that the next call overwrites. */
  public byte[] bytes() {
    return bytes;
  }

  /** The start of the text in {@link #bytes}. */
  public int from() {
    return from;
  }

  /** The end of the text in {@link #bytes}. */
  public int to() {
    return to;
  }

  /** Whether the rest of the document was skipped, since its text would be too long. */
  public boolean truncated() {
    return truncated;
  }

  /** Makes room for the rest at once, to avoid a copy each time that the array is full. */
  private void reserve(int start, int p, int to) {
    long left = (long) out.length() * (to - p) / (p - start);
    out.reserve((int) Math.min(left + left / 8, most));
  }

  private boolean hasRoom() {
    truncated = out.length() > most;
    return !truncated;
  }

  private static int byteOrderMark(byte[] in, int from, int to, Encoding encoding) {
    boolean marked =
        EncodingSniffer.ofByteOrderMark(in, from, to).filter(encoding::equals).isPresent();
    if (!marked) {
      return 0;
    }
    return encoding == Encoding.UTF_8 ? 3 : 2;
  }
}
