package dev.arachne.text;

/**
 * Brings a document into UTF-8, so that the tokenizer, and whoever gets a range from it, knows one
 * encoding only. Most pages of the web need nothing: they are in UTF-8, or in ASCII whatever they
 * say. Confined to one thread.
 */
public final class Utf8Transcoder {
  private static final int CHUNK = 8192;

  /** From here on a document is large: its beginning tells how long its text will be. */
  private static final int SAMPLE = 32 * CHUNK;

  /**
   * Bytes of text beyond twice those of the document: pages with more of them, in an encoding that
   * has three bytes of UTF-8 for one of its own, are not read to their end.
   */
  private static final int MOST_EXTRA = 1 << 20;

  private static final byte[] NOTHING = {};

  private final Slices slices;
  private final ByteScratch out = new ByteScratch();

  private byte[] bytes = NOTHING;
  private int from;
  private int to;
  private boolean truncated;

  /** Bytes of text at most. */
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

  /** Forgets the document, and the array if it is large. */
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

  /** Where the text begins in {@link #bytes}. */
  public int from() {
    return from;
  }

  /** Where the text ends in {@link #bytes}. */
  public int to() {
    return to;
  }

  /** Whether the rest of the document was left out, since its text would be too long. */
  public boolean truncated() {
    return truncated;
  }

  /** Makes room at once for what is left, rather than copy it each time that the array is full. */
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
