package dev.arachne.frontier;

import dev.arachne.ledger.LedgerKeys;
import dev.arachne.pace.Politeness;
import dev.arachne.store.RowStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The hosts of a frontier to show to a user: those with most to do, then those that refuse or
 * cannot be reached. Immutable.
 *
 * @param busy hosts that have URLs to do
 * @param resting those of them that give out none yet, because of a delay or a limit
 * @param hosts the first of them, the one with most to do first
 */
public record HostRoster(long busy, long resting, List<HostState> hosts) {
  /** No hosts. */
  public static final HostRoster NONE = new HostRoster(0, 0, List.of());

  /** Keeps a copy. */
  public HostRoster {
    hosts = List.copyOf(hosts);
  }

  /**
   * The hosts in the rows of a store, as they were when they were last committed.
   *
   * @param most how many of them
   */
  public static HostRoster kept(RowStore store, Politeness politeness, Instant at, int most) {
    var chosen = new Choice(most, ChronoUnit.NANOS.between(Instant.EPOCH, at), politeness);
    store.scan(
        LedgerKeys.kind('H'),
        LedgerKeys.kind('H' + 1),
        row -> chosen.read(LedgerKeys.number(row.key()), row.value()));
    return chosen.roster();
  }

  /** The hosts to show of {@code all} at an instant, in nanoseconds since 1970. */
  static HostRoster of(Iterable<HostQueue> all, Politeness politeness, long now, int most) {
    var chosen = new Choice(most, now, politeness);
    all.forEach(host -> chosen.add(host, !host.lined || host.due - now > 0));
    return chosen.roster();
  }

  /** One iteration over all hosts, with room for as many as are wanted. Confined to one thread. */
  private static final class Choice {
    private static final Comparator<HostQueue> LEAST_TO_DO =
        Comparator.comparingLong(HostQueue::nanosToDo)
            .thenComparingLong(HostQueue::toDo)
            .thenComparingInt(host -> host.leased);

    private final int most;
    private final long now;
    private final Politeness politeness;
    private final PriorityQueue<HostQueue> largest = new PriorityQueue<>(LEAST_TO_DO);
    private final PriorityQueue<HostQueue> troubled = new PriorityQueue<>(LEAST_TO_DO);
    private long busy;
    private long resting;

    Choice(int most, long now, Politeness politeness) {
      this.most = most;
      this.now = now;
      this.politeness = politeness;
    }

    /** Adds the host of a row, which is not in a line. */
    void read(long key, byte[] row) {
      HostQueue host = HostQueue.read(key, row, politeness);
      add(host, host.due - now > 0);
    }

    void add(HostQueue host, boolean isResting) {
      if (host.hasNext()) {
        busy++;
        resting += isResting ? 1 : 0;
      }
      if (host.hasNext() || host.leased > 0) {
        choose(host, largest, most);
        if (host.isTroubled()) {
          choose(host, troubled, most / 2);
        }
      }
    }

    private static void choose(HostQueue host, PriorityQueue<HostQueue> to, int most) {
      if (to.size() < most) {
        to.add(host);
      } else if (most > 0 && LEAST_TO_DO.compare(host, to.element()) > 0) {
        to.remove();
        to.add(host);
      }
    }

    HostRoster roster() {
      List<HostQueue> chosen = new ArrayList<>(largest);
      chosen.sort(LEAST_TO_DO.reversed());
      Set<HostQueue> known = new HashSet<>(chosen);
      troubled.stream()
          .filter(host -> !known.contains(host))
          .sorted(LEAST_TO_DO.reversed())
          .forEach(chosen::add);
      return new HostRoster(
          busy, resting, chosen.stream().map(host -> host.state(politeness, now)).toList());
    }
  }
}
