package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.History;
import dev.arachne.frontier.OutputRecord;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A file that has the records of a crawl one after another. Records are put down on the loop, once
 * they are committed; one coroutine has them written elsewhere, all that came while it wrote the
 * last ones in one go. Confined to its loop.
 *
 * <p>A record stays in the frontier's store until it is known to be on the disk here. So whatever a
 * crash does to the end of the file, it is cut off and written again when the crawl goes on:
 *
 * <pre>
 *   file     | synced records       | written, perhaps | torn
 *   store                           | records                  |
 *            0                      ^ cut here         ^ up to here after the repair
 * </pre>
 */
final class OutputFile implements Callable<@Nullable Void> {
  /** From one write to the next, at least. */
  private static final Duration GATHER = Duration.ofMillis(250);

  /** How often to look whether a full disk has room again. */
  private static final Duration LOOK_FOR_ROOM = Duration.ofSeconds(1);

  /** A disk with fewer free bytes than this is full. */
  private static final long FULL_BELOW = 1 << 20;

  private final EventLoop loop;
  private final Path path;
  private final FileChannel file;

  /** Whether it is a file on a disk, and no pipe or terminal that takes bytes as they come. */
  private final boolean isRegular;

  private final Frontier frontier;
  private final Condition changed;
  private final Condition closing;
  private List<OutputRecord> pending = new ArrayList<>();
  private Optional<String> obstacle = Optional.empty();
  private boolean closed;

  private OutputFile(
      EventLoop loop, Path path, FileChannel file, boolean isRegular, Frontier frontier) {
    this.loop = loop;
    this.path = path;
    this.file = file;
    this.isRegular = isRegular;
    this.frontier = frontier;
    this.changed = new Condition(loop, "lines for " + path);
    this.closing = new Condition(loop, "more lines for " + path);
  }

  /**
   * Opens the file, as long as the crawl's history says that it is: empty for a new crawl.
   *
   * @param number which output of the crawl it is
   */
  static OutputFile open(EventLoop loop, Path path, int number, Frontier frontier)
      throws UsageException {
    History history = frontier.history();
    List<OutputRecord> repair =
        history.records().stream().filter(record -> record.file() == number).toList();
    long end = repair.isEmpty() ? history.outputEnds().get(number) : repair.getFirst().offset();
    try {
      var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      boolean isRegular = Files.isRegularFile(path);
      if (isRegular && file.size() < end) {
        file.close();
        throw new UsageException(
            path.toString(),
            "has lost its end: this crawl had written "
                + end
                + " bytes; put them back, or type --fresh");
      }
      if (isRegular) {
        file.truncate(end);
      }
      var output = new OutputFile(loop, path, file, isRegular, frontier);
      output.pending.addAll(repair);
      return output;
    } catch (IOException e) {
      throw new UsageException(path.toString(), "cannot be written; type another file after -o");
    }
  }

  /** Puts a record down; it is in the file soon. */
  void add(OutputRecord record) {
    pending.add(record);
    changed.signal();
  }

  /** No more records will come: {@link #call} ends when the last is written. */
  void close() {
    closed = true;
    changed.signal();
    closing.signal();
  }

  /** Why nothing can be written now, in words for people; empty while all is well. */
  Optional<String> obstacle() {
    return obstacle;
  }

  /** Writes what is put down, until the file is closed. */
  @Override
  public @Nullable Void call() throws IOException {
    try (file) {
      while (true) {
        if (!pending.isEmpty()) {
          List<OutputRecord> records = pending;
          pending = new ArrayList<>();
          writeElsewhere(records);
          frontier.settled(records);
          gatherMore();
        } else if (closed) {
          return null;
        } else {
          changed.await(Deadline.NEVER);
        }
      }
    }
  }

  /** Lets records come together for the next write: each one waits for the disk. */
  private void gatherMore() {
    try {
      if (!closed) {
        closing.await(loop.deadline(GATHER));
      }
    } catch (DeadlineException e) {
      return; // Long enough.
    }
  }

  private void writeElsewhere(List<OutputRecord> records) throws IOException {
    while (true) {
      try {
        loop.offload(
            "the disk for " + path,
            () -> {
              write(records);
              return true;
            },
            Deadline.NEVER);
        obstacle = Optional.empty();
        return;
      } catch (TaskFailedException e) {
        String message = path + ": " + e.failure().getMessage();
        if (Files.getFileStore(path).getUsableSpace() >= FULL_BELOW) {
          throw new IOException(message, e);
        }
        obstacle = Optional.of(message);
        EventLoop.sleep(LOOK_FOR_ROOM);
      }
    }
  }

  /** Each record has its place, so what was written only half is simply written again. */
  private void write(List<OutputRecord> records) throws IOException {
    int size = 0;
    for (OutputRecord record : records) {
      size += record.bytes().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size);
    records.forEach(record -> bytes.put(record.bytes()));
    bytes.flip();
    for (long at = records.getFirst().offset(); bytes.hasRemaining(); ) {
      at += isRegular ? file.write(bytes, at) : file.write(bytes);
    }
    if (isRegular) {
      file.force(false);
    }
  }
}
