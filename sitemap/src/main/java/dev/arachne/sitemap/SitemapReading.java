package dev.arachne.sitemap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.text.Bytes;
import dev.arachne.text.Encoding;
import dev.arachne.text.EncodingSniffer;
import dev.arachne.text.Utf8InputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A sitemap that is read part by part, so that the caller can do other work between two of them.
 * Confined to one thread at a time. Made by {@link SitemapReader#begin}.
 */
public final class SitemapReading {
  private static final int PART = 65_536;

  /**
   * The longest token that is read; a longer one is skipped, so that no byte is read more than a
   * few times.
   */
  private static final int MAX_TOKEN = PART / 2;

  private static final int PEEK = 1024;
  private static final int GZIP_MAGIC = 0x8B1F;

  /** The number of unpacked bytes below which packed data are not taken for a bomb. */
  private static final long BOMB_FROM = 1 << 20;

  /** The part that is read next. */
  private enum State {
    BEGINNING,
    XML,
    TEXT,
    END
  }

  private final Packed raw;
  private final SitemapOptions options;
  private final SitemapEntryBuilder assembly;
  private final SitemapScanner scanner;
  private final Set<SitemapIssue> flaws = EnumSet.noneOf(SitemapIssue.class);
  private final byte[] part = new byte[PART];
  private State state = State.BEGINNING;
  private boolean isPacked;
  private @Nullable InputStream unpacked;

  /** Whether more bytes may follow the part. */
  private boolean more;

  private int length;
  private long total;

  SitemapReading(InputStream in, SitemapOptions options, SitemapEntryBuilder assembly) {
    this.raw = new Packed(in);
    this.options = options;
    this.assembly = assembly;
    this.scanner = new SitemapScanner(assembly, options.namespace());
  }

  /**
   * Reads the next part, of at most 64 KiB, and reports the entries that end in it.
   *
   * @return whether there is another one
   * @throws IOException if the stream fails
   */
  public boolean readPart() throws IOException {
    try {
      switch (state) {
        case BEGINNING -> begin();
        case XML -> readXml();
        case TEXT -> readText();
        case END -> {}
      }
    } catch (EOFException e) {
      flaws.add(SitemapIssue.CUT); // gzip data that end in the middle
      state = State.END;
    } catch (ZipException e) {
      flaws.add(SitemapIssue.MALFORMED);
      state = State.END;
    }
    return state != State.END;
  }

  /** The result of the parts read up to now; of the whole sitemap, once there is no other part. */
  public Sitemap result() {
    if (assembly.hasTooMany()) {
      flaws.add(SitemapIssue.TOO_MANY_ENTRIES);
    }
    boolean text = assembly.form() == SitemapFormat.TEXT;
    SitemapFormat form = text && assembly.entries() == 0 ? SitemapFormat.UNKNOWN : assembly.form();
    return new Sitemap(form, assembly.entries(), assembly.rejected(), flaws);
  }

  private void begin() throws IOException {
    unpacked = utf8(unpacked(new BufferedInputStream(raw)));
    more = fill();
    int from = Bytes.skipSpaces(part, startOfText(), length);
    if (from < length && part[from] == '<') {
      state = State.XML;
      readXml();
    } else {
      state = State.TEXT;
      assembly.begin(SitemapFormat.TEXT);
      readText(startOfText());
    }
  }

  private InputStream unpacked(BufferedInputStream in) throws IOException {
    in.mark(PEEK);
    byte[] magic = in.readNBytes(2);
    in.reset();
    isPacked = magic.length == 2 && ((magic[0] & 0xFF) | (magic[1] & 0xFF) << 8) == GZIP_MAGIC;
    return isPacked ? new GZIPInputStream(in, 8192) : in;
  }

  private InputStream utf8(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, PEEK);
    buffered.mark(PEEK);
    byte[] head = buffered.readNBytes(PEEK);
    buffered.reset();
    Encoding encoding =
        EncodingSniffer.declared(head, 0, head.length, Optional.empty()).orElse(Encoding.UTF_8);
    return encoding == Encoding.UTF_8 ? buffered : new Utf8InputStream(buffered, encoding);
  }

  /** Fills the part up; returns whether more bytes may follow. */
  private boolean fill() throws IOException {
    InputStream in = unpacked;
    if (in == null) {
      throw new IllegalStateException("not begun");
    }
    long left = options.maxBytes() - total;
    int wanted = (int) Math.min(PART - length, left);
    int read = in.readNBytes(part, length, wanted);
    length += read;
    total += read;
    if (isPacked && total > BOMB_FROM && total / options.maxRatio() > raw.count) {
      flaws.add(SitemapIssue.PACKED_TOO_TIGHTLY);
      return false;
    }
    if (read == wanted && wanted == left && in.read() >= 0) {
      flaws.add(SitemapIssue.TOO_LONG);
      return false;
    }
    return read == wanted && wanted < left;
  }

  private int startOfText() {
    return EncodingSniffer.ofByteOrderMark(part, 0, length).isPresent() ? 3 : 0;
  }

  private void readXml() throws IOException {
    if (more && !assembly.hasTooMany()) {
      consume(scanner.readPart(part, 0, length));
      more = fill();
    }
    if (more && !assembly.hasTooMany()) {
      return;
    }
    scanner.readLastPart(part, 0, length);
    state = State.END;
    if (scanner.isMalformed()) {
      flaws.add(SitemapIssue.MALFORMED);
    }
    if (scanner.isInWrongNamespace()) {
      flaws.add(SitemapIssue.WRONG_NAMESPACE);
    }
    if (!scanner.isComplete() && !assembly.hasTooMany()) {
      flaws.add(SitemapIssue.CUT);
    }
  }

  private void readText() throws IOException {
    readText(0);
  }

  private void readText(int begin) throws IOException {
    int from = begin;
    if (more && !assembly.hasTooMany()) {
      consume(lines(from, length));
      more = fill();
      from = 0;
    }
    if (more && !assembly.hasTooMany()) {
      return;
    }
    int last = lines(from, length);
    line(last, length);
    state = State.END;
  }

  /** Reads the complete lines of the part; returns where the first incomplete one begins. */
  private int lines(int from, int to) {
    int p = from;
    for (int end = Bytes.indexOf(part, p, to, '\n'); end < to; ) {
      line(p, end);
      p = end + 1;
      end = Bytes.indexOf(part, p, to, '\n');
    }
    return p;
  }

  private void line(int from, int to) {
    assembly.line(SitemapScanner.stripped(new String(part, from, to - from, UTF_8)));
  }

  /** Drops the bytes that have been read, and the beginning of a token that is too long. */
  private void consume(int to) {
    int from = to;
    if (length - to > MAX_TOKEN) {
      flaws.add(SitemapIssue.MALFORMED);
      from = length;
    }
    System.arraycopy(part, from, part, 0, length - from);
    length -= from;
  }

  /** Counts the bytes as they come. */
  private static final class Packed extends FilterInputStream {
    private long count;

    Packed(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
