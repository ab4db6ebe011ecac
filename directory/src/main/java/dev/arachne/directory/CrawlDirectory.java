package dev.arachne.directory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.FrontierSnapshot;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOption.Weight;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.FileFailure;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.OptionValues;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directory of one crawl, held by the process that crawls.
 *
 * <pre>
 *   options       the format of all this, the crawl's options, and the state it needs again:
 *                 ports of folders, where its records begin
 *   options.copy  the same, for when that file is lost or damaged
 *   store/        the frontier and the ledger
 *   store.proof   the state of the store at its last sync
 *   spool/        bodies that are too large for memory, while they come
 *   archive/      WARC files, if no other place was named for them
 *   index/        the full-text index, made by {@code --index} or afterwards
 *   archive-parts/ records of the archive that are too large for memory, until their commit
 *   holder        the process that crawls here now: its id, since when, when it began
 *   control.sock  where the running crawl takes commands, or control.address if that is elsewhere
 *   state         the shortage for which the crawl waits, if it waits for the machine
 *   lock          locked as long as that process lives
 *   log           starts, changed options, ends
 * </pre>
 *
 * <p>A crawl has begun with its options: they are written once its store and its outputs are open,
 * and before anything is done. So a start that fails changes nothing, and missing options next to a
 * used store are lost ones.
 */
public final class CrawlDirectory implements AutoCloseable {
  /**
   * The directories that this process holds, by their real paths. On some systems, closing any
   * descriptor of a locked file releases the lock, so this process must not even look.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /**
   * The number of tries for the lock, and the time between them: a reader of the state has it for a
   * moment.
   */
  private static final int TRIES = 10;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(10);

  /** Length of the file with the present shortage; longer texts are cut. */
  private static final int STATE_BYTES = 512;

  private final Path path;
  private final Path realPath;
  private final FileChannel lock;
  private final TimeSource time;

  /** The options to record. */
  private KeptOptions options = KeptOptions.NONE;

  /** The options recorded there; empty for a crawl that has not begun. */
  private KeptOptions kept = KeptOptions.NONE;

  private CrawlDirectory(Path path, Path realPath, FileChannel lock, TimeSource time) {
    this.path = path;
    this.realPath = realPath;
    this.lock = lock;
    this.time = time;
  }

  /**
   * Takes the directory of a crawl, and makes it if it is missing. Waits; nothing is recorded
   * before {@link #confirm}.
   *
   * @throws UsageException if another process crawls there, or if another crawl is kept there and
   *     no option decides about it
   */
  public static CrawlDirectory open(
      Path path, ExistingCrawlPolicy existing, CrawlOptions options, TimeSource time)
      throws UsageException, IOException {
    Path realPath;
    FileChannel lock;
    try {
      refuseForeign(path);
      Files.createDirectories(path);
      realPath = path.toRealPath();
      lock = lock(path, realPath);
    } catch (IOException e) {
      throw unwritable(e);
    }
    var directory = new CrawlDirectory(path, realPath, lock, time);
    try {
      directory.settle(existing, KeptOptions.of(options));
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

  /** The process that crawls in a directory now. */
  static Optional<CrawlStatus.Holder> holder(Path path) throws UsageException, IOException {
    if (Files.exists(path) && HELD.contains(path.toRealPath())) {
      return Optional.of(requireHolder(path));
    }
    try (var channel = FileChannel.open(path.resolve("lock"), StandardOpenOption.READ);
        FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return free == null ? Optional.of(requireHolder(path)) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Whether every URL of the crawl is decided; not known to be, if its rows cannot be read. */
  public boolean isFinished() throws UsageException {
    if (!hasBegun()) {
      return false;
    }
    try {
      return DiskStore.read(
          store(),
          rows -> {
            FrontierCounts counts = FrontierSnapshot.of(rows).counts();
            return counts.decided() > 0 && counts.pending() == 0;
          });
    } catch (IOException e) {
      return false; // The crawl that resumes will report why.
    }
  }

  /** Deletes the crawl. */
  public void beginAnew(CrawlOptions options) throws IOException {
    log("begun anew: the crawl was finished");
    begin(KeptOptions.of(options));
  }

  /**
   * The URL at which a page of a served folder was crawled; {@code url} itself if it is not one.
   */
  static String crawledUrl(Path path, String url) throws UsageException, IOException {
    if (!url.startsWith("file:")) {
      return url;
    }
    for (Map.Entry<String, Integer> served : OptionsFile.read(path).folders().entrySet()) {
      String folder = Path.of(served.getKey()).toUri().toString();
      folder = folder.endsWith("/") ? folder : folder + "/";
      if (url.startsWith(folder)) {
        return Seed.Folder.url(served.getValue()) + url.substring(folder.length());
      }
    }
    return url;
  }

  /** The directory of the frontier's rows. */
  public Path store() {
    return DirectoryFormat.store(path);
  }

  /** The directory of bodies that are too large for memory, while they come. */
  public Path spool() {
    return path.resolve("spool");
  }

  /** The directory of the crawl's archive, if it has one. */
  public Path archive(ArchiveOptions asked) {
    return archive(path, asked);
  }

  static Path archive(Path crawl, ArchiveOptions asked) {
    return asked
        .directory()
        .filter(named -> !named.equals(ArchiveOptions.OWN))
        .orElse(crawl.resolve("archive"));
  }

  /**
   * The directory of records of the archive that are too large for memory, until they are
   * committed.
   */
  public Path archiveParts() {
    return path.resolve("archive-parts");
  }

  /** The port on which a folder was served when this crawl began; 0 if it is new to it. */
  public int portOf(Path folder) {
    return options.folders().getOrDefault(folder.toString(), 0);
  }

  /** Remembers the port on which a folder is served. */
  public void served(Path folder, int port) {
    options = options.withFolder(folder.toString(), port);
  }

  /** The offset in each of their files at which the records of this crawl begin; empty at first. */
  public List<Long> itemsBegin() {
    return options.itemsBegin();
  }

  /** Remembers the offset in each of their files at which the records of this crawl begin. */
  public void itemsBegin(List<Long> at) {
    options = options.withItemsBegin(at);
  }

  /** Records the options in force, durably. */
  public void confirm() throws IOException {
    log(hasBegun() ? "resumed" : "begun");
    if (!kept.members().equals(options.members()) || !OptionsFile.areBothWhole(path)) {
      if (hasBegun()) {
        log(
            options
                .values()
                .difference(kept.values(), Weight.IDENTIFIES, Weight.CHANGEABLE)
                .stream()
                .map(name -> "changed: " + name + " " + options.values().shown(name)));
      }
      OptionsFile.write(path, options);
      kept = options;
    }
  }

  /** Whether the resumed crawl was given another value of an option; before confirm. */
  public boolean hasOther(CrawlOption<?> option) {
    return hasBegun()
        && !kept.values().of(option.name()).equals(options.values().of(option.name()));
  }

  private boolean hasBegun() {
    return !kept.values().byName().isEmpty();
  }

  /** Adds a line to the log. */
  public void log(String line) throws IOException {
    log(Stream.of(line));
  }

  private void log(Stream<String> messages) throws IOException {
    String now = time.now().truncatedTo(ChronoUnit.MILLIS) + " ";
    Files.write(
        path.resolve("log"),
        messages.map(line -> now + line.replace('\n', ' ')).toList(),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Adds a line to the log if there is room for it: the crawl is over in any case. */
  public void logEnd(String line) {
    try {
      log(line);
    } catch (IOException e) {
      return; // The store has all essential data.
    }
  }

  /**
   * Records the shortage for which the crawl waits, or that it continues. The file has its size
   * from the beginning, since the crawl may wait for room on the disk.
   */
  public void waits(Optional<String> shortage) {
    byte[] state = Arrays.copyOf(shortage.orElse("").getBytes(UTF_8), STATE_BYTES);
    try (var file = FileChannel.open(path.resolve("state"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(state), 0);
    } catch (IOException e) {
      return; // It is reported elsewhere, too.
    }
  }

  /** The resource that the crawl lacks; empty if none, or if no process crawls. */
  static Optional<String> shortage(Path path) throws UsageException, IOException {
    Path state = path.resolve("state");
    if (holder(path).isEmpty() || !Files.exists(state)) {
      return Optional.empty();
    }
    String text = Files.readString(state, ISO_8859_1);
    int end = text.indexOf(0);
    byte[] said = text.substring(0, end < 0 ? text.length() : end).getBytes(ISO_8859_1);
    return said.length == 0 ? Optional.empty() : Optional.of(new String(said, UTF_8));
  }

  @Override
  public void close() throws IOException {
    lock.close();
    HELD.remove(realPath);
  }

  /** Refuses a directory that has other files than those of a crawl. */
  private static void refuseForeign(Path path) throws UsageException, IOException {
    if (Files.isDirectory(path)) {
      List<String> names;
      try (Stream<Path> files = Files.list(path)) {
        names = files.map(file -> String.valueOf(file.getFileName())).toList();
      }
      boolean isOurs =
          names.contains("lock")
              || OptionsFile.isThere(path)
              || DiskStore.isProven(DirectoryFormat.store(path));
      if (!names.isEmpty() && !isOurs) {
        throw new UsageException(
            path.toString(), "holds other things than a crawl; use another --dir");
      }
    } else if (Files.exists(path) && !Files.isDirectory(path)) { // Another may make it just now.
      throw new UsageException(path.toString(), "is a file; use another --dir");
    }
  }

  private static FileChannel lock(Path path, Path realPath) throws UsageException, IOException {
    if (!HELD.add(realPath)) {
      throw refusal(path);
    }
    FileChannel locked = null;
    try {
      locked = locked(path);
      return locked;
    } finally {
      if (locked == null) {
        HELD.remove(realPath);
      }
    }
  }

  private static FileChannel locked(Path path) throws UsageException, IOException {
    var channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isLocked = false;
    try {
      for (int left = TRIES; left > 0; left--) {
        if (channel.tryLock() != null) {
          isLocked = true;
          return channel;
        }
        EventLoop.sleep(BETWEEN_TRIES);
      }
      throw refusal(path);
    } finally {
      if (!isLocked) {
        channel.close();
      }
    }
  }

  private static UsageException refusal(Path path) throws IOException {
    String who =
        readHolder(path)
            .map(holder -> "process " + holder.process() + " crawls there since " + holder.since())
            .orElse("another process crawls there");
    return new UsageException(
        path.toString(), who + "; use arachne stop " + path + ", or another --dir");
  }

  private static CrawlStatus.Holder requireHolder(Path path) throws UsageException, IOException {
    return readHolder(path)
        .orElseThrow(() ->
            new UsageException(
                path.resolve("holder").toString(),
                "is missing or damaged, so it is not known which process crawls there"));
  }

  private static Optional<CrawlStatus.Holder> readHolder(Path path) throws IOException {
    try {
      return CrawlStatus.Holder.of(Files.readString(path.resolve("holder")));
    } catch (NoSuchFileException
        | CharacterCodingException
        | NumberFormatException
        | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Records the holder of the lock, and checks that the crawl kept here is the requested one. */
  private void settle(ExistingCrawlPolicy existing, KeptOptions asked)
      throws UsageException, IOException {
    Instant now = time.now().truncatedTo(ChronoUnit.SECONDS);
    replace("holder", List.of(CrawlStatus.Holder.ofThisProcess(now).line()));
    Files.write(path.resolve("state"), new byte[STATE_BYTES]);
    boolean isBegun = OptionsFile.isThere(path) || DiskStore.isProven(store());
    if (!isBegun || existing == ExistingCrawlPolicy.REPLACE) {
      if (isBegun) {
        log("begun anew");
      }
      begin(asked);
      return;
    }
    kept = OptionsFile.read(path);
    refuseDifference(existing, asked.values());
    refuseWithoutSecrets(asked);
    options = asked.withStateOf(kept);
  }

  private void begin(KeptOptions asked) throws IOException {
    OptionsFile.delete(path);
    DiskStore.delete(store());
    deleteIndex();
    kept = KeptOptions.NONE;
    options = asked;
  }

  /** Deletes the index, which has pages of the crawl before. */
  private void deleteIndex() throws IOException {
    Path index = DirectoryFormat.index(path);
    if (Files.isDirectory(index)) {
      try (Stream<Path> files = Files.list(index)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(index);
    }
  }

  private void refuseDifference(ExistingCrawlPolicy existing, OptionValues asked)
      throws UsageException {
    List<String> difference = asked.difference(kept.values(), Weight.IDENTIFIES);
    if (existing == ExistingCrawlPolicy.RESUME && !difference.isEmpty()) {
      throw new UsageException(
          path.toString(),
          "its crawl was started with other options: "
              + String.join(", ", difference.stream().map(name -> shown(name, asked)).toList())
              + "; use --fresh to start again, arachne resume "
              + path
              + " to continue it, or another --dir");
    }
    String output = OptionTable.OUTPUT.name();
    if (difference.contains(output) && !kept.values().of(output).isEmpty()) {
      throw new UsageException(
          path.toString(),
          "its crawl writes its lines to "
              + kept.values().of(output).getFirst()
              + "; leave out -o");
    }
  }

  /** Refuses to resume without a password: pages would be judged by their public versions. */
  private void refuseWithoutSecrets(KeptOptions asked) throws UsageException {
    for (String name : kept.secrets()) {
      if (!asked.secrets().contains(name)) {
        throw new UsageException(
            path.toString(),
            "its crawl was started with --%s, which is not stored; use it again, or".formatted(name)
                + " --fresh to start again");
      }
    }
  }

  /** An option with its old and its new value, where these are not rules or lists. */
  private String shown(String name, OptionValues asked) {
    List<String> before = kept.values().of(name);
    List<String> now = asked.of(name);
    boolean areShort = before.size() <= 1 && now.size() <= 1 && !name.equals("rules");
    return areShort
        ? name + " (" + kept.values().shown(name) + ", not " + asked.shown(name) + ")"
        : name;
  }

  private void replace(String name, List<String> content) throws IOException {
    Path unfinished = path.resolve(name + ".new");
    Files.write(unfinished, content);
    Files.move(
        unfinished,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
