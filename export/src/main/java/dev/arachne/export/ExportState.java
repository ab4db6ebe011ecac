package dev.arachne.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The state of an export, kept next to it: a file of lines, replaced as a whole.
 *
 * @param origin the crawl and the form of the export
 * @param length bytes of the file of lines that the state is of; 0 for a directory
 * @param modified when that file was, likewise
 * @param position up to which the ledger was followed
 * @param pages in the order of their first verdicts
 */
record ExportState(
    Origin origin, long length, Instant modified, long position, List<ExportedPage> pages) {
  private static final String FIRST = "arachne-export 1";
  private static final String LAST = "end";

  /**
   * The exported crawl, and the form of the export.
   *
   * @param form the kind of output for each page
   * @param crawl where the crawl was kept, as a URI
   * @param began when the crawl did; empty if it had not begun
   */
  record Origin(String form, String crawl, String began) {
    /** Whether this is an export of the same crawl, or of one that has replaced it. */
    boolean isSameCrawl(Origin other) {
      return crawl.equals(other.crawl) || (began.equals(other.began) && !began.isEmpty());
    }
  }

  /** The state in a file; empty if it has none, or is damaged. */
  static Optional<ExportState> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      if (!FIRST.equals(lines.readLine())) {
        return Optional.empty();
      }
      var origin = new Origin(next(lines), next(lines), next(lines));
      long length = Long.parseLong(next(lines));
      Instant modified = Instant.parse(next(lines));
      long position = Long.parseLong(next(lines));
      List<ExportedPage> pages = new ArrayList<>();
      for (String line = next(lines); !line.equals(LAST); line = next(lines)) {
        pages.add(ExportedPage.read(line));
      }
      return Optional.of(new ExportState(origin, length, modified, position, pages));
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      return Optional.empty();
    }
  }

  private static String next(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IllegalArgumentException("it ends early");
    }
    return line;
  }

  /** Writes the state to a file, on the disk; whole or not at all. */
  void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    List<String> head =
        List.of(
            FIRST,
            origin.form,
            origin.crawl,
            origin.began,
            Long.toString(length),
            modified.toString(),
            Long.toString(position));
    write(part, head, pages);
    Files.move(part, file, ATOMIC_MOVE);
  }

  private static void write(Path part, List<String> head, Collection<ExportedPage> pages)
      throws IOException {
    try (FileChannel channel = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, WRITE)) {
      Writer lines = new BufferedWriter(Channels.newWriter(channel, UTF_8), 64 << 10);
      for (String line : head) {
        lines.append(line).append('\n');
      }
      for (ExportedPage page : pages) {
        lines.append(page.line()).append('\n');
      }
      lines.append(LAST).append('\n').flush();
      channel.force(true);
    }
  }
}
