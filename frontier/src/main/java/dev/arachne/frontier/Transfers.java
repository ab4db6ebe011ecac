package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.List;
import java.util.Optional;

/**
 * The discoveries of a shard on hosts of others, and those that it gets from them. A transfer is a
 * row of its sender from the commit that has made it until its receiver has taken it for good. The
 * receiver remembers the number of the last that it has taken of each sender. So each arrives once,
 * even if a process dies meanwhile. Confined to its shard.
 */
final class Transfers {
  private final RowStore store;
  private final StoredCounts totals;
  private final Optional<Outbox> outbox;

  /** Transfers that are rows, or that go to an outbox at once. */
  Transfers(RowStore store, StoredCounts totals, Optional<Outbox> outbox) {
    this.store = store;
    this.totals = totals;
    this.outbox = outbox;
  }

  /** Adds a transfer to those that are to be sent. */
  void send(Discovery discovery) {
    long number = totals.sent++;
    if (outbox.isPresent()) {
      outbox.get().send(discovery);
    } else {
      store.put(FrontierKeys.transfer(number), discovery.write(new RowWriter()).toBytes());
    }
  }

  /** Counts discoveries that have come by the outboxes of others. */
  void received(int number) {
    totals.received += number;
  }

  /** The transfers to be sent from a number on, in order. */
  List<Transfer> from(long number, int most) {
    return store.range(FrontierKeys.transfer(number), LedgerKeys.kind('X' + 1), most).stream()
        .map(row ->
            new Transfer(LedgerKeys.number(row.key()), Discovery.read(new RowReader(row.value()))))
        .toList();
  }

  /** Forgets transfers in a range of numbers, which have arrived for good. */
  boolean delivered(long from, long to) {
    for (long number = from; number < to; number++) {
      store.delete(FrontierKeys.transfer(number));
    }
    return true;
  }

  /** Whether a transfer of a sender is new; marks it as taken. */
  boolean isNew(int sender, Transfer transfer) {
    byte[] key = FrontierKeys.taken(sender);
    byte[] row = store.get(key);
    if (row != null && new RowReader(row).number() > transfer.number()) {
      return false;
    }
    store.put(key, new RowWriter().number(transfer.number() + 1).toBytes());
    totals.received++;
    return true;
  }
}
