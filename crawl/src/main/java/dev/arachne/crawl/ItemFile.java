package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that gets the records of a crawl, a line each. It holds whole lines at every instant: the
 * records of a page are one write, and what a write that failed has left behind is cut off.
 * Confined to one thread at a time.
 */
public final class ItemFile implements ItemSink {
  private final Path path;
  private final ItemFormat format;
  private final Beginning beginning;
  private @Nullable FileChannel file;
  private long position;

  private enum Beginning {
    BEHIND_WHAT_IS_THERE,
    ANEW
  }

  private ItemFile(Path path, ItemFormat format, Beginning beginning) {
    this.path = path;
    this.format = format;
    this.beginning = beginning;
  }

  /** A file that goes on behind what is in it; it is made where there is none. */
  public static ItemFile append(Path path, ItemFormat format) {
    return new ItemFile(path, format, Beginning.BEHIND_WHAT_IS_THERE);
  }

  /** A file that begins anew; what was in it is lost when the crawl begins. */
  public static ItemFile overwrite(Path path, ItemFormat format) {
    return new ItemFile(path, format, Beginning.ANEW);
  }

  /** Where the next record begins, in bytes: before it are whole lines, and nothing behind it. */
  public long position() {
    return position;
  }

  @Override
  public void open() throws UsageException, IOException {
    if (beginning == Beginning.BEHIND_WHAT_IS_THERE && Files.isRegularFile(path)) {
      checkThatRecordsFit();
    }
    try {
      file =
          switch (beginning) {
            case BEHIND_WHAT_IS_THERE -> FileChannel.open(path, CREATE, WRITE, APPEND);
            case ANEW -> FileChannel.open(path, CREATE, WRITE, TRUNCATE_EXISTING);
          };
      position = file.size();
    } catch (IOException e) {
      throw new UsageException(path.toString(), "cannot be written; type another file");
    }
    if (position == 0) {
      write(format.head().getBytes(UTF_8));
    }
  }

  /** Records behind half a line, or below a head that names other columns, would be lost there. */
  private void checkThatRecordsFit() throws UsageException, IOException {
    try (var there = new RandomAccessFile(path.toFile(), "r")) {
      long size = there.length();
      if (size == 0) {
        return;
      }
      there.seek(size - 1);
      if (there.read() != '\n') {
        throw new UsageException(
            path.toString(),
            "its last line has no end; end or remove it, or type -O in place of -o");
      }
    }
    byte[] head = format.head().getBytes(UTF_8);
    try (InputStream there = Files.newInputStream(path)) {
      byte[] found = there.readNBytes(head.length);
      if (!new String(found, UTF_8).equals(format.head())) {
        throw new UsageException(
            path.toString(),
            "it does not begin with the columns %s; type another file, or -O in place of -o"
                .formatted(format.head().strip()));
      }
    }
  }

  @Override
  public void write(CrawlUrl page, List<Item> items) throws IOException {
    write(format.lines(items));
  }

  private void write(byte[] lines) throws IOException {
    FileChannel open = opened();
    ByteBuffer rest = ByteBuffer.wrap(lines);
    try {
      while (rest.hasRemaining()) {
        open.write(rest);
      }
    } catch (IOException e) {
      cutBack(open, e);
      throw new IOException(path + ": " + e.getMessage(), e);
    }
    position += lines.length;
  }

  private void cutBack(FileChannel open, IOException failure) {
    try {
      open.truncate(position);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private FileChannel opened() {
    if (file == null) {
      throw new IllegalStateException(path + " is not open");
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
