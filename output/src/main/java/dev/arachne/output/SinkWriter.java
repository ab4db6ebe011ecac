package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes committed records to a sink. They stay in the frontier's store until the sink has taken
 * them, and records that an earlier process left there come first. So no record is missed, and
 * records that were being passed when a process died are passed again. Confined to its loop.
 */
final class SinkWriter implements OutputWriter {
  private final EventLoop loop;
  private final ItemSink sink;
  private final Bulkhead thread = Bulkhead.of("sink", 1);
  private final Frontier frontier;
  private final Condition changed;
  private final Condition room;
  private List<OutputRecord> pending = new ArrayList<>();
  private long pendingBytes;
  private boolean finished;

  private SinkWriter(EventLoop loop, ItemSink sink, Frontier frontier) {
    this.loop = loop;
    this.sink = sink;
    this.frontier = frontier;
    this.changed = new Condition(loop, "records for the sink");
    this.room = new Condition(loop, "the sink of records");
  }

  /**
   * Opens the sink.
   *
   * @throws TaskFailedException if it cannot be opened, with the reason as its failure
   */
  static SinkWriter open(EventLoop loop, ItemSink sink, Frontier frontier) {
    var writer = new SinkWriter(loop, sink, frontier);
    writer.elsewhere("opening the sink of records", sink::open);
    frontier.history().records().stream()
        .filter(record -> record.output().equals(Outputs.ITEMS))
        .forEach(writer.pending::add);
    return writer;
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
  }

  @Override
  public void stop() {}

  @Override
  public boolean gaveUp() {
    return false;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public @Nullable Void call() {
    while (!finished || !pending.isEmpty()) {
      if (pending.isEmpty()) {
        changed.await(Deadline.NEVER);
      } else {
        List<OutputRecord> records = pending;
        pending = new ArrayList<>();
        pendingBytes = 0;
        room.signalAll();
        elsewhere("the sink of records", () -> tell(records));
        frontier.settled(records);
      }
    }
    return null;
  }

  @Override
  public void close() {
    loop.offloadWhole(
        thread,
        "closing the sink of records",
        () -> {
          sink.close();
          return true;
        });
  }

  private void tell(List<OutputRecord> records) throws IOException {
    for (OutputRecord record : records) {
      PageItems page = PageItems.read(record.bytes());
      sink.write(page.url(), page.items());
    }
  }

  private void elsewhere(String what, Step step) {
    loop.offload(
        thread,
        what,
        () -> {
          step.run();
          return true;
        },
        Deadline.NEVER);
  }

  /** Something that may block. */
  private interface Step {
    void run() throws IOException, UsageException;
  }
}
