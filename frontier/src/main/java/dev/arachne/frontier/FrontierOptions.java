package dev.arachne.frontier;

import dev.arachne.pace.Politeness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The limits and policies of a frontier.
 *
 * @param maxPages how many URLs may be leased, over all runs of a crawl; a URL that turns out to be
 *     skipped does not count
 * @param workers how many will lease URLs at most; an eighth of them at most is with hosts in doubt
 * @param politeness the bounds at hosts
 * @param sync when commits are synced
 * @param loops on how many loops links are read, from 1
 * @param memory bytes for queues and the seen-test, roughly; a store's own caches are not in it
 * @param share which of the crawl's hosts are here; the other bounds but that on pages, which is
 *     one for all, are for these
 * @param probes which absent pages are requested
 * @param budgets how many pages below paths are requested
 * @param traps the treatment of URLs that bring nothing new
 * @param tenure for a shard that another process may be given
 */
public record FrontierOptions(
    long maxPages,
    int workers,
    Politeness politeness,
    SyncBounds sync,
    int loops,
    long memory,
    HostPartition share,
    Probes probes,
    List<PathBudget> budgets,
    TrapPolicy traps,
    Optional<Tenure> tenure) {
  public FrontierOptions {
    budgets = List.copyOf(budgets);
  }

  /** The time whose half bounds the delay of a request after the commit of its departure. */
  private static final Duration DEPARTURE = Duration.ofMillis(500);

  /** The number of bytes that stands for no bound. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /** No bounds, no politeness, and memory for some two million URLs. */
  public static final FrontierOptions DEFAULT =
      new FrontierOptions(
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          Politeness.NONE,
          SyncBounds.DEFAULT,
          1,
          256L << 20,
          HostPartition.WHOLE,
          Probes.NONE,
          List.of(),
          TrapPolicy.IGNORE,
          Optional.empty());

  /** The same with another bound on pages. */
  public FrontierOptions withMaxPages(long urls) {
    return new FrontierOptions(
        urls, workers, politeness, sync, loops, memory, share, probes, budgets, traps, tenure);
  }

  /** The same for that number of workers. */
  public FrontierOptions withWorkers(int number) {
    return new FrontierOptions(
        maxPages, number, politeness, sync, loops, memory, share, probes, budgets, traps, tenure);
  }

  /** The same with another bound on memory. */
  public FrontierOptions withMemory(long bytes) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, loops, bytes, share, probes, budgets, traps, tenure);
  }

  /** The same with other bounds at hosts. */
  public FrontierOptions withPoliteness(Politeness other) {
    return new FrontierOptions(
        maxPages, workers, other, sync, loops, memory, share, probes, budgets, traps, tenure);
  }

  /** The same with other bounds on commits that are not synced. */
  public FrontierOptions withSync(SyncBounds bounds) {
    return new FrontierOptions(
        maxPages,
        workers,
        politeness,
        bounds,
        loops,
        memory,
        share,
        probes,
        budgets,
        traps,
        tenure);
  }

  /** The same for that number of loops. */
  public FrontierOptions withLoops(int number) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, number, memory, share, probes, budgets, traps, tenure);
  }

  /** The same for another share of the crawl's hosts. */
  public FrontierOptions withShare(HostPartition other) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, loops, memory, other, probes, budgets, traps, tenure);
  }

  /** The same with other probes. */
  public FrontierOptions withProbes(Probes other) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, loops, memory, share, other, budgets, traps, tenure);
  }

  /** The same with other budgets. */
  public FrontierOptions withBudgets(List<PathBudget> other) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, loops, memory, share, probes, other, traps, tenure);
  }

  /** The same with another policy about traps. */
  public FrontierOptions withTraps(TrapPolicy other) {
    return new FrontierOptions(
        maxPages, workers, politeness, sync, loops, memory, share, probes, budgets, other, tenure);
  }

  /** The same for a shard that another process may be given. */
  public FrontierOptions withTenure(Tenure terms) {
    return new FrontierOptions(
        maxPages,
        workers,
        politeness,
        sync,
        loops,
        memory,
        share,
        probes,
        budgets,
        traps,
        Optional.of(terms));
  }

  /**
   * The time whose half bounds the delay of a request from the begin of the commit of its
   * departure; a later one has to depart again.
   */
  Duration departure() {
    return tenure.map(its -> its.length().multipliedBy(2)).orElse(DEPARTURE);
  }

  /** Whether everything may stay in memory. */
  boolean isUnbounded() {
    return memory == UNBOUNDED;
  }

  /** Whether bounds depend on the addresses of hosts. */
  boolean limitsAddresses() {
    return politeness.perAddress() < workers || politeness.addressDelay().isPositive();
  }
}
