package dev.arachne.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that gets the records of a crawl. Immutable.
 *
 * @param beginning whether the file's content is kept when the crawl begins
 * @param form of the records; empty for the format of the crawl's options
 */
public record ItemFile(Path path, Beginning beginning, Optional<ItemForm> form) {

  /** The place in the file at which the records of a crawl begin. */
  public enum Beginning {
    /** After the present content. */
    APPEND,
    /** At the beginning of the file; its content is lost. */
    OVERWRITE
  }

  /** A file to append to; it is created if missing. */
  public static ItemFile append(Path path) {
    return new ItemFile(path, Beginning.APPEND, Optional.empty());
  }

  /** A file to overwrite when the crawl begins. */
  public static ItemFile overwrite(Path path) {
    return new ItemFile(path, Beginning.OVERWRITE, Optional.empty());
  }

  /** The same file in another form than that of the options. */
  public ItemFile in(ItemForm its) {
    return new ItemFile(path, beginning, Optional.of(its));
  }

  /**
   * The format of its records.
   *
   * @param usual that of the options, whose columns it has
   */
  public ItemFormat format(ItemFormat usual) {
    return form.map(its -> its.format(usual.columns())).orElse(usual);
  }

  /**
   * The offset in bytes at which a crawl begins to write.
   *
   * @throws UsageException if the present content would swallow the records
   */
  public long begin(ItemFormat format) throws UsageException, IOException {
    if (beginning == Beginning.OVERWRITE || !Files.isRegularFile(path) || Files.size(path) == 0) {
      return 0;
    }
    if (!format.form().canBeAppended()) {
      throw new UsageException(
          path.toString(),
          "nothing can be appended to %s; use -O in place of -o, or a .jsonl file"
              .formatted(format.form() == ItemForm.XML ? "an XML document" : "a JSON array"));
    }
    checkThatRecordsFit(format);
    return Files.size(path);
  }

  /** Records behind half a line, or below a head that names other columns, would be lost there. */
  private void checkThatRecordsFit(ItemFormat format) throws UsageException, IOException {
    try (var there = new RandomAccessFile(path.toFile(), "r")) {
      there.seek(there.length() - 1);
      if (there.read() != '\n') {
        throw new UsageException(
            path.toString(),
            "its last line has no end; end or remove it, or use -O in place of -o");
      }
    }
    byte[] head = format.head().getBytes(UTF_8);
    try (InputStream there = Files.newInputStream(path)) {
      byte[] found = there.readNBytes(head.length);
      if (!new String(found, UTF_8).equals(format.head())) {
        throw new UsageException(
            path.toString(),
            "it does not begin with the columns %s; use another file, or -O in place of -o"
                .formatted(format.head().strip()));
      }
    }
  }
}
