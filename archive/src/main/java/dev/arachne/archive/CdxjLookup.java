package dev.arachne.archive;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds captures in a sorted CDXJ file by binary search, without holding it in memory. Thread-safe.
 */
public final class CdxjLookup implements Closeable {
  /** The number of bytes below which lines are read one after another. */
  private static final long SCAN_BYTES = 8 << 10;

  private static final int BUFFER_BYTES = 8 << 10;
  private static final int MOST_LINE = 1 << 20;

  private final FileChannel channel;

  private CdxjLookup(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens an index whose lines are in the order of their bytes. */
  public static CdxjLookup open(Path sorted) throws IOException {
    return opened(sorted, Set.of(StandardOpenOption.READ));
  }

  /** Opens one that is deleted when it is closed, or when the process ends. */
  public static CdxjLookup openTemporary(Path sorted) throws IOException {
    return opened(sorted, Set.of(StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE));
  }

  private static CdxjLookup opened(Path sorted, Set<? extends OpenOption> options)
      throws IOException {
    return new CdxjLookup(FileChannel.open(sorted, options));
  }

  /**
   * The captures of a URL, in the order of their times.
   *
   * @param most how many are read
   */
  public List<Cdxj> captures(String url, int most) throws IOException {
    String prefix = Cdxj.key(url) + " ";
    List<Cdxj> captures = new ArrayList<>();
    try (Lines lines = from(prefix)) {
      String line = lines.next();
      while (line != null && line.startsWith(prefix) && captures.size() < most) {
        Cdxj.parse(line).ifPresent(captures::add);
        line = lines.next();
      }
    }
    return captures;
  }

  /** The first capture whose line is not before a text; empty behind the last. */
  public Optional<Cdxj> ceiling(String text) throws IOException {
    try (Lines lines = from(text)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        Optional<Cdxj> capture = Cdxj.parse(line);
        if (capture.isPresent()) {
          return capture;
        }
      }
      return Optional.empty();
    }
  }

  /** The lines that are not before a text. */
  public Lines from(String text) throws IOException {
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    long low = 0;
    long high = channel.size();
    while (high - low > SCAN_BYTES) {
      long middle = (low + high) / 2;
      Lines lines = new Lines(middle);
      lines.take(); // the rest of the line in the middle
      long at = lines.at;
      byte[] line = at < high ? lines.take() : null;
      if (line == null) {
        high = middle;
      } else if (Arrays.compareUnsigned(line, wanted) < 0) {
        low = lines.at;
      } else {
        high = at;
      }
    }
    var lines = new Lines(low);
    lines.skipBefore(wanted);
    return lines;
  }

  /** Lines of the file, one after another. Confined to one thread. */
  public final class Lines implements Closeable {
    private final InputStream in;
    private long at;
    private byte @Nullable [] peeked;

    private Lines(long from) throws IOException {
      at = from;
      in =
          new BufferedInputStream(
              new ChannelStream(channel, from, channel.size() - from), BUFFER_BYTES);
    }

    /** The next line, without its end; null at the end. */
    public @Nullable String next() throws IOException {
      byte[] line = peeked == null ? take() : peeked;
      peeked = null;
      return line == null ? null : new String(line, StandardCharsets.UTF_8);
    }

    private void skipBefore(byte[] wanted) throws IOException {
      do {
        peeked = take();
      } while (peeked != null && Arrays.compareUnsigned(peeked, wanted) < 0);
    }

    private byte @Nullable [] take() throws IOException {
      var line = new ByteArrayOutputStream(512);
      for (int b = in.read(); b >= 0; b = in.read()) {
        at++;
        if (b == '\n') {
          return line.toByteArray();
        }
        if (line.size() < MOST_LINE) {
          line.write(b);
        }
      }
      return line.size() == 0 ? null : line.toByteArray();
    }

    @Override
    public void close() {}
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
