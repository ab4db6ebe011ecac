package dev.arachne.spool;

import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/*
 * A body has up to three files, by a name that its URL has for good:
 *
 *   NAME.coded   as it came over the wire, transfer codings undone
 *   NAME.part    what is known of that, and how many bytes of it are there for good (Partial)
 *   NAME.body    its content codings undone, if it has any
 *
 * NAME.part is replaced as a whole, after the bytes of which it tells were forced to the disk. So it
 * is true whatever ended the process, and it alone decides what a later process goes on with: what
 * is behind its length in NAME.coded is cut off. It is deleted before another body begins there.
 */

/**
 * A directory for bodies that are too large for memory. Bytes are written by threads of its own;
 * who has bytes to write waits for them, so no more than that is in flight. A disk that is full or
 * fails decides about no body: it waits until there is room. Thread-safe.
 */
public final class Spool {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Bodies that are written or decoded at a time: each decoding may take a window of 16 MiB. */
  private static final int WIDTH = 2;

  /** In names of files beside one of the user's. */
  private static final String OWN = ".arachne";

  static final String CODED = ".coded";
  static final String PART = ".part";
  static final String WHOLE = ".body";

  private static final Pattern OWN_FILE = Pattern.compile("\\w+\\.(coded|body|part|part-next)");

  /** How a disk is dealt with that does not take bytes. */
  private enum Disk {
    WAIT_FOR_ROOM,
    FAIL
  }

  private final Path directory;
  private final Disk disk;
  private final Function<IOException, String> words;
  private final Bulkhead threads = Bulkhead.of("spool", WIDTH);

  /** What earlier attempts and processes have left, by name. Changed by threads that may block. */
  private final Map<String, Partial> partials = new ConcurrentHashMap<>();

  private final AtomicInteger waiting = new AtomicInteger();

  /** Why the last attempt failed. */
  private volatile String failure = "";

  private Spool(Path directory, Disk disk, Function<IOException, String> words) {
    this.directory = directory;
    this.disk = disk;
    this.words = words;
  }

  /**
   * The spool in {@code directory}, which is made when there is something for it. Reads what is
   * left there, and deletes what nobody can go on with; files with names of other kinds are left
   * alone. Blocks.
   *
   * @param words says for people what an exception of the file system means
   */
  public static Spool in(Path directory, Function<IOException, String> words) throws IOException {
    var spool = new Spool(directory, Disk.WAIT_FOR_ROOM, words);
    if (Files.exists(directory)) {
      spool.readLeftovers();
    }
    return spool;
  }

  /**
   * The body of one URL that goes to a file of the user's, and goes on where that ends. What is
   * known of it stands in a file beside it, until it is whole. Of a file that somebody else began
   * nothing is known; it is taken for a part of the body, as {@code curl -C -} does. It is deleted
   * in no case, and no room on the disk is waited for. Blocks.
   *
   * @param url from which the body is to come, after redirects
   */
  public static SpooledBody continuing(Path file, String url) throws IOException {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    String name = file.getFileName().toString();
    var spool = new Spool(folder, Disk.FAIL, IOException::toString);
    Path record = spool.file(name, PART);
    Optional<Partial> known =
        Files.exists(record) ? Partial.read(Files.readString(record)) : Optional.empty();
    long size = Files.exists(file) ? Files.size(file) : 0;
    Partial partial =
        known
            .filter(it -> it.url().equals(url) && it.canGoOn() && it.length() <= size)
            .orElse(size == 0 ? null : new Partial(url, "", -1, size, "", ""));
    return new SpooledBody(spool, url, name, status -> status == 200, partial);
  }

  /**
   * The body of a URL, of which nothing has come yet, or a part in an earlier attempt.
   *
   * @param name of its files: letters and digits, always the same for one URL
   * @param wanted which statuses have a body that is wanted whole, whatever its size
   */
  public SpooledBody body(String url, String name, IntPredicate wanted) {
    Partial partial = partials.get(name);
    boolean isIts = partial != null && partial.url().equals(url);
    return new SpooledBody(this, url, name, wanted, isIts ? partial : null);
  }

  /** Why bodies cannot be written now; empty while all is well. Any thread. */
  public Optional<String> obstacle() {
    return waiting.get() > 0 ? Optional.of(failure) : Optional.empty();
  }

  /** Deletes what is left of bodies of other URLs than these. Blocks. */
  public void keepOnly(Predicate<String> urls) throws IOException {
    if (partials.values().removeIf(partial -> !urls.test(partial.url()))) {
      deleteUnknown();
    }
  }

  /** Deletes all that is left, and the directory unless it has files of others. Blocks. */
  public void clear() throws IOException {
    partials.clear();
    if (Files.exists(directory)) {
      for (Path file : files()) {
        Files.deleteIfExists(file);
      }
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException e) {
        return; // What others have put there is theirs.
      }
    }
  }

  Path file(String name, String kind) {
    boolean isOfUser = disk == Disk.FAIL;
    return directory.resolve(
        !isOfUser ? name + kind : kind.equals(CODED) ? name : name + OWN + kind);
  }

  /** Whether what came stays where it is, whatever becomes of it. */
  boolean keepsFiles() {
    return disk == Disk.FAIL;
  }

  void makeDirectory() throws IOException {
    Files.createDirectories(directory);
  }

  Map<String, Partial> partials() {
    return partials;
  }

  /** Has blocking work done, which is tried again until the disk takes it; to be repeatable. */
  <T> T whenThereIsRoom(Callable<T> work) {
    while (true) {
      try {
        return EventLoop.current().offloadWhole(threads, "the disk for " + directory, work);
      } catch (TaskFailedException e) {
        if (!(e.failure() instanceof IOException cause)) {
          throw e;
        }
        if (disk == Disk.FAIL) {
          throw e;
        }
        failure = words.apply(cause);
      }
      waiting.incrementAndGet();
      try {
        EventLoop.sleep(RETRY_AFTER);
      } finally {
        waiting.decrementAndGet();
      }
    }
  }

  /** Has blocking work done that may fail. */
  void tryOnce(Callable<Boolean> work) {
    try {
      EventLoop.current().offloadWhole(threads, "the disk for " + directory, work);
    } catch (TaskFailedException e) {
      if (!(e.failure() instanceof IOException)) {
        throw e;
      }
    }
  }

  private void readLeftovers() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    for (Path file : files()) {
      String fileName = file.getFileName().toString();
      if (fileName.endsWith(PART)) {
        String name = fileName.substring(0, fileName.length() - PART.length());
        Optional<Partial> partial = Partial.read(Files.readString(file));
        if (partial.isPresent() && isThere(partial.get(), file(name, CODED))) {
          partials.put(name, partial.get());
        }
      }
    }
    deleteUnknown();
  }

  private void deleteUnknown() throws IOException {
    for (Path file : files()) {
      String fileName = file.getFileName().toString();
      int dot = fileName.lastIndexOf('.');
      boolean isKnown = dot > 0 && partials.containsKey(fileName.substring(0, dot));
      if (!isKnown || fileName.endsWith(WHOLE)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isThere(Partial partial, Path coded) throws IOException {
    return partial.canGoOn() && Files.exists(coded) && Files.size(coded) >= partial.length();
  }

  private static boolean isOwn(Path file) {
    return OWN_FILE.matcher(file.getFileName().toString()).matches();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).filter(Spool::isOwn).toList();
    }
  }
}
