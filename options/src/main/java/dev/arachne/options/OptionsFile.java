package dev.arachne.options;

import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The file {@code options} of a crawl's directory and its copy {@code options.copy}: the first
 * whole one is read.
 *
 * <pre>
 *   {
 *     "format": 10,          see {@link DirectoryFormat}
 *     "options": {
 *       "depth": 3,          see {@link OptionTable}
 *       "roots": [
 *         "http://a.example/"
 *       ]
 *     },
 *     "sum": "1a2b3c4d"      CRC-32C of all bytes of the lines before it
 *   }
 * </pre>
 */
public final class OptionsFile {
  private static final String NAME = "options";
  private static final String COPY = "options.copy";
  private static final String SUM = "  \"sum\": \"";

  private OptionsFile() {}

  /** The content of one of the two files. */
  private sealed interface Content {
    /** The file is as it was written, by this version or another one that writes sums. */
    record Whole(String text) implements Content {}

    /** The file is of a version that did not write such sums. */
    record Foreign(String text) implements Content {}

    record Damaged() implements Content {}

    record Missing() implements Content {}
  }

  /** The place of the options of a directory. */
  static Path path(Path directory) {
    return directory.resolve(NAME);
  }

  /** Whether there is anything of them, damaged or not. */
  public static boolean isThere(Path directory) {
    return Files.exists(directory.resolve(NAME)) || Files.exists(directory.resolve(COPY));
  }

  /**
   * Makes sure that a crawl is kept in a directory, in any format.
   *
   * @throws UsageException if none is
   */
  public static void refuseEmpty(Path directory) throws UsageException {
    if (!isThere(directory) && !DiskStore.isProven(DirectoryFormat.store(directory))) {
      throw new UsageException(
          directory.toString(), "no crawl found in this directory; use the --dir of a crawl");
    }
  }

  /** Whether both files are as they were written. */
  public static boolean areBothWhole(Path directory) throws IOException {
    return content(directory.resolve(NAME)) instanceof Content.Whole whole
        && content(directory.resolve(COPY)).equals(whole);
  }

  /**
   * The options as written.
   *
   * @throws UsageException if no crawl is kept there, or its options are missing, damaged or in
   *     another format
   */
  public static KeptOptions read(Path directory) throws UsageException, IOException {
    refuseEmpty(directory);
    String text = text(directory);
    DirectoryFormat.check(directory, text);
    try {
      return KeptOptions.read(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(path(directory).toString(), "cannot be read: " + e.getMessage());
    }
  }

  private static String text(Path directory) throws UsageException, IOException {
    Content content = content(directory.resolve(NAME));
    if (content instanceof Content.Damaged || content instanceof Content.Missing) {
      if (content(directory.resolve(COPY)) instanceof Content.Whole(String text)) {
        return text;
      }
    }
    return switch (content) {
      case Content.Whole(String text) -> text;
      case Content.Foreign(String text) -> text;
      case Content.Damaged _ -> throw lost(directory, "is damaged");
      case Content.Missing _ -> throw lost(directory, "is missing");
    };
  }

  /** Writes both files, so that one of them is always complete. */
  public static void write(Path directory, KeptOptions options) throws IOException {
    String body = DirectoryFormat.beginning() + options.members();
    byte[] bytes = (body + end(body)).getBytes(StandardCharsets.UTF_8);
    replace(directory.resolve(COPY), bytes);
    replace(directory.resolve(NAME), bytes);
  }

  public static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(COPY));
    Files.deleteIfExists(directory.resolve(NAME));
  }

  private static UsageException lost(Path directory, String how) {
    return new UsageException(
        path(directory).toString(),
        how
            + ", and so is its copy "
            + COPY
            + "; put one of them back, or begin anew: the first command with --fresh");
  }

  private static Content content(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      return new Content.Missing();
    } catch (CharacterCodingException e) {
      return new Content.Damaged();
    }
    int end = text.lastIndexOf("\n" + SUM) + 1;
    if (end == 0) {
      return DirectoryFormat.isOther(text) ? new Content.Foreign(text) : new Content.Damaged();
    }
    return text.substring(end).equals(end(text.substring(0, end)))
        ? new Content.Whole(text)
        : new Content.Damaged();
  }

  /** The end after a body. */
  private static String end(String body) {
    var crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return SUM + "%08x\"\n}\n".formatted(crc.getValue());
  }

  private static void replace(Path path, byte[] bytes) throws IOException {
    Path unfinished = path.resolveSibling(path.getFileName() + ".new");
    try (var file =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        file.write(left);
      }
      file.force(true);
    }
    Files.move(
        unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
