package dev.arachne.output;

import dev.arachne.ledger.OutputRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Where committed records of one output go. Records are put down on the loop; {@link #call}, a
 * coroutine, has them written elsewhere, and tells the frontier what is there for good. Confined to
 * its loop.
 */
sealed interface OutputWriter extends Callable<@Nullable Void>, AutoCloseable
    permits OutputFile, SinkWriter {

  /** Bytes that may be put down and not written before whoever brings more has to wait. */
  long MOST_PENDING = 16 << 20;

  /** Puts a record down; it is written soon. */
  void add(OutputRecord record);

  /** Waits while too much is put down and not written. */
  void awaitRoom();

  /** No more records will come: {@link #call} ends when the last is written. */
  void finish();

  /** Does not wait for room any more: {@link #call} leaves in the store what it cannot write. */
  void stop();

  /** Whether something was left in the store for that. */
  boolean gaveUp();

  /** Why nothing can be written now, in words for people; empty while all is well. */
  Optional<String> obstacle();

  /** Releases its resources. */
  @Override
  void close() throws IOException;
}
