package dev.arachne.crawl;

import dev.arachne.frontier.DiskStore;
import dev.arachne.frontier.FrontierCounts;
import dev.arachne.frontier.FrontierSnapshot;
import dev.arachne.frontier.StoreException;
import dev.arachne.runtime.TimeSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directory of one crawl, held by the process that crawls.
 *
 * <pre>
 *   options   the format of all this, then what the crawl was asked to do, a line for each value
 *   store/    the frontier and the ledger
 *   folders   the port on which each folder among the roots was served: it is in the URLs
 *   items     where in their file the records of this crawl begin, in bytes
 *   holder    who crawls here now: process id and since when
 *   lock      locked as long as that process lives
 *   log       starts, changed options, ends
 * </pre>
 */
final class CrawlDirectory implements AutoCloseable {
  /**
   * The directories that this process holds, by their real paths. To close any file that is open on
   * a locked one gives up the lock on some systems, so this process must not even look.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /** Memory for blocks of the store while somebody only looks. */
  private static final long CACHE = 16 << 20;

  private static final int ATTEMPTS = 5;

  private final Path path;

  /** Found once: the directory may be gone by the end. */
  private final Path real;

  private final FileChannel lock;
  private final TimeSource time;

  private CrawlDirectory(Path path, FileChannel lock, TimeSource time) throws IOException {
    this.path = path;
    this.real = path.toRealPath();
    this.lock = lock;
    this.time = time;
  }

  /**
   * Takes the directory of a crawl, and makes it if it is not there.
   *
   * @throws UsageException if somebody crawls there, or if another crawl is kept there and nothing
   *     was said about it
   */
  static CrawlDirectory open(Path path, OnExisting existing, CrawlOptions options, TimeSource time)
      throws UsageException, IOException {
    FileChannel lock;
    try {
      refuseForeign(path);
      Files.createDirectories(path);
      lock = lock(path);
    } catch (IOException e) {
      throw unwritable(e);
    }
    var directory = new CrawlDirectory(path, lock, time);
    try {
      directory.settle(existing, OptionsText.lines(options));
      return directory;
    } catch (UsageException e) {
      directory.close();
      throw e;
    } catch (IOException e) {
      directory.close();
      throw unwritable(e);
    }
  }

  private static IOException unwritable(IOException e) {
    return new IOException("cannot write " + FileFailure.text(e) + "; choose another --dir", e);
  }

  /**
   * The options of the crawl that is kept in a directory.
   *
   * @throws UsageException if none is, or in another format
   */
  static List<String> options(Path path) throws UsageException, IOException {
    return DirectoryFormat.options(path, keptLines(path));
  }

  /**
   * Makes sure that a crawl is kept in a directory, in whatever format.
   *
   * @throws UsageException if none is
   */
  static void refuseEmpty(Path path) throws UsageException, IOException {
    keptLines(path);
  }

  /** Who crawls in a directory now. */
  static Optional<CrawlStatus.Holder> holder(Path path) throws IOException {
    if (Files.exists(path) && HELD.contains(path.toRealPath())) {
      return Optional.of(readHolder(path));
    }
    try (var channel = FileChannel.open(path.resolve("lock"), StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      return free == null ? Optional.of(readHolder(path)) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Makes something of a crawl's rows. */
  interface RowsReader<T> {
    T read(DiskStore rows) throws IOException;
  }

  /** Reads the rows of the crawl in a directory, as they are now, though somebody crawls there. */
  static <T> T read(Path path, RowsReader<T> reader) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try (DiskStore rows = DiskStore.openToRead(store(path), CACHE)) {
        return reader.read(rows);
      } catch (StoreException e) {
        // Whoever crawls there may have replaced a file between our look and our reading it.
        if (attempt == ATTEMPTS) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }
  }

  /** Whether every URL of the crawl is decided. */
  boolean isFinished() throws IOException {
    return Files.exists(store())
        && read(
            path,
            rows -> {
              FrontierCounts counts = FrontierSnapshot.of(rows).counts();
              return counts.decided() > 0 && counts.pending() == 0;
            });
  }

  /** Throws away what is kept. */
  void beginAnew(CrawlOptions options) throws IOException {
    log("begun anew: the crawl was finished");
    begin(OptionsText.lines(options));
  }

  /** The URL at which a page of a served folder was crawled; {@code url} itself if it is none. */
  static String crawledUrl(Path path, String url) throws IOException {
    Path file = path.resolve("folders");
    if (url.startsWith("file:") && Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        int space = line.indexOf(' ');
        String folder = Path.of(line.substring(space + 1)).toUri().toString();
        folder = folder.endsWith("/") ? folder : folder + "/";
        if (url.startsWith(folder)) {
          return FolderServer.prefix(Integer.parseInt(line.substring(0, space)))
              + url.substring(folder.length());
        }
      }
    }
    return url;
  }

  /** Where the frontier's rows are. */
  static Path store(Path path) {
    return path.resolve("store");
  }

  Path store() {
    return store(path);
  }

  /** The port on which a folder was served when this crawl began; 0 if it is new to it. */
  int portOf(Path folder) throws IOException {
    for (String line : folders()) {
      int space = line.indexOf(' ');
      if (line.substring(space + 1).equals(folder.toString())) {
        return Integer.parseInt(line.substring(0, space));
      }
    }
    return 0;
  }

  /** Remembers the port on which a folder is served. */
  void served(Path folder, int port) throws IOException {
    List<String> lines = new ArrayList<>(folders());
    lines.add(port + " " + folder);
    replace("folders", lines);
  }

  /** Where in their file the records of this crawl begin; empty before it has one. */
  OptionalLong itemsBegin() throws IOException {
    Path file = path.resolve("items");
    return Files.exists(file)
        ? OptionalLong.of(Long.parseLong(Files.readString(file).strip()))
        : OptionalLong.empty();
  }

  /** Remembers where in their file the records of this crawl begin, also over a power cut. */
  void itemsBegin(long at) throws IOException {
    replace("items", List.of(Long.toString(at)));
    try (var written = FileChannel.open(path.resolve("items"), StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  /** Adds a line to the log. */
  void log(String line) throws IOException {
    Files.writeString(
        path.resolve("log"),
        time.now().truncatedTo(ChronoUnit.MILLIS) + " " + line + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  @Override
  public void close() throws IOException {
    lock.close();
    HELD.remove(real);
  }

  private static List<String> keptLines(Path path) throws UsageException, IOException {
    try {
      return Files.readAllLines(path.resolve("options"));
    } catch (NoSuchFileException e) {
      throw new UsageException(
          path.toString(), "no crawl is kept there; type a directory that a crawl was given");
    }
  }

  /** What somebody keeps in a directory of that name is not ours to write into. */
  private static void refuseForeign(Path path) throws UsageException, IOException {
    if (Files.isDirectory(path) && !Files.exists(path.resolve("lock"))) {
      try (Stream<Path> files = Files.list(path)) {
        if (files.findAny().isPresent()) {
          throw new UsageException(
              path.toString(), "holds other things than a crawl; type another --dir");
        }
      }
    } else if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new UsageException(path.toString(), "is a file; type another --dir");
    }
  }

  private static FileChannel lock(Path path) throws UsageException, IOException {
    Path real = path.toRealPath();
    if (!HELD.add(real)) {
      throw refusal(path);
    }
    FileChannel locked = null;
    try {
      locked = locked(path);
      return locked;
    } finally {
      if (locked == null) {
        HELD.remove(real);
      }
    }
  }

  private static FileChannel locked(Path path) throws UsageException, IOException {
    var channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw refusal(path);
  }

  private static UsageException refusal(Path path) throws IOException {
    CrawlStatus.Holder holder = readHolder(path);
    return new UsageException(
        path.toString(),
        "process "
            + holder.process()
            + " crawls there since "
            + holder.since()
            + "; type arachne stop "
            + path
            + ", or another --dir");
  }

  private static CrawlStatus.Holder readHolder(Path path) throws IOException {
    String[] words = Files.readString(path.resolve("holder")).strip().split(" ");
    return new CrawlStatus.Holder(Long.parseLong(words[0]), Instant.parse(words[1]));
  }

  /** Says who holds the lock, and makes sure that what is kept here is the crawl that was asked. */
  private void settle(OnExisting existing, List<String> options)
      throws UsageException, IOException {
    Instant now = time.now().truncatedTo(ChronoUnit.SECONDS);
    replace("holder", List.of(ProcessHandle.current().pid() + " " + now));
    if (!Files.exists(path.resolve("options"))) {
      begin(options);
      return;
    }
    switch (existing) {
      case REPLACE -> {
        log("begun anew");
        begin(options);
      }
      case RESUME -> {
        Set<String> difference = OptionsText.difference(options(path), options);
        if (!difference.isEmpty()) {
          throw new UsageException(
              path.toString(),
              "the crawl kept there has another "
                  + String.join(", ", difference)
                  + "; type --fresh to begin anew, arachne resume "
                  + path
                  + " to go on as before, or another --dir");
        }
        goOn(options);
      }
      case CHANGE -> goOn(options);
    }
  }

  /** Without its options a crawl has not begun, so they go first and come last. */
  private void begin(List<String> options) throws IOException {
    Files.deleteIfExists(path.resolve("options"));
    if (Files.exists(store())) {
      try (Stream<Path> files = Files.walk(store())) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.deleteIfExists(path.resolve("folders"));
    Files.deleteIfExists(path.resolve("items"));
    replace("options", DirectoryFormat.numbered(options));
    log("begun");
  }

  private void goOn(List<String> options) throws UsageException, IOException {
    List<String> before = options(path);
    log("resumed");
    if (!before.equals(options)) {
      for (String line : options) {
        if (!before.contains(line)) {
          log("changed: " + line);
        }
      }
      replace("options", DirectoryFormat.numbered(options));
    }
  }

  private List<String> folders() throws IOException {
    Path file = path.resolve("folders");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void replace(String name, List<String> lines) throws IOException {
    Path unfinished = path.resolve(name + ".new");
    Files.write(unfinished, lines);
    Files.move(
        unfinished,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
