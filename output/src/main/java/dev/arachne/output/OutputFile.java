package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.EarlierRuns;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.options.FileFailure;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that has the records of a crawl one after another. Records are added on the loop, once
 * they are committed. One coroutine writes them on another thread; all that were added during a
 * write are written together. Confined to its loop.
 *
 * <p>A record stays in the frontier's store until it is known to be on the disk here. So a damaged
 * end of the file is cut off after a crash, and written again when the crawl resumes:
 *
 * <pre>
 *   file     | synced records       | written, perhaps | torn
 *   store                           | records                  |
 *            0                      ^ cut here         ^ up to here after the repair
 * </pre>
 *
 * <p>The cut bytes were written by this crawl, or are damage from a power cut. In a file that
 * others may add to, this is checked before the cut: the bytes must begin as the ones that will be
 * written again, or the file is refused.
 */
final class OutputFile implements OutputWriter {
  /** The least time from one write to the next. */
  private static final Duration GATHER = Duration.ofMillis(250);

  /** How often to look whether a full disk has room again. */
  private static final Duration LOOK_FOR_ROOM = Duration.ofSeconds(1);

  /** A disk with fewer free bytes than this is full. */
  private static final long FULL_BELOW = 1 << 20;

  private final EventLoop loop;
  private final Path path;
  private final FileChannel file;
  private final Bulkhead thread = Bulkhead.of("output", 1);

  /** Whether it is a file on a disk, and no pipe or terminal that takes bytes as they come. */
  private final boolean isRegular;

  private final Frontier frontier;
  private final Beginning beginning;
  private final Condition changed;
  private final Condition finishing;
  private final Condition stopping;
  private final Condition room;
  private List<OutputRecord> pending;
  private long pendingBytes;
  private Optional<String> obstacle = Optional.empty();

  /** Where the next record belongs. */
  private long end;

  private boolean finished;
  private boolean stopped;
  private boolean gaveUp;

  /**
   * The content of the file before the first record and behind the last.
   *
   * @param at bytes that are not this crawl's
   * @param head bytes that the crawl writes there before any record
   * @param separator bytes with which each record begins; in those of the first is the head
   * @param tail bytes that the crawl writes when it ends; they are cut off when it resumes
   * @param isShared whether others may write behind the records of this crawl
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Beginning(long at, byte[] head, int separator, byte[] tail, boolean isShared) {
    /** The offset of the first record. */
    long end() {
      return at + head.length - separator;
    }
  }

  private OutputFile(
      EventLoop loop,
      Path path,
      FileChannel file,
      List<OutputRecord> repair,
      Beginning beginning,
      Frontier frontier) {
    this.loop = loop;
    this.path = path;
    this.file = file;
    this.isRegular = isRegular(path);
    this.frontier = frontier;
    this.beginning = beginning;
    this.pending = new ArrayList<>(repair);
    this.changed = new Condition(loop, "lines for " + path);
    this.finishing = new Condition(loop, "more lines for " + path);
    this.stopping = new Condition(loop, "room for " + path);
    this.room = new Condition(loop, "the disk for " + path);
  }

  /**
   * Opens the file, as long as the crawl's history says that it is: empty for a new crawl, except
   * for the content before the first record. It fails with a {@link UsageException} if it cannot be
   * written, or is not as the crawl has left it. Waits for the disk.
   *
   * @param name which output of the crawl it is
   */
  static OutputFile open(
      EventLoop loop, Path path, String name, Beginning beginning, Frontier frontier) {
    EarlierRuns history = frontier.history();
    List<OutputRecord> repair =
        history.records().stream().filter(record -> record.output().equals(name)).toList();
    long settled = repair.isEmpty() ? history.outputEnd(name) : repair.getFirst().offset();
    return loop.offloadWhole(
        "the opening of " + path, () -> open(loop, path, repair, settled, beginning, frontier));
  }

  private static OutputFile open(
      EventLoop loop,
      Path path,
      List<OutputRecord> repair,
      long settled,
      Beginning beginning,
      Frontier frontier)
      throws UsageException {
    try {
      FileChannel file = channel(path, beginning.isShared() && isRegular(path));
      var output = new OutputFile(loop, path, file, repair, beginning, frontier);
      try {
        output.restore(settled);
        return output;
      } catch (UsageException | IOException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UsageException(
          path.toString(),
          "cannot be written: " + FileFailure.reason(e) + "; use another file after -o");
    }
  }

  /** Standard output is not opened anew: it may be of another user, or have the bytes of others. */
  private static FileChannel channel(Path path, boolean isRead) throws IOException {
    return isStandardOutput(path)
        ? new FileOutputStream(FileDescriptor.out).getChannel()
        : FileChannel.open(
            path,
            isRead ? StandardOpenOption.READ : StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
  }

  private static boolean isStandardOutput(Path path) {
    return path.equals(OutputOptions.STANDARD_OUTPUT);
  }

  private static boolean isRegular(Path path) {
    return !isStandardOutput(path) && Files.isRegularFile(path);
  }

  /** Checks that a complete file has all written bytes. */
  static void check(Path path, String name, Beginning beginning, Frontier frontier)
      throws UsageException, IOException {
    if (isStandardOutput(path)) {
      return; // It has what this process writes.
    }
    long written = frontier.history().outputEnd(name);
    long end = written == 0 ? beginning.at() + beginning.head().length : beginning.end() + written;
    boolean isThere = Files.exists(path);
    if (end > 0 && (!isThere || (Files.isRegularFile(path) && Files.size(path) < end))) {
      throw lostEnd(path, end);
    }
    if (beginning.tail().length > 0 && Files.isRegularFile(path) && Files.size(path) == end) {
      Files.write(path, beginning.tail(), StandardOpenOption.APPEND); // A kill came before it.
    }
  }

  /** Cuts off the end, which may be torn; a file without records gets its head, too. */
  private void restore(long settled) throws UsageException, IOException {
    if (isRegular) {
      if (isTaken()) {
        throw new UsageException(
            path.toString(), "another process writes there; use another file after -o");
      }
      long cut = settled == 0 ? beginning.at() : beginning.end() + settled;
      if (file.size() < cut) {
        throw lostEnd(path, cut);
      }
      if (beginning.isShared() && !isOurs(cut, settled)) {
        throw new UsageException(
            path.toString(),
            "somebody has written behind the records of this crawl, from byte "
                + cut
                + " on; move that elsewhere, or begin anew: the first command with --fresh");
      }
      file.truncate(cut);
    }
    end = settled == 0 ? beginning.at() + beginning.head().length : beginning.end() + settled;
    if (settled == 0) {
      write(ByteBuffer.wrap(beginning.head()), beginning.at());
    }
  }

  private static UsageException lostEnd(Path path, long end) {
    return new UsageException(
        path.toString(),
        "has lost its end: this crawl had written up to byte "
            + end
            + "; put that back, or begin anew: the first command with --fresh");
  }

  private boolean isTaken() throws IOException {
    try {
      return file.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true; // Another crawl of this process has it.
    }
  }

  /** Whether the file continues from {@code cut} with the bytes that we would write there now. */
  private boolean isOurs(long cut, long settled) throws IOException {
    ByteBuffer expected = bytes(settled == 0 ? beginning.head() : new byte[0], pending);
    long size = file.size() - cut;
    if (size > expected.remaining()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate((int) size);
    int read = 0;
    while (found.hasRemaining() && read >= 0) {
      read = file.read(found, cut + found.position());
    }
    return found.flip().equals(expected.limit((int) size));
  }

  @Override
  public void add(OutputRecord record) {
    pending.add(record);
    pendingBytes += record.bytes().length;
    changed.signal();
  }

  @Override
  public void awaitRoom() {
    while (pendingBytes > MOST_PENDING) {
      room.await(Deadline.NEVER);
    }
  }

  @Override
  public void finish() {
    finished = true;
    changed.signal();
    finishing.signal();
  }

  @Override
  public void stop() {
    stopped = true;
    stopping.signal();
  }

  @Override
  public boolean gaveUp() {
    return gaveUp;
  }

  @Override
  public Optional<String> obstacle() {
    return obstacle;
  }

  @Override
  public @Nullable Void call() throws IOException {
    while (true) {
      if (!pending.isEmpty()) {
        List<OutputRecord> records = pending;
        pending = new ArrayList<>();
        pendingBytes = 0;
        room.signalAll();
        if (!writeElsewhere(() -> write(records))) {
          gaveUp = true;
          return null;
        }
        frontier.settled(records);
        gatherMore();
      } else if (finished) {
        gaveUp |= beginning.tail().length > 0 && !writeElsewhere(this::writeTail);
        return null;
      } else {
        changed.await(Deadline.NEVER);
      }
    }
  }

  @Override
  public void close() {
    if (!isStandardOutput(path)) {
      loop.offloadWhole(
          "the end of " + path,
          () -> {
            file.close();
            return true;
          });
    }
  }

  /** Waits for more records for the next write, since each write waits for the disk. */
  private void gatherMore() {
    if (!finished) {
      await(finishing, GATHER);
    }
  }

  private void await(Condition change, Duration atMost) {
    try {
      change.await(loop.deadline(atMost));
    } catch (DeadlineException e) {
      return; // Long enough.
    }
  }

  /** False if there is no room and the crawl is stopped. */
  private boolean writeElsewhere(Writing writing) throws IOException {
    while (true) {
      try {
        loop.offload(
            thread,
            "the disk for " + path,
            () -> {
              writing.run();
              return true;
            },
            Deadline.NEVER);
        obstacle = Optional.empty();
        return true;
      } catch (TaskFailedException e) {
        String message =
            path
                + ": "
                + (e.failure() instanceof IOException failure
                    ? FileFailure.reason(failure)
                    : e.failure().getMessage());
        if (!isRegular || Files.getFileStore(path).getUsableSpace() >= FULL_BELOW) {
          throw new IOException(message, e);
        }
        obstacle = Optional.of(message);
        if (stopped) {
          return false;
        }
        await(stopping, LOOK_FOR_ROOM);
      }
    }
  }

  /**
   * Each record has its place, so half-written records are simply written again. The separator of
   * the first one would be in the place of the head.
   */
  private void write(List<OutputRecord> records) throws IOException {
    ByteBuffer bytes = bytes(new byte[0], records);
    OutputRecord first = records.getFirst();
    int skipped = first.offset() == 0 ? beginning.separator() : 0;
    write(bytes.position(skipped), beginning.end() + first.offset() + skipped);
    end = beginning.end() + records.getLast().end();
    if (isRegular) {
      file.force(false);
    }
  }

  private void writeTail() throws IOException {
    write(ByteBuffer.wrap(beginning.tail()), end);
    if (isRegular) {
      file.force(false);
    }
  }

  /** A write to the file, which may be tried again. */
  private interface Writing {
    void run() throws IOException;
  }

  private void write(ByteBuffer bytes, long from) throws IOException {
    for (long at = from; bytes.hasRemaining(); ) {
      at += isRegular ? file.write(bytes, at) : file.write(bytes);
    }
  }

  private static ByteBuffer bytes(byte[] head, List<OutputRecord> records) {
    int size = head.length;
    for (OutputRecord record : records) {
      size += record.bytes().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size).put(head);
    records.forEach(record -> bytes.put(record.bytes()));
    return bytes.flip();
  }
}
