package dev.arachne.cluster;

import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.function.ToLongFunction;

/**
 * The state of a shard, as its worker reports it. Immutable.
 *
 * @param worker the name of the worker that has it
 * @param census the numbers for the end and the bound on pages
 * @param granted pages that it may lease in all
 * @param wave the last call for a census that this answers
 * @param over the edition of the crawl that is over here; 0 if it is not
 * @param at when it was sent, in milliseconds since 1970, by the worker's clock
 * @param counts of the URLs of the shard, by state
 * @param hosts of the shard, for people who watch
 */
record ShardState(
    String worker,
    ShardCensus census,
    long granted,
    long wave,
    long over,
    long at,
    FrontierCounts counts,
    ShardHosts hosts) {

  byte[] toBytes() {
    return new RowWriter(128)
        .text(worker)
        .number(census.sent())
        .number(census.received())
        .number(census.isQuiet() ? 1 : 0)
        .number(census.isStarved() ? 1 : 0)
        .number(census.charged())
        .number(census.unused())
        .number(granted)
        .number(wave)
        .number(over)
        .number(at)
        .number(counts.discovered())
        .number(counts.fetched())
        .number(counts.skipped())
        .number(counts.failed())
        .number(counts.queued())
        .number(counts.retrying())
        .number(counts.tooFar())
        .number(counts.setAside())
        .number(counts.inFlight())
        .number(counts.repeats())
        .number(hosts.busy())
        .number(hosts.resting())
        .number(hosts.byDelay().toMillis())
        .number(hosts.byPace().toMillis())
        .text(hosts.slowest())
        .toBytes();
  }

  static ShardState read(byte[] value) {
    var row = new RowReader(value);
    return new ShardState(
        row.text(),
        new ShardCensus(
            row.number(),
            row.number(),
            row.number() == 1,
            row.number() == 1,
            row.number(),
            row.number()),
        row.number(),
        row.number(),
        row.number(),
        row.number(),
        new FrontierCounts(
            row.number(),
            row.number(),
            row.number(),
            row.number(),
            row.number(),
            row.number(),
            row.number(),
            row.number(),
            (int) row.number(),
            row.number()),
        hosts(row));
  }

  private static ShardHosts hosts(RowReader row) {
    return new ShardHosts(
        row.number(),
        row.number(),
        Duration.ofMillis(row.number()),
        Duration.ofMillis(row.number()),
        row.text());
  }

  /** The counts of several shards together. */
  static FrontierCounts sum(Collection<ShardState> states) {
    return new FrontierCounts(
        sum(states, FrontierCounts::discovered),
        sum(states, FrontierCounts::fetched),
        sum(states, FrontierCounts::skipped),
        sum(states, FrontierCounts::failed),
        sum(states, FrontierCounts::queued),
        sum(states, FrontierCounts::retrying),
        sum(states, FrontierCounts::tooFar),
        sum(states, FrontierCounts::setAside),
        (int) sum(states, FrontierCounts::inFlight),
        sum(states, FrontierCounts::repeats));
  }

  private static long sum(Collection<ShardState> states, ToLongFunction<FrontierCounts> count) {
    return states.stream().mapToLong(state -> count.applyAsLong(state.counts())).sum();
  }
}
