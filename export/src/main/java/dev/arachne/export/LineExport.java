package dev.arachne.export;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.arachne.content.PageContent;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Exports the pages of a crawl as lines of JSON in one file, in the order of their first verdicts.
 * A later run reads only the pages that have changed, and copies the lines of the others.
 *
 * <p>The file is replaced as a whole. Its state, in a file next to it, has the length and time of
 * the file that it describes, and is written before the file. So after a kill there is a state of
 * the file, or the file is written from the beginning.
 */
public final class LineExport {
  private static final String STATE = ".state";

  private final CrawlPages crawl;
  private final Path file;
  private final PageLines lines;
  private final Duplicates duplicates;
  private final ExportedPages pages = new ExportedPages("");

  /** The places of the new lines of pages in the file of new lines. */
  private final Map<ExportedPage, Range> fresh = new HashMap<>();

  private int removed;
  private int left;
  private int unread;

  private record Range(long offset, long size) {}

  private LineExport(CrawlPages crawl, Path file, PageLines lines, Duplicates duplicates) {
    this.crawl = crawl;
    this.file = file;
    this.lines = lines;
    this.duplicates = duplicates;
  }

  /**
   * Exports the committed pages of the crawl in a directory, which may be running.
   *
   * @throws UsageException if no crawl is kept there, or it has kept nothing to export, or {@code
   *     file} is not from an export of this crawl
   * @throws IOException if a file cannot be read or written; the same call resumes the export
   */
  public static ExportReport write(
      Path directory, Path file, PageLines lines, Duplicates duplicates)
      throws UsageException, IOException {
    return CrawlPages.read(
        directory,
        crawl -> {
          crawl.requireKept();
          var origin =
              new ExportState.Origin(
                  lines.form() + (duplicates == Duplicates.KEPT ? ", all" : ""),
                  directory.toRealPath().toUri().toASCIIString(),
                  FileExport.began(crawl));
          return new LineExport(crawl, file.toAbsolutePath(), lines, duplicates).run(origin);
        });
  }

  /** Exports all of it to a stream, in UTF-8. */
  public static ExportReport write(
      Path directory, OutputStream out, PageLines lines, Duplicates duplicates)
      throws UsageException, IOException {
    Path folder = Files.createTempDirectory("arachne-export");
    Path file = folder.resolve("pages.jsonl");
    try {
      ExportReport report = write(directory, file, lines, duplicates);
      Files.copy(file, out);
      out.flush();
      return report;
    } finally {
      delete(folder);
    }
  }

  /** Deletes a folder with all files in it, also those of an export that failed. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static Path beside(Path file, String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  private ExportReport run(ExportState.Origin origin) throws UsageException, IOException {
    Path spool = beside(file, ".new");
    try (FileChannel news = alone(spool)) {
      try {
        return run(origin, news);
      } finally {
        Files.deleteIfExists(spool);
      }
    }
  }

  /**
   * The empty file of new lines, locked against another export of the same file.
   *
   * @throws UsageException if another export has the lock
   */
  private FileChannel alone(Path spool) throws UsageException, IOException {
    while (true) {
      FileChannel news = FileChannel.open(spool, CREATE, READ, WRITE);
      try {
        if (news.tryLock() == null) {
          throw taken();
        }
        byte[] mark = mark(news).getBytes(StandardCharsets.US_ASCII);
        news.truncate(0).write(ByteBuffer.wrap(mark));
        if (Files.exists(spool) && Arrays.equals(mark, Files.readAllBytes(spool))) {
          news.truncate(0).position(0);
          return news;
        }
        news.close(); // The export that had the lock before has deleted the locked file.
      } catch (OverlappingFileLockException e) {
        news.close();
        throw taken();
      } catch (NoSuchFileException e) {
        news.close(); // Likewise.
      } catch (IOException | UsageException e) {
        news.close();
        throw e;
      }
    }
  }

  /** No other export writes the same. */
  private static String mark(FileChannel news) {
    return ProcessHandle.current().pid() + " " + System.identityHashCode(news);
  }

  private UsageException taken() {
    return new UsageException(file.toString(), "another export writes it; wait for its end");
  }

  private ExportReport run(ExportState.Origin origin, FileChannel news)
      throws UsageException, IOException {
    Path state = beside(file, STATE);
    Path next = beside(file, STATE + ".next");
    Optional<ExportState> before = before(state, next, origin);
    if (before.isPresent()) {
      before.get().pages().forEach(pages::add);
      pages.position(before.get().position());
    }
    pages.follow(crawl, crawl.size());
    Path part = beside(file, ".part");
    readChanged(news);
    int written = choose(news);
    if (before.isPresent() && written == 0 && removed == 0) {
      new ExportState(
              origin, before.get().length(), before.get().modified(), pages.position(), copy())
          .write(state);
      return report(0);
    }
    assemble(part, news, before.isPresent());
    Instant modified = Files.getLastModifiedTime(part).toInstant();
    new ExportState(origin, Files.size(part), modified, pages.position(), copy()).write(next);
    Files.move(part, file, ATOMIC_MOVE);
    Files.move(next, state, ATOMIC_MOVE);
    return report(written);
  }

  private List<ExportedPage> copy() {
    return List.copyOf(pages.all());
  }

  private ExportReport report(int written) {
    int there = (int) pages.all().stream().filter(ExportedPage::isWritten).count();
    return new ExportReport(there, written, removed, left, unread);
  }

  /** The state of the present file; empty without one, or if the file is to be rewritten. */
  private Optional<ExportState> before(Path state, Path next, ExportState.Origin origin)
      throws UsageException, IOException {
    Optional<ExportState> last = ExportState.read(next).filter(this::isOfFile);
    if (last.isPresent()) {
      Files.move(next, state, ATOMIC_MOVE);
    } else {
      last = ExportState.read(state);
    }
    if (Files.exists(file) && last.isEmpty() && !Files.exists(next)) {
      throw new UsageException(
          file.toString(), "exists and is not an export; use another file, or remove it");
    }
    if (last.isPresent() && !last.get().origin().isSameCrawl(origin)) {
      throw new UsageException(
          file.toString(), "is an export of " + last.get().origin().crawl() + "; use another file");
    }
    Files.deleteIfExists(next);
    return last.filter(this::isOfFile)
        .filter(its -> its.origin().form().equals(origin.form()))
        .filter(its -> its.origin().began().equals(origin.began()));
  }

  private boolean isOfFile(ExportState state) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) == state.length()
          && Files.getLastModifiedTime(file).toInstant().equals(state.modified());
    } catch (IOException e) {
      return false;
    }
  }

  private void readChanged(FileChannel news) throws IOException {
    for (ExportedPage page : pages.all()) {
      if (page.isThere() && !page.isRead()) {
        render(page, news);
        unread += page.isRead() ? 0 : 1;
      }
    }
  }

  private void render(ExportedPage page, FileChannel news) throws IOException {
    Optional<PageContent> content = pages.read(crawl, page);
    if (content.isPresent()) {
      byte[] bytes = lines.of(PageProvenance.of(crawl, crawl.at(page.position)), content.get());
      fresh.put(page, new Range(news.position(), bytes.length));
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        news.write(left);
      }
    }
  }

  /** Chooses the pages of the file; returns the number of new or changed ones. */
  private int choose(FileChannel news) throws IOException {
    int written = 0;
    for (ExportedPage page : pages.all()) {
      boolean isDuplicate =
          page.isRead() && duplicates == Duplicates.LEFT_OUT && pages.isDuplicate(page);
      left += isDuplicate ? 1 : 0;
      if (!page.isRead() || isDuplicate) {
        fresh.remove(page);
        removed += page.isWritten() ? 1 : 0;
        page.size = 0;
      } else if (!fresh.containsKey(page) && !page.isWritten()) {
        render(page, news); // It was omitted before, or has no text for a line.
      }
      written += fresh.containsKey(page) && fresh.get(page).size > 0 ? 1 : 0;
    }
    return written;
  }

  private void assemble(Path part, FileChannel news, boolean hasOld) throws IOException {
    try (FileChannel whole = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, WRITE);
        FileChannel old = FileChannel.open(hasOld ? file : part, READ)) {
      for (ExportedPage page : pages.all()) {
        Range range = fresh.getOrDefault(page, new Range(page.offset, page.size));
        FileChannel from = fresh.containsKey(page) ? news : old;
        page.offset = whole.position();
        page.size = range.size;
        copy(from, range, whole);
      }
      whole.force(true);
    }
  }

  private static void copy(FileChannel from, Range range, FileChannel to) throws IOException {
    for (long done = 0; done < range.size; ) {
      long n = from.transferTo(range.offset + done, range.size - done, to);
      if (n <= 0) {
        throw new IOException("the lines of an earlier export have changed meanwhile");
      }
      done += n;
    }
  }
}
