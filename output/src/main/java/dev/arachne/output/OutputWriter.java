package dev.arachne.output;

import dev.arachne.ledger.OutputRecord;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The writer of one output's committed records. Records are added on the loop; {@link #call}, a
 * coroutine, writes them on another thread, and reports durable records to the frontier. Confined
 * to its loop.
 */
sealed interface OutputWriter extends Callable<@Nullable Void>, AutoCloseable
    permits OutputFile, SinkWriter {

  /** The bytes that may be pending before a caller that adds more has to wait. */
  long MOST_PENDING = 16 << 20;

  /** Puts a record down; it is written soon. */
  void add(OutputRecord record);

  /** Waits while too much is put down and not written. */
  void awaitRoom();

  /** No more records will come: {@link #call} ends when the last is written. */
  void finish();

  /** Ends the wait for room: {@link #call} leaves records that it cannot write in the store. */
  void stop();

  /** Whether something was left in the store for that. */
  boolean gaveUp();

  /** The reason why writing is not possible now, in words for people; empty while it is. */
  Optional<String> obstacle();

  /** Releases its resources. */
  @Override
  void close();
}
