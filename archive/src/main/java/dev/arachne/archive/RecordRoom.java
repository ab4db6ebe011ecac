package dev.arachne.archive;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The buffers of records on their way into an archive: memory first, then files of a directory. All
 * records together have a fixed amount of memory, one record at most an eighth. Thread-safe.
 */
public final class RecordRoom {
  private final Path directory;
  private final int most;
  private final AtomicLong free;

  /**
   * Room for records.
   *
   * @param directory which is there, for the files
   * @param memory bytes of all records together that stay in memory
   */
  public RecordRoom(Path directory, long memory) {
    this.directory = directory;
    most = (int) Math.min(memory / 8, Integer.MAX_VALUE / 2);
    free = new AtomicLong(memory);
  }

  Path directory() {
    return directory;
  }

  /** Bytes of one record in memory. */
  int most() {
    return most;
  }

  /** Bytes that are not in use by a record. */
  long free() {
    return free.get();
  }

  boolean take(int bytes) {
    if (free.addAndGet(-bytes) >= 0) {
      return true;
    }
    free.addAndGet(bytes);
    return false;
  }

  void giveBack(int bytes) {
    free.addAndGet(bytes);
  }
}
