package dev.arachne.crawl;

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
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file {@code options} of a crawl's directory and its copy {@code options.copy}: whichever of
 * them is whole is read.
 *
 * <pre>
 *   format 3              see {@link DirectoryFormat}
 *   root http://a.example/
 *   ...
 *   include one line      a line that begins with a space goes on with the value before it
 *    and the next
 *   sum 1a2b3c4d          CRC-32C of all bytes before it
 * </pre>
 */
final class OptionsFile {
  private static final String NAME = "options";
  private static final String COPY = "options.copy";
  private static final String SUM = "sum ";

  private OptionsFile() {}

  /** What is in one of the two files. */
  private sealed interface Content {
    /** It is as it was written, by this version or another one that writes sums. */
    record Whole(List<String> lines) implements Content {}

    /** It is of a version that wrote no sums. */
    record Foreign(List<String> lines) implements Content {}

    record Damaged() implements Content {}

    record Missing() implements Content {}
  }

  /** Where the options of a directory are. */
  static Path path(Path directory) {
    return directory.resolve(NAME);
  }

  /** Whether there is anything of them, damaged or not. */
  static boolean isThere(Path directory) {
    return Files.exists(directory.resolve(NAME)) || Files.exists(directory.resolve(COPY));
  }

  /** Whether both files are as they were written. */
  static boolean areBothWhole(Path directory) throws IOException {
    return content(directory.resolve(NAME)) instanceof Content.Whole(var lines)
        && content(directory.resolve(COPY)).equals(new Content.Whole(lines));
  }

  /**
   * The lines as they were written.
   *
   * @throws UsageException if there are none, or none that are whole
   */
  static List<String> read(Path directory) throws UsageException, IOException {
    Content content = content(directory.resolve(NAME));
    if (content instanceof Content.Damaged || content instanceof Content.Missing) {
      if (content(directory.resolve(COPY)) instanceof Content.Whole(List<String> lines)) {
        return lines;
      }
    }
    return switch (content) {
      case Content.Whole(List<String> lines) -> lines;
      case Content.Foreign(List<String> lines) -> lines;
      case Content.Damaged _ -> throw lost(directory, "is damaged");
      case Content.Missing _ -> throw lost(directory, "is missing");
    };
  }

  /** Writes both files, so that one of them is whole whatever happens. */
  static void write(Path directory, List<String> lines) throws IOException {
    byte[] bytes = bytes(lines);
    replace(directory.resolve(COPY), bytes);
    replace(directory.resolve(NAME), bytes);
  }

  static void delete(Path directory) throws IOException {
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
      List<String> lines = text.lines().toList();
      return DirectoryFormat.isOther(lines) ? new Content.Foreign(lines) : new Content.Damaged();
    }
    String body = text.substring(0, end);
    return text.substring(end).equals(sumLine(body))
        ? new Content.Whole(lines(body))
        : new Content.Damaged();
  }

  private static List<String> lines(String body) {
    List<String> lines = new ArrayList<>();
    for (String line : body.substring(0, body.length() - 1).split("\n", -1)) {
      if (line.startsWith(" ") && !lines.isEmpty()) {
        lines.set(lines.size() - 1, lines.getLast() + "\n" + line.substring(1));
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  private static byte[] bytes(List<String> lines) {
    List<String> written = new ArrayList<>();
    lines.forEach(line -> written.add(line.replace("\n", "\n ") + "\n"));
    String body = String.join("", written);
    return (body + sumLine(body)).getBytes(StandardCharsets.UTF_8);
  }

  private static String sumLine(String body) {
    var crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return SUM + "%08x\n".formatted(crc.getValue());
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
