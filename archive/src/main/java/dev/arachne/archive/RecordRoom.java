package dev.arachne.archive;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where bytes are on their way into an archive: in memory, of which all records together have so
 * much and one an eighth of it, then in files of a directory. Thread-safe.
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

  /** Bytes that no record has. */
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
