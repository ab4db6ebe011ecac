package dev.arachne.output;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.spool.StoredBody;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Saves the body of each page as a file under host and path. Thread-safe.
 *
 * <p>{@link SavedName} has the plain name of a URL. Two URLs can have one plain name, and the
 * folder of one can have the name of another's file ({@code /a} and {@code /a/b/c}). Then the URL's
 * fingerprint is added, or is the whole name: each URL gets a name. The files on the disk determine
 * which names are taken, since a crawl may be resumed. A file that is older than the crawl is of an
 * earlier one and is replaced. A file with the same content is kept for the body, and any other
 * file is not changed. The body of a later visit is always in the file with the fingerprint added;
 * the latest one is kept.
 *
 * <p>A full or failing disk does not affect the verdict on a page. The body waits until it can be
 * written.
 */
public final class SavedBodies {
  /** The pause between two attempts to write one body. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Attempts for one body after which the file system may reject its name. */
  private static final int TRIES_BY_NAME = 3;

  /** Bodies that wait for the first thread before others help: waking them costs half a body. */
  private static final int BEHIND = 16;

  /** Threads that help on a slow disk: more of them only wait for each other's folder. */
  private static final int HELPERS = 3;

  private static final int MOST_FOLDERS = 10_000;

  private final Path directory;
  private final UnaryOperator<String> display;

  private final FileTime began;
  private final Bulkhead thread = Bulkhead.of("bodies", 1);
  private final Bulkhead helpers = Bulkhead.of("more bodies", HELPERS);

  /** A thread for bodies that may have to be copied from another file system. */
  private final Bulkhead large = Bulkhead.of("large bodies", 1);

  /** Folders that are there. */
  private final Set<Path> folders = ConcurrentHashMap.newKeySet();

  /** Bodies that were handed to a thread and are not saved yet. */
  private final AtomicInteger handedOver = new AtomicInteger();

  private final AtomicInteger waiting = new AtomicInteger();

  /** Why the last attempt failed. */
  private volatile String failure = "";

  /**
   * The files in which the body of a page may be that was saved below a directory, the likeliest
   * first. A file may also be of another page that got the name first.
   *
   * @param shown the page's URL as it was displayed
   */
  public static List<Path> places(Path directory, String shown, CrawlUrl page) {
    String fingerprint = page.fingerprint().toString();
    String plain = SavedName.of(shown, fingerprint);
    return Stream.of(SavedName.marked(plain, fingerprint), SavedName.own(plain, fingerprint), plain)
        .filter(path -> path.length() <= SavedName.LONGEST_PATH)
        .map(directory::resolve)
        .toList();
  }

  private SavedBodies(Path directory, UnaryOperator<String> display, FileTime began) {
    this.directory = directory;
    this.display = display;
    this.began = began;
  }

  /**
   * Saves under {@code directory}, which is made if it is not there.
   *
   * @param option that names the directory
   * @param display the URL after which a file is named
   * @param began when the crawl did, in its first run
   */
  public static SavedBodies in(
      Path directory, String option, UnaryOperator<String> display, Instant began)
      throws UsageException {
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      return new SavedBodies(real, display, FileTime.from(began));
    } catch (IOException e) {
      throw new UsageException(
          directory.toString(),
          "cannot be made: " + FileFailure.reason(e) + "; use another directory after " + option);
    }
  }

  /**
   * Saves the body of a page, and waits as long as the disk does not take it. On any loop.
   *
   * @param visit which visit of the page it is, from 1
   * @return the name of its file, below the directory, with slashes
   */
  public String save(CrawlUrl page, byte[] body, int visit) {
    return save(page, new SavedContent.OfArray(body), visit);
  }

  /**
   * The same of a body that is in a file, which is moved if its place is on the same file system.
   */
  public String save(CrawlUrl page, StoredBody body, int visit) {
    return save(page, new SavedContent.OfFile(body.file()), visit);
  }

  private String save(CrawlUrl page, SavedContent body, int visit) {
    String url = display.apply(page.toString());
    String fingerprint = page.fingerprint().toString();
    for (int failures = 0; ; failures++) {
      Optional<Path> file = saved(url, fingerprint, visit, body, failures);
      if (file.isPresent()) {
        return directory.relativize(file.get()).toString().replace('\\', '/');
      }
      waiting.incrementAndGet();
      try {
        EventLoop.sleep(RETRY_AFTER);
      } finally {
        waiting.decrementAndGet();
      }
    }
  }

  /** Why bodies cannot be written now; empty while all is well. Any thread. */
  public Optional<String> obstacle() {
    return waiting.get() > 0 ? Optional.of(failure) : Optional.empty();
  }

  /** Attempts to save a body; returns its file, or empty if the disk did not take it. */
  private Optional<Path> saved(
      String url, String fingerprint, int visit, SavedContent body, int failures) {
    boolean isBehind = handedOver.getAndIncrement() >= BEHIND;
    Bulkhead threads = body instanceof SavedContent.OfFile ? large : isBehind ? helpers : thread;
    try {
      return Optional.of(
          EventLoop.current()
              .offload(
                  threads,
                  "the disk for " + directory,
                  () ->
                      visit == 1
                          ? save(url, fingerprint, body, failures)
                          : saveAgain(url, fingerprint, body),
                  Deadline.NEVER));
    } catch (TaskFailedException e) {
      if (e.failure() instanceof IOException cause) {
        failure = FileFailure.text(cause);
        return Optional.empty();
      }
      throw e;
    } finally {
      handedOver.decrementAndGet();
    }
  }

  /**
   * Saves one body; blocks.
   *
   * @param failures the number of failed attempts before
   * @return where the body is now
   */
  Path save(String url, String fingerprint, byte[] body, int failures) throws IOException {
    return save(url, fingerprint, new SavedContent.OfArray(body), failures);
  }

  private Path save(String url, String fingerprint, SavedContent body, int failures)
      throws IOException {
    String plain = SavedName.of(url, fingerprint);
    try {
      for (String path : List.of(plain, SavedName.marked(plain, fingerprint))) {
        Path file = directory.resolve(path);
        if (path.length() <= SavedName.LONGEST_PATH
            && hasFolder(file)
            && write(file, fingerprint, body)) {
          return file;
        }
      }
    } catch (IOException e) {
      if (failures < TRIES_BY_NAME) {
        throw e;
      }
    }
    Path own = directory.resolve(SavedName.own(plain, fingerprint));
    Files.createDirectories(own.getParent());
    replace(own, fingerprint, body);
    return own;
  }

  /** Saves the body of a later visit; blocks. */
  private Path saveAgain(String url, String fingerprint, SavedContent body) throws IOException {
    String plain = SavedName.of(url, fingerprint);
    Path file = directory.resolve(SavedName.marked(plain, fingerprint));
    Path its = hasFolder(file) ? file : directory.resolve(SavedName.own(plain, fingerprint));
    Files.createDirectories(its.getParent());
    replace(its, fingerprint, body);
    return its;
  }

  /** Makes the folder of a file; false if a part of its path is a file. */
  private boolean hasFolder(Path file) throws IOException {
    Path folder = file.getParent();
    if (folders.contains(folder)) {
      return true;
    }
    try {
      Files.createDirectories(folder);
      if (folders.size() >= MOST_FOLDERS) {
        folders.clear();
      }
      folders.add(folder);
      return true;
    } catch (IOException e) {
      Path part = directory;
      for (Path name : directory.relativize(folder)) {
        part = part.resolve(name);
        if (Files.exists(part) && !Files.isDirectory(part)) {
          return false;
        }
      }
      throw e;
    }
  }

  /** Writes the file under its name if the name is free; whole or not at all. */
  private boolean write(Path file, String fingerprint, SavedContent body) throws IOException {
    Path unfinished = unfinished(file, fingerprint);
    boolean isMoved = false;
    try {
      body.putAt(unfinished);
      synchronized (this) {
        if (isFree(file, unfinished)) {
          Files.move(unfinished, file, ATOMIC_MOVE);
          isMoved = true;
        }
      }
      return isMoved;
    } finally {
      if (!isMoved) {
        giveUp(body, unfinished);
      }
    }
  }

  private void replace(Path file, String fingerprint, SavedContent body) throws IOException {
    Path unfinished = unfinished(file, fingerprint);
    boolean isMoved = false;
    try {
      body.putAt(unfinished);
      Files.move(unfinished, file, ATOMIC_MOVE);
      isMoved = true;
    } finally {
      if (!isMoved) {
        giveUp(body, unfinished);
      }
    }
  }

  /**
   * Withdraws an unfinished file. The folder may have been removed by another process, so folders
   * are made again.
   */
  private void giveUp(SavedContent body, Path unfinished) throws IOException {
    folders.clear();
    body.takeBack(unfinished);
  }

  private static Path unfinished(Path file, String fingerprint) {
    return file.resolveSibling(SavedName.unfinished(fingerprint));
  }

  private boolean isFree(Path file, Path content) throws IOException {
    if (!Files.exists(file)) {
      return true;
    }
    return Files.isRegularFile(file)
        && (Files.getLastModifiedTime(file).compareTo(began) < 0
            || Files.mismatch(file, content) < 0);
  }
}
