package dev.arachne.frontier;

import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.EarlierRuns;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.FrontierSnapshot;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.FlightRecording;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a crawl's hosts at work on a store: a batch of requests is one commit. Commits are
 * synced in groups, a bounded time or number after the first of them. Used by one thread at a time;
 * {@link Frontier} hands it over.
 *
 * <p>An engine that runs shards in its own way needs only this, {@link ShardRequest} and the store.
 * It brings a {@link TransactionalStore} over its state, has batches done where that state is, and
 * carries transfers between shards.
 */
public final class ShardDriver {
  /** The age of the last survey of all hosts from which another batch brings a new one. */
  private static final Duration SURVEY_EVERY = Duration.ofSeconds(1);

  private final TransactionalStore store;
  private final TimeSource time;
  private final SyncBounds sync;
  private final BiFunction<Verdict, PageSummary, List<OutputRecord>> lines;
  private final Optional<Outbox> outbox;
  private final FrontierShard shard;
  private final EarlierRuns history;
  private final List<KeptRow> kept;
  private List<Verdict> verdicts = new ArrayList<>();
  private List<OutputRecord> records = new ArrayList<>();
  private List<Lease> leases = new ArrayList<>();
  private int unsynced;
  private long firstUnsynced;
  private long storeNanos;
  private @Nullable HostSurvey hosts;
  private long surveyed;

  /**
   * The outcome of a batch, all of it committed. Immutable.
   *
   * @param verdicts those of the batch, in order
   * @param records those for outputs, each with its place
   * @param leases those that were given out, at most as many as were requested
   * @param counts of all URLs now, by state
   * @param ledgerSize entries of the ledger
   * @param untilNextLease when to request leases again, if nothing else happens
   * @param untilNextGuest when a call that waits for a subresource may have a turn, if nothing else
   *     happens
   * @param hosts not older than a second
   * @param sent transfers to other shards so far
   * @param over nothing is left that could be leased or could bring more
   * @param changes those in force
   */
  public record Outcome(
      List<Verdict> verdicts,
      List<OutputRecord> records,
      List<Lease> leases,
      FrontierCounts counts,
      long ledgerSize,
      long sent,
      Optional<Duration> untilNextLease,
      Optional<Duration> untilNextGuest,
      HostSurvey hosts,
      boolean over,
      Changes changes) {
    /** The same when that much time has passed. */
    private Outcome later(long nanos) {
      return new Outcome(
          verdicts,
          records,
          leases,
          counts,
          ledgerSize,
          sent,
          untilNextLease.map(wait -> less(wait, nanos)),
          untilNextGuest.map(wait -> less(wait, nanos)),
          hosts,
          over,
          changes);
    }

    private static Duration less(Duration wait, long nanos) {
      return Duration.ofNanos(Math.max(0, wait.toNanos() - nanos));
    }
  }

  /**
   * Opens the shard in {@code store}.
   *
   * @param lines the text for outputs about a verdict, and the title and saved body of its page
   */
  public ShardDriver(
      TransactionalStore store,
      FrontierOptions options,
      TimeSource time,
      BiFunction<Verdict, PageSummary, List<OutputRecord>> lines) {
    this(store, options, time, Optional.empty(), lines);
  }

  /**
   * The same where an engine carries discoveries on hosts of other shards.
   *
   * @param outbox gets these discoveries and the verdicts, as a part of the batch
   */
  public ShardDriver(
      TransactionalStore store,
      FrontierOptions options,
      TimeSource time,
      Optional<Outbox> outbox,
      BiFunction<Verdict, PageSummary, List<OutputRecord>> lines) {
    this.store = store;
    this.time = time;
    this.sync = options.sync();
    this.lines = lines;
    this.outbox = outbox;
    this.history = FrontierSnapshot.of(store).history();
    this.kept = new KeptRows(store).state();
    this.shard = FrontierShard.open(store, options, time, outbox, this::decided);
  }

  /** Carries out the requests, in order, and gives out leases if there are any. */
  public Outcome step(List<ShardRequest> requests, int mostLeases) {
    store.begin();
    for (ShardRequest request : requests) {
      request.tell(this);
    }
    shard.settle();
    shard.serveGuests();
    for (Lease lease = next(mostLeases); lease != null; lease = next(mostLeases)) {
      leases.add(lease);
    }
    shard.flush();
    return commit();
  }

  /**
   * Takes in the discoveries from the outboxes of other shards, each once. They are committed with
   * the next commit of the store, and reported with the next step.
   */
  public void receive(List<Discovery> arrivals) {
    shard.receive(arrivals);
    shard.flush();
  }

  /**
   * Gives another process a turn at a host of this shard. The turn is committed with the next
   * commit of the store, and counts from then.
   *
   * @param within how soon the turn has to be
   * @param late by how much the request may come later than that
   * @return how long the request has to wait; empty if that is too long
   */
  public Optional<Duration> turn(Origin host, Duration within, Duration late) {
    OptionalLong start = shard.giveTurn(host, within.toNanos(), late.toNanos());
    shard.flush();
    return start.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, start.getAsLong() - time.nanos())));
  }

  /** Commits the changes of the last step; to be repeated when that failed. */
  public Outcome commit() {
    @Nullable CommitEvent event = FlightRecording.mayBeOn() ? CommitEvent.begun() : null;
    Outcome outcome = outcome(); // Once it is committed, the store may be used otherwise.
    long begin = time.nanos();
    store.commit();
    storeNanos = time.nanos() - begin;
    if (event != null) {
      event.committed(verdicts.size(), leases.size());
    }
    if (unsynced++ == 0) {
      firstUnsynced = time.nanos();
    }
    verdicts = new ArrayList<>();
    records = new ArrayList<>();
    leases = new ArrayList<>();
    return outcome.later(storeNanos);
  }

  /** The present state of the shard. */
  public Outcome outcome() {
    FrontierCounts counts = shard.counts();
    return new Outcome(
        verdicts,
        records,
        leases,
        counts,
        shard.ledgerSize(),
        shard.sent(),
        shard.untilNextLease(),
        shard.untilNextGuest(),
        hosts(),
        shard.isOver(),
        shard.changes());
  }

  /** Whether all that was committed is synced. */
  public boolean isSynced() {
    return unsynced == 0;
  }

  /** Whether committed batches are to be synced now. */
  public boolean syncIsDue() {
    return !isSynced() && (unsynced >= sync.commits() || untilSync().isZero());
  }

  /** The time that the sync of committed batches may wait. */
  public Duration untilSync() {
    long left = firstUnsynced + sync.time().toNanos() - time.nanos();
    return Duration.ofNanos(Math.max(0, left));
  }

  /** Syncs committed batches; returns how many commits that were. */
  public int sync() {
    int synced = unsynced;
    storeNanos = 0;
    if (synced > 0) {
      @Nullable CommitEvent event = FlightRecording.mayBeOn() ? CommitEvent.begun() : null;
      long begin = time.nanos();
      store.sync();
      storeNanos = time.nanos() - begin;
      if (event != null) {
        event.synced(synced);
      }
    }
    unsynced = 0;
    return synced;
  }

  /** The time of the store's last commit or sync, in nanoseconds; for the shard's thread. */
  long storeNanos() {
    return storeNanos;
  }

  /** The counts of earlier processes. */
  public EarlierRuns history() {
    return history;
  }

  /** The crawl's own rows, which an earlier process had the shard keep. */
  public List<KeptRow> kept() {
    return kept;
  }

  /** The shard's own set of seen URLs, for callers on the same thread. */
  SeenUrls seen() {
    return shard.seen();
  }

  /** Memory that the shard takes, roughly, if its rows are in memory. */
  public long bytesInMemory() {
    return shard.bytesInMemory();
  }

  /** The time of day at a reading of the time source. Any thread. */
  public Instant timeOf(long nanos) {
    return shard.timeOf(nanos);
  }

  private @Nullable Lease next(int mostLeases) {
    return leases.size() < mostLeases ? shard.lease() : null;
  }

  private HostSurvey hosts() {
    long now = time.nanos();
    if (hosts == null || now - surveyed >= SURVEY_EVERY.toNanos()) {
      hosts = shard.survey();
      surveyed = now;
    }
    return hosts;
  }

  FrontierShard shard() {
    return shard;
  }

  GivenTurns turns() {
    return shard.turns();
  }

  /** Gives records of outputs their places. */
  void place(List<OutputRecord> newRecords) {
    for (OutputRecord record : newRecords) {
      records.add(shard.record(record.output(), record.bytes()));
    }
  }

  private void decided(Verdict verdict, PageSummary page) {
    verdicts.add(verdict);
    outbox.ifPresent(its -> its.decided(verdict));
    place(lines.apply(verdict, page));
  }
}
