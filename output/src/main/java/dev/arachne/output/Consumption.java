package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.LedgerReader;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Passes the ledger to a consumer, from its position to the end of the crawl. Confined to its loop.
 */
final class Consumption implements Callable<@Nullable Void> {
  private final EventLoop loop;
  private final LedgerConsumer consumer;
  private final Frontier frontier;
  private final LedgerReader reader;
  private final String name;
  private final long mostBehind;
  private final Bulkhead thread;
  private final Condition room;

  Consumption(EventLoop loop, LedgerConsumer consumer, Frontier frontier) {
    this.loop = loop;
    this.consumer = consumer;
    this.name = consumer.name();
    this.frontier = frontier;
    this.reader = frontier.reader(name, consumer.notes());
    this.mostBehind = Math.max(0, consumer.mostBehind());
    this.thread = Bulkhead.of("consumer " + name, 1);
    this.room = new Condition(loop, "the consumer " + name);
  }

  @Override
  public @Nullable Void call() throws UsageException, IOException {
    try {
      reader.goOn(begin(reader.begin()));
      keep(); // The consumer may be ahead of the kept position by at most one call.
      var entries = reader.read(LedgerConsumer.MOST_AT_ONCE);
      while (!entries.isEmpty()) {
        consume(entries);
        keep();
        entries = reader.read(LedgerConsumer.MOST_AT_ONCE);
      }
    } catch (CancelledException e) {
      if (!frontier.gaveUp()) { // Otherwise the entries that could not be kept are delivered again.
        throw e;
      }
    }
    return null;
  }

  private void consume(List<CommittedEntry> entries) throws UsageException, IOException {
    elsewhere(() -> {
      consumer.consume(entries);
      return true;
    });
  }

  private void keep() {
    reader.keep();
    room.signalAll();
  }

  String name() {
    return name;
  }

  /** Entries of the ledger that are pending for the consumer. */
  long behind() {
    return reader.behind();
  }

  /** Waits while the consumer is farther behind than it may be. */
  void awaitRoom() {
    while (behind() > mostBehind) {
      reader.hurry();
      room.await(Deadline.NEVER);
    }
  }

  /** Ends the entries: {@link #call} ends when the consumer has got all of them. */
  void finish() {
    reader.finish();
  }

  /** {@link #call} ends after the entries that the consumer has now. */
  void stop() {
    reader.stop();
  }

  private long begin(long kept) throws UsageException, IOException {
    long from = elsewhere(() -> consumer.begin(kept));
    if (from < 0 || from > kept + LedgerConsumer.MOST_AT_ONCE) {
      throw new UsageException(
          "consumer " + name,
          "wants to go on at entry "
              + from
              + " of a crawl that has told it "
              + kept
              + "; what it keeps is of another crawl: have it begin anew");
    }
    return from;
  }

  private <T> T elsewhere(Callable<T> call) throws UsageException, IOException {
    try {
      return loop.offloadWhole(thread, "the consumer " + name, call);
    } catch (TaskFailedException e) {
      if (e.failure() instanceof UsageException mistake) {
        throw mistake;
      }
      throw new IOException("consumer " + name + ": " + e.failure(), e.failure());
    }
  }
}
