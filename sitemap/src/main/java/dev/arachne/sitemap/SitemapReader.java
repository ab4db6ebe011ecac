package dev.arachne.sitemap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.text.Bytes;
import dev.arachne.text.Encoding;
import dev.arachne.text.EncodingSniffer;
import dev.arachne.text.Utf8InputStream;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads sitemaps (sitemaps.org) and feeds as they arrive: in memory are one part of at most 64 KiB
 * and one entry, however long the sitemap is. What it is, and whether it is packed, is seen from
 * its bytes, because media types of sitemaps are seldom right. Immutable; an instance may read any
 * number at once.
 */
public final class SitemapReader {
  private static final int PART = 65_536;

  /** A token longer than this is skipped, so that no byte is looked at more than a few times. */
  private static final int MAX_TOKEN = PART / 2;

  private static final int PEEK = 1024;
  private static final int GZIP_MAGIC = 0x8B1F;

  private final SitemapOptions options;

  /** A reader with {@link SitemapOptions#defaults}. */
  public SitemapReader() {
    this(SitemapOptions.defaults());
  }

  /** A reader as strict as {@code options} say. */
  public SitemapReader(SitemapOptions options) {
    this.options = options;
  }

  /**
   * Reads one sitemap to its end, or as far as the limits go. Flaws are no exceptions: see {@link
   * Sitemap#flaws}.
   *
   * @param in its bytes, transfer and content codings undone; not closed
   * @param url where it was found
   * @throws IOException if {@code in} fails
   */
  public Sitemap read(InputStream in, CrawlUrl url, SitemapSink sink) throws IOException {
    Run run = new Run(new SitemapAssembly(url, options, sink));
    try {
      run.read(in);
    } catch (EOFException e) {
      run.flaws.add(SitemapFlaw.CUT); // gzip data that end in the middle
    } catch (ZipException e) {
      run.flaws.add(SitemapFlaw.MALFORMED);
    }
    return run.result();
  }

  private final class Run {
    private final SitemapAssembly assembly;
    private final Set<SitemapFlaw> flaws = EnumSet.noneOf(SitemapFlaw.class);
    private final byte[] part = new byte[PART];
    private int length;
    private long total;

    Run(SitemapAssembly assembly) {
      this.assembly = assembly;
    }

    void read(InputStream raw) throws IOException {
      InputStream unpacked = utf8(unpacked(new BufferedInputStream(raw)));
      boolean more = fill(unpacked);
      int from = Bytes.skipSpaces(part, startOfText(), length);
      if (from < length && part[from] == '<') {
        readXml(unpacked, more);
      } else {
        readText(unpacked, more);
      }
    }

    Sitemap result() {
      if (assembly.hasTooMany()) {
        flaws.add(SitemapFlaw.TOO_MANY_ENTRIES);
      }
      boolean text = assembly.form() == SitemapForm.TEXT;
      SitemapForm form = text && assembly.entries() == 0 ? SitemapForm.UNKNOWN : assembly.form();
      return new Sitemap(form, assembly.entries(), assembly.rejected(), flaws);
    }

    private InputStream unpacked(BufferedInputStream in) throws IOException {
      in.mark(PEEK);
      byte[] magic = in.readNBytes(2);
      in.reset();
      boolean packed =
          magic.length == 2 && ((magic[0] & 0xFF) | (magic[1] & 0xFF) << 8) == GZIP_MAGIC;
      return packed ? new GZIPInputStream(in, 8192) : in;
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

    /** Fills the part up; returns whether there may be more. */
    private boolean fill(InputStream in) throws IOException {
      long left = options.maxBytes() - total;
      int wanted = (int) Math.min(PART - length, left);
      int read = in.readNBytes(part, length, wanted);
      length += read;
      total += read;
      if (read == wanted && wanted == left && in.read() >= 0) {
        flaws.add(SitemapFlaw.TOO_LONG);
        return false;
      }
      return read == wanted && wanted < left;
    }

    private int startOfText() {
      return EncodingSniffer.ofByteOrderMark(part, 0, length).isPresent() ? 3 : 0;
    }

    private void readXml(InputStream in, boolean firstOfMore) throws IOException {
      SitemapScanner scanner = new SitemapScanner(assembly, options.namespace());
      boolean more = firstOfMore;
      while (more && !assembly.hasTooMany()) {
        consume(scanner.readPart(part, 0, length));
        more = fill(in);
      }
      scanner.readLastPart(part, 0, length);
      if (scanner.isMalformed()) {
        flaws.add(SitemapFlaw.MALFORMED);
      }
      if (scanner.isInWrongNamespace()) {
        flaws.add(SitemapFlaw.WRONG_NAMESPACE);
      }
      if (!scanner.isComplete() && !assembly.hasTooMany()) {
        flaws.add(SitemapFlaw.CUT);
      }
    }

    private void readText(InputStream in, boolean firstOfMore) throws IOException {
      assembly.begin(SitemapForm.TEXT);
      boolean more = firstOfMore;
      int from = startOfText();
      while (more && !assembly.hasTooMany()) {
        consume(lines(from, length));
        more = fill(in);
        from = 0;
      }
      int last = lines(from, length);
      line(last, length);
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

    /** Drops what has been read, and the beginning of a token that is beyond all measure. */
    private void consume(int to) {
      int from = to;
      if (length - to > MAX_TOKEN) {
        flaws.add(SitemapFlaw.MALFORMED);
        from = length;
      }
      System.arraycopy(part, from, part, 0, length - from);
      length -= from;
    }
  }
}
