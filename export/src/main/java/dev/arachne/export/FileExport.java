package dev.arachne.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.arachne.content.PageContent;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exports the pages of a crawl into a directory, a file for each. A later run writes only changed
 * pages, and removes those that are gone.
 *
 * <p>A journal has the names that are about to be written, and is written before the files; a state
 * next to them is written after all of them. So the run after a killed one knows each file that may
 * be incomplete or obsolete. It touches no other files.
 */
public final class FileExport {
  private static final String STATE = ".arachne-export";
  private static final String JOURNAL = ".arachne-export.journal";
  private static final String PART = ".arachne-export.page";

  private final CrawlPages crawl;
  private final Path out;
  private final ExportFormat form;
  private final Duplicates duplicates;
  private final ExportedPages pages;
  private int written;
  private int left;
  private int unread;

  private FileExport(CrawlPages crawl, Path out, ExportFormat form, Duplicates duplicates) {
    this.crawl = crawl;
    this.out = out;
    this.form = form;
    this.duplicates = duplicates;
    this.pages = new ExportedPages(form.extension());
  }

  /**
   * Exports the committed pages of the crawl in a directory, which may be running.
   *
   * @param out the directory of the export, made if it is not there
   * @throws UsageException if no crawl is kept there, or it has kept nothing to export, or {@code
   *     out} has other files
   * @throws IOException if a file cannot be read or written; the same call resumes the export
   */
  public static ExportReport write(
      Path directory, Path out, ExportFormat form, Duplicates duplicates)
      throws UsageException, IOException {
    return CrawlPages.read(
        directory,
        crawl -> {
          crawl.requireKept();
          Path real = made(out);
          try (FileChannel journal = FileChannel.open(journal(real, out), CREATE, READ, WRITE)) {
            lock(journal, out);
            var origin = new ExportState.Origin(name(form), uri(directory), began(crawl));
            return new FileExport(crawl, real, form, duplicates).run(origin, journal);
          }
        });
  }

  /**
   * Checks that a directory can get an export of a crawl: that it has one of it, in the same form,
   * or is empty, or not there.
   *
   * @param directory of the crawl, which may not be there yet
   * @throws UsageException if not; the message has an alternative
   */
  public static void check(Path directory, Path out, ExportFormat form)
      throws UsageException, IOException {
    if (Files.isDirectory(out)) {
      journal(out, out);
      Optional<ExportState> before = ExportState.read(out.resolve(STATE));
      if (before.isPresent()) {
        refuseOther(
            out,
            before.get().origin(),
            new ExportState.Origin(name(form), uri(directory), began(directory)));
      }
    } else if (Files.exists(out)) {
      throw new UsageException(out.toString(), "is a file; use the name of a directory");
    }
  }

  /** The place of a crawl as a URI: its real path, if it exists. */
  private static String uri(Path directory) throws IOException {
    Path real =
        Files.exists(directory) ? directory.toRealPath() : directory.toAbsolutePath().normalize();
    return real.toUri().toASCIIString();
  }

  private static String name(ExportFormat form) {
    return form.name().toLowerCase(Locale.ROOT);
  }

  private static String began(Path directory) throws IOException {
    try {
      return CrawlPages.read(directory, FileExport::began);
    } catch (UsageException e) {
      return ""; // The crawl does not exist yet.
    }
  }

  /** The time at which a crawl began, which distinguishes it from others. */
  static String began(CrawlPages crawl) {
    return crawl.size() == 0 ? "" : crawl.ledger().entry(0).at().toString();
  }

  private static Path made(Path out) throws UsageException {
    try {
      return Files.createDirectories(out).toRealPath();
    } catch (IOException e) {
      throw new UsageException(
          out.toString(),
          "cannot be made a directory: " + FileFailure.reason(e) + "; use another one");
    }
  }

  /** The journal in a directory that is an export, or empty. */
  private static Path journal(Path real, Path typed) throws UsageException, IOException {
    if (!Files.exists(real.resolve(STATE)) && !Files.exists(real.resolve(JOURNAL))) {
      try (Stream<Path> files = Files.list(real)) {
        if (files.findAny().isPresent()) {
          throw new UsageException(
              typed.toString(), "has files that are no export; use another directory");
        }
      }
    }
    return real.resolve(JOURNAL);
  }

  private static void lock(FileChannel journal, Path typed) throws UsageException, IOException {
    try {
      if (journal.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // An export of this process has it.
    }
    throw new UsageException(typed.toString(), "another export writes there; wait for its end");
  }

  private ExportReport run(ExportState.Origin origin, FileChannel journal)
      throws UsageException, IOException {
    Optional<ExportState> before = ExportState.read(out.resolve(STATE));
    if (before.isPresent()) {
      refuseOther(out, before.get().origin(), origin);
    }
    Set<String> unsure = names(journal);
    Set<String> had = new HashSet<>();
    if (before.isPresent()) {
      before.get().pages().stream()
          .filter(ExportedPage::isWritten)
          .forEach(page -> had.add(page.name()));
      if (before.get().origin().began().equals(origin.began())) {
        before.get().pages().forEach(pages::add);
        pages.position(before.get().position());
      }
    }
    pages.follow(crawl, crawl.size());
    refuseFilesOfOthers(unsure, had);
    checkFiles(unsure);
    note(journal, unsure);
    writeChanged();
    writeAliases();
    unsure.addAll(had);
    int removed = removeOthers(unsure, had);
    new ExportState(origin, 0, Instant.EPOCH, pages.position(), List.copyOf(pages.all()))
        .write(out.resolve(STATE));
    journal.truncate(0);
    int there = (int) pages.all().stream().filter(ExportedPage::isWritten).count();
    return new ExportReport(there, written, removed, left, unread);
  }

  private static void refuseOther(Path out, ExportState.Origin before, ExportState.Origin now)
      throws UsageException {
    if (!before.form().equals(now.form())) {
      throw new UsageException(
          out.toString(), "has an export as " + before.form() + "; use another directory");
    }
    if (!before.isSameCrawl(now)) {
      throw new UsageException(
          out.toString(), "has an export of " + before.crawl() + "; use another directory");
    }
  }

  /** The names that a killed run was about to write. */
  private static Set<String> names(FileChannel journal) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) journal.size());
    while (bytes.hasRemaining() && journal.read(bytes) >= 0) {}
    Set<String> names = new HashSet<>(List.of(UTF_8.decode(bytes.flip()).toString().split("\n")));
    names.remove("");
    return names;
  }

  /**
   * Refuses files of others before any name is noted or written: a noted name is the export's own.
   */
  private void refuseFilesOfOthers(Set<String> unsure, Set<String> had) throws UsageException {
    for (ExportedPage page : pages.all()) {
      Path file = out.resolve(page.name());
      if (page.isThere()
          && !unsure.contains(page.name())
          && !had.contains(page.name())
          && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new UsageException(
            file.toString(),
            "is none of this export, and a page has this name; move it, or use another directory");
      }
    }
  }

  /**
   * Marks pages to be written again if their files were in doubt, or were removed or changed in
   * length.
   */
  private void checkFiles(Set<String> unsure) throws IOException {
    for (ExportedPage page : pages.all()) {
      if (page.isWritten()) {
        Path file = out.resolve(page.name());
        if (unsure.contains(page.name())
            || !Files.isRegularFile(file)
            || Files.size(file) != page.size) {
          page.read = ExportedPage.GONE;
        }
      }
    }
  }

  /** Notes all names that may be written, with those that were in doubt before. */
  private void note(FileChannel journal, Set<String> unsure) throws IOException {
    var lines = new StringBuilder();
    for (ExportedPage page : pages.all()) {
      if (page.isThere() && !(page.isRead() && page.isWritten())) {
        unsure.add(page.name());
      }
    }
    unsure.forEach(name -> lines.append(name).append('\n'));
    ByteBuffer bytes = UTF_8.encode(lines.toString());
    journal.truncate(0).position(0);
    while (bytes.hasRemaining()) {
      journal.write(bytes);
    }
    journal.force(true);
  }

  /** Reads the changed pages, and writes those that do not name another page as canonical. */
  private void writeChanged() throws IOException {
    for (ExportedPage page : pages.all()) {
      if (!page.isThere()) {
        page.size = 0;
      } else if (!page.isRead()) {
        page.size = 0;
        Optional<PageContent> content = pages.read(crawl, page);
        if (content.isEmpty()) {
          unread++;
        } else if (page.canonical.equals(page.url())) {
          write(page, content.get());
        }
      }
    }
  }

  private void writeAliases() throws IOException {
    for (ExportedPage page : pages.all()) {
      if (page.isRead() && !page.canonical.equals(page.url())) {
        if (duplicates == Duplicates.LEFT_OUT && pages.isDuplicate(page)) {
          page.size = 0;
          left++;
        } else if (!page.isWritten()) {
          Optional<PageContent> content = pages.read(crawl, page);
          if (content.isPresent()) {
            write(page, content.get());
          }
        }
      }
    }
  }

  private void write(ExportedPage page, PageContent content) throws IOException {
    PageProvenance facts = PageProvenance.of(crawl, crawl.at(page.position));
    byte[] bytes = form.text(facts, content).getBytes(UTF_8);
    Path file = out.resolve(page.name());
    Files.createDirectories(file.getParent());
    Path part = out.resolve(PART);
    Files.write(part, bytes);
    Files.move(part, file, ATOMIC_MOVE);
    page.size = bytes.length;
    written++;
  }

  private int removeOthers(Set<String> names, Set<String> had) throws IOException {
    Files.deleteIfExists(out.resolve(PART));
    int removed = 0;
    for (ExportedPage page : pages.all()) {
      if (page.isWritten()) {
        names.remove(page.name());
      }
    }
    for (String name : names) {
      Path file = out.resolve(name).normalize();
      if (file.startsWith(out) && !file.equals(out) && Files.deleteIfExists(file)) {
        removeFolders(file.getParent());
      }
      removed += had.contains(name) ? 1 : 0;
    }
    return removed;
  }

  private void removeFolders(@Nullable Path folder) throws IOException {
    try {
      for (Path empty = folder; empty != null && !empty.equals(out); empty = empty.getParent()) {
        Files.delete(empty);
      }
    } catch (DirectoryNotEmptyException e) {
      // The rest of them is in use.
    }
  }
}
