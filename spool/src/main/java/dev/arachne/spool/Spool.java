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
 *   NAME.part    the metadata of that, and how many bytes of it are there for good (Partial)
 *   NAME.body    its content codings undone, if it has any
 *
 * NAME.part is replaced as a whole, after the bytes that it counts were forced to the disk. So it
 * is true after any end of the process, and it alone decides where a later process resumes: bytes
 * behind its length in NAME.coded are cut off. It is deleted before another body begins there.
 */

/**
 * A directory for bodies that are too large for memory. Threads of its own write the bytes; a
 * caller waits until its bytes are written, so no more than these are in flight. A full or failing
 * disk fails no body: the body waits until there is room. Thread-safe.
 */
public final class Spool {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Bodies that are written or decoded at a time: each decoding may take a window of 16 MiB. */
  private static final int WIDTH = 2;

  /** The infix of names of files next to one of the user's. */
  private static final String OWN = ".arachne";

  static final String CODED = ".coded";
  static final String PART = ".part";
  static final String WHOLE = ".body";

  private static final Pattern OWN_FILE = Pattern.compile("\\w+\\.(coded|body|part|part-next)");

  /** The treatment of a disk that does not take bytes. */
  private enum Disk {
    WAIT_FOR_ROOM,
    FAIL
  }

  private final Path directory;
  private final Disk disk;
  private final Function<IOException, String> words;
  private final Bulkhead threads = Bulkhead.of("spool", WIDTH);

  /**
   * The parts that earlier attempts and processes have left, by name. Changed by threads that may
   * block.
   */
  private final Map<String, PartialBody> partials = new ConcurrentHashMap<>();

  private final AtomicInteger waiting = new AtomicInteger();

  /** The failure of the last attempt. */
  private volatile String failure = "";

  private Spool(Path directory, Disk disk, Function<IOException, String> words) {
    this.directory = directory;
    this.disk = disk;
    this.words = words;
  }

  /**
   * The spool in {@code directory}, which is made with its first file. Reads the parts left there,
   * and deletes those that cannot be resumed; files with names of other kinds are left alone.
   * Blocks.
   *
   * @param words the meaning of an exception of the file system, for people
   */
  public static Spool in(Path directory, Function<IOException, String> words) throws IOException {
    var spool = new Spool(directory, Disk.WAIT_FOR_ROOM, words);
    if (Files.exists(directory)) {
      spool.readLeftovers();
    }
    return spool;
  }

  /**
   * The body of one URL that goes to a file of the user's, and resumes where that ends. Its
   * metadata is in a file next to it, until it is whole. A file without metadata, begun by another
   * program, is taken for a part of the body, as {@code curl -C -} does. The file is never deleted,
   * and a full disk is not waited for. Blocks.
   *
   * @param url from which the body is to come, after redirects
   */
  public static SpooledBody continuing(Path file, String url) throws IOException {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    String name = file.getFileName().toString();
    var spool = new Spool(folder, Disk.FAIL, IOException::toString);
    Path record = spool.file(name, PART);
    Optional<PartialBody> known =
        Files.exists(record) ? PartialBody.read(Files.readString(record)) : Optional.empty();
    long size = Files.exists(file) ? Files.size(file) : 0;
    PartialBody partial =
        known
            .filter(it -> it.url().equals(url) && it.canGoOn() && it.length() <= size)
            .orElse(size == 0 ? null : new PartialBody(url, "", -1, size, "", ""));
    return new SpooledBody(spool, url, name, status -> status == 200, partial);
  }

  /**
   * The body of a URL, which has not begun, or of which a part came in an earlier attempt.
   *
   * @param name of its files: letters and digits, always the same for one URL
   * @param wanted the statuses whose bodies are wanted whole, regardless of their size
   */
  public SpooledBody body(String url, String name, IntPredicate wanted) {
    PartialBody partial = partials.get(name);
    boolean isIts = partial != null && partial.url().equals(url);
    return new SpooledBody(this, url, name, wanted, isIts ? partial : null);
  }

  /** The reason why bodies cannot be written now; empty while all is well. Any thread. */
  public Optional<String> obstacle() {
    return waiting.get() > 0 ? Optional.of(failure) : Optional.empty();
  }

  /** Deletes the parts of bodies of other URLs than these. Blocks. */
  public void keepOnly(Predicate<String> urls) throws IOException {
    if (partials.values().removeIf(partial -> !urls.test(partial.url()))) {
      deleteUnknown();
    }
  }

  /** Deletes all its files, and the directory unless it has files of others. Blocks. */
  public void clear() throws IOException {
    partials.clear();
    if (Files.exists(directory)) {
      for (Path file : files()) {
        Files.deleteIfExists(file);
      }
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException e) {
        return; // Files of others stay.
      }
    }
  }

  Path file(String name, String kind) {
    boolean isOfUser = disk == Disk.FAIL;
    return directory.resolve(
        !isOfUser ? name + kind : kind.equals(CODED) ? name : name + OWN + kind);
  }

  /** Whether the bytes of a body stay in its file, regardless of its outcome. */
  boolean keepsFiles() {
    return disk == Disk.FAIL;
  }

  void makeDirectory() throws IOException {
    Files.createDirectories(directory);
  }

  Map<String, PartialBody> partials() {
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
        Optional<PartialBody> partial = PartialBody.read(Files.readString(file));
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

  private static boolean isThere(PartialBody partial, Path coded) throws IOException {
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
