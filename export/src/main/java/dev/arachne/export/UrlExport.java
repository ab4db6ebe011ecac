package dev.arachne.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.arachne.directory.DecidedUrls;
import dev.arachne.ledger.PageSummary;
import dev.arachne.options.UsageException;
import dev.arachne.output.PageLine;
import dev.arachne.pages.ServedFolders;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Exports the decided URLs of a crawl as the lines of {@code crawl -o}, in the form that the name
 * of the file says. Titles and saved bodies are missing, since only the crawl itself has them.
 * Stateless.
 */
public final class UrlExport {
  private UrlExport() {}

  /**
   * Writes the URLs of the crawl in a directory, which may be running. A regular file is replaced
   * as a whole; a pipe or a device gets the lines.
   *
   * @return the number of lines
   * @throws UsageException if no crawl is kept there
   */
  public static long write(Path crawl, Path file) throws UsageException, IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return writeTo(file, crawl, file);
    }
    Path whole = Files.exists(file) ? file.toRealPath() : file;
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    try {
      long lines = writeTo(part, crawl, file);
      Files.move(part, whole, ATOMIC_MOVE);
      return lines;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static long writeTo(Path place, Path crawl, Path name)
      throws UsageException, IOException {
    try (OutputStream out = Files.newOutputStream(place)) {
      return write(crawl, out, name);
    }
  }

  /** Writes the same to a stream, as lines of JSON. */
  public static long write(Path crawl, OutputStream out) throws UsageException, IOException {
    return write(crawl, out, Path.of("pages.jsonl"));
  }

  private static long write(Path crawl, OutputStream to, Path name)
      throws UsageException, IOException {
    PageLine line = PageLine.of(List.of(name), ServedFolders.of(crawl)::shown);
    var out = new BufferedOutputStream(to);
    out.write(line.heads().getFirst().getBytes(UTF_8));
    long[] lines = {0};
    try {
      DecidedUrls.read(
          crawl,
          verdict -> {
            if (!verdict.isOfNoPage()) {
              lines[0]++;
              write(line.of(verdict, PageSummary.NONE).getFirst().bytes(), out);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.flush();
    return lines[0];
  }

  private static void write(byte[] line, OutputStream out) {
    try {
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
