package dev.arachne.frontier;

import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All policy about the URLs of some hosts: which were seen, which is next, when a host may be
 * asked, what is decided. It has no thread, no clock and no file: time is given, rows are kept in a
 * {@link FrontierStore}, and whoever drives it commits what it has put there. Confined to one
 * thread at a time.
 *
 * <pre>
 *            offer                lease                complete(Final)
 *   (found) ------->  QUEUED  ----------->  IN FLIGHT  ---------------->  DECIDED
 *      |                 ^                      | complete(Retry)            ^
 *      |                 +------ RETRYING <-----+                            |
 *      +----- rejected ------------------------------------------------------+
 * </pre>
 *
 * <p>IN FLIGHT is known to memory alone: on disk such a URL is queued, so what was in flight when a
 * process died is simply done again. Everything else is in the rows, and what memory has of it (a
 * window of each queue, fingerprints of URLs seen lately) is bounded, and is a copy.
 *
 * <p>Hosts take turns: the one that has been due longest gives its first URL. Nothing is left to do
 * when nothing is queued and nobody is at work, for only work brings new URLs.
 */
final class FrontierShard {
  /**
   * URLs of a host in memory while there is room; a queue longer than that is read in such bits.
   */
  private static final int WINDOW = 64;

  /** The same when half of the room is taken; when all is, it is one. */
  private static final int SHORT_WINDOW = 4;

  /** Bytes that a queued URL takes in memory, roughly, with its two texts. */
  private static final int ENTRY_BYTES = 600;

  /** Bytes that a host takes in memory, roughly. */
  private static final int HOST_BYTES = 500;

  /** URLs that are settled in one commit. */
  private static final int SETTLED_AT_ONCE = 1_000;

  private final FrontierStore store;
  private final TimeSource time;
  private final ToLongFunction<Origin> hostKeys;
  private final Consumer<Verdict> verdicts;
  private final long maxPages;
  private final int perHost;
  private final SeenUrls seen;
  private final long mostInWindows;
  private final int mostHosts;

  /** What to add to the time source's nanoseconds to have those since 1970. */
  private final long epoch;

  /** Hosts by origin: all that have something to do, and some others. */
  private final Map<Origin, HostQueue> hosts = new HashMap<>();

  /** The hosts that have a URL to give, by the time from which they may give it. */
  private final PriorityQueue<HostQueue> line = new PriorityQueue<>(HostQueue::compareTurns);

  /** Hosts that would stand in line, had the bound on pages not been reached. */
  private final Set<HostQueue> beyondBound = new LinkedHashSet<>();

  /** What waits for its next attempt. */
  private final PriorityQueue<Again> again =
      new PriorityQueue<>(Comparator.comparingLong((Again it) -> it.entry.notBefore()));

  /** Hosts whose rows are older than what memory knows. */
  private final Set<HostQueue> changed = new LinkedHashSet<>();

  private final Totals totals;
  private byte[] flushedCounts = {};
  private long allowance;
  private long turns;
  private long inWindows;
  private int inFlight;

  /** At this many hosts, those that have nothing to do are put out of memory. */
  private int sweepAt;

  private record Again(HostQueue host, QueueEntry entry) {}

  private FrontierShard(
      FrontierStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Consumer<Verdict> verdicts) {
    this.store = store;
    this.time = time;
    this.hostKeys = hostKeys;
    this.verdicts = verdicts;
    this.maxPages = options.maxPages();
    this.perHost = options.perHost();
    this.epoch = ChronoUnit.NANOS.between(Instant.EPOCH, time.now()) - time.nanos();
    this.seen = new SeenUrls(options.memory() / 4);
    this.mostInWindows = options.memory() / 4 / ENTRY_BYTES;
    this.mostHosts = (int) Math.min(Integer.MAX_VALUE, options.memory() / 4 / HOST_BYTES);
    this.sweepAt = mostHosts;
    this.totals = Totals.read(store.get(Rows.COUNTS));
    this.allowance = maxPages - totals.charged;
  }

  /**
   * The shard whose rows are in {@code store}: a new one, if there are none.
   *
   * @param verdicts is told the last word on each URL
   */
  static FrontierShard open(
      FrontierStore store, FrontierOptions options, TimeSource time, Consumer<Verdict> verdicts) {
    return open(store, options, time, FrontierShard::hostKey, verdicts);
  }

  /** The same with another hash of origins. */
  static FrontierShard open(
      FrontierStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Consumer<Verdict> verdicts) {
    var shard = new FrontierShard(store, options, time, hostKeys, verdicts);
    if (shard.totals.discovered > 0) {
      shard.seen.missesSome();
      shard.readHosts();
    }
    return shard;
  }

  /** Adds a URL to start from, unless it was seen before. */
  void offer(Discovery root) {
    offer(root, -1);
  }

  /** The next URL to decide about; null if none can be asked now. */
  @Nullable Lease lease() {
    long now = now();
    for (Again first = again.peek(); isDue(first, now); first = again.peek()) {
      again.remove();
      totals.retrying--;
      queue(first.host, first.entry);
    }
    for (HostQueue host = line.peek(); isDue(host, now); host = line.peek()) {
      line.remove();
      host.lined = false;
      Lease lease = leaseOf(host, now);
      if (lease != null) {
        return lease;
      }
    }
    return null;
  }

  /** When {@link #lease} may have another answer though nothing else happens; empty if never. */
  Optional<Duration> untilNextLease() {
    if (isToSettle()) {
      return Optional.of(Duration.ZERO);
    }
    HostQueue host = line.peek();
    Again retry = again.peek();
    if (host == null && retry == null) {
      return Optional.empty();
    }
    long next =
        Math.min(
            host == null ? Long.MAX_VALUE : host.due,
            retry == null ? Long.MAX_VALUE : retry.entry.notBefore());
    return Optional.of(Duration.ofNanos(Math.max(0, next - now())));
  }

  /** Looks at all hosts in memory, which takes a while if they are many. */
  HostSurvey survey() {
    long now = now();
    long busy = 0;
    long resting = 0;
    long longest = 0;
    for (HostQueue host : hosts.values()) {
      if (host.hasNext()) {
        busy++;
        resting += !host.lined || host.due - now > 0 ? 1 : 0;
        longest = Math.max(longest, host.nanosToDo());
      }
    }
    return new HostSurvey(busy, resting, Duration.ofNanos(longest));
  }

  /**
   * The first request for a leased URL has started.
   *
   * @param delay from then to the start of the next request to this host, at least
   */
  void started(Lease lease, Duration delay) {
    HostQueue host = lease.host;
    host.known = true;
    host.delay = delay.toNanos();
    long next = lease.started().orElseGet(time::nanos) + epoch + host.delay;
    if (host.heldFor == lease) {
      host.due = next;
      changed.add(host);
      release(lease);
    } else if (host.delay > 0) {
      leaveAloneUntil(host, next); // It had to be sent again.
    }
  }

  /** A site was asked for its robots rules. */
  void rulesFetched(Origin origin, List<Exchange> exchanges, byte[] rules) {
    byte[] key = Rows.rules(host(CrawlUrl.of(origin + "/")).key);
    byte[] previous = store.get(key);
    long before = previous == null ? -1 : new RowReader(previous).number();
    var entry = new LedgerEntry.RulesFetched(instant(now()), origin, before, exchanges, rules);
    store.put(key, new RowWriter().number(log(entry)).toBytes());
  }

  /** A process begins, and says what it keeps to. */
  void begun(String terms) {
    log(new LedgerEntry.Begun(instant(now()), terms));
  }

  /** Ends a lease: what came of it, and what was found on it. */
  void complete(Lease lease, Disposition disposition, List<Discovery> found) {
    inFlight--;
    lease.host.leased--;
    switch (disposition) {
      case Disposition.Retry retry -> retry(lease, retry);
      case Disposition.Final last -> decide(lease, last);
    }
    disposition
        .answered()
        .flatMap(Disposition.Answer::retryAfter)
        .ifPresent(rest -> leaveAlone(lease.host, rest));
    totals.repeats += lease.repeats();
    for (Discovery discovery : found) {
      offer(discovery, lease.entry.found());
    }
    release(lease);
    changed.add(lease.host);
  }

  /** Nothing is left that could be leased, and nobody is at work who could bring more. */
  boolean isOver() {
    return inFlight == 0 && (isDrained() ? totals.tooFar == 0 : allowance <= 0);
  }

  /** Once no more ways will turn up, decides about some of what none has led near enough to. */
  void settle() {
    if (!isToSettle()) {
      return;
    }
    for (FrontierStore.Row row : store.range(Rows.kind('T'), Rows.kind('T' + 1), SETTLED_AT_ONCE)) {
      store.delete(row.key());
      totals.tooFar--;
      var reader = new RowReader(row.value());
      long via = reader.number() - 1;
      Discovery far = QueueEntry.read(reader);
      reject(far, host(far.url()), via, far.rejection().orElseThrow());
    }
  }

  /** Puts what is known of hosts and counts into the store, to be committed with the rest. */
  void flush() {
    for (HostQueue host : changed) {
      store.put(Rows.host(host.key), host.value());
    }
    changed.clear();
    if (hosts.size() > sweepAt) {
      long now = now();
      hosts.values().removeIf(host -> host.isIdle(now));
      sweepAt = Math.max(mostHosts, 2 * hosts.size());
    }
    byte[] counts = totals.value();
    if (!Arrays.equals(counts, flushedCounts)) {
      flushedCounts = counts;
      store.put(Rows.COUNTS, counts);
    }
  }

  /** URLs to do that are in memory. */
  long urlsInMemory() {
    return inWindows;
  }

  /** The URLs in memory that were seen. */
  SeenUrls seen() {
    return seen;
  }

  /** Adds a record to the end of an output file; returns it with its place. */
  OutputRecord record(int file, byte[] bytes) {
    var record = new OutputRecord(file, totals.outputEnd(file), bytes);
    totals.outputEnd(file, record.end());
    store.put(Rows.output(file, record.offset()), bytes);
    return record;
  }

  /** Forgets a record that its file has for good. */
  void settled(OutputRecord record) {
    store.delete(Rows.output(record.file(), record.offset()));
  }

  /** Keeps what somebody made of the ledger's first entries. */
  void checkpoint(byte[] bytes, long entries) {
    store.put(Rows.CHECKPOINT, new RowWriter().number(entries).raw(bytes).toBytes());
  }

  /** Where all URLs are now. */
  FrontierCounts counts() {
    return totals.counts(inFlight);
  }

  /** How many entries the ledger has. */
  long ledgerSize() {
    return totals.ledgerSize;
  }

  private boolean isToSettle() {
    return inFlight == 0 && isDrained() && totals.tooFar > 0;
  }

  private boolean isDrained() {
    return totals.queued + totals.retrying == 0;
  }

  private void offer(Discovery discovery, long via) {
    CrawlUrl url = discovery.url();
    if (seen.sighted(url)) {
      repeated(via);
      return;
    }
    Fingerprint fingerprint = url.fingerprint();
    HostQueue host = host(url);
    if (!seen.isWhole() && store.get(Rows.seen(host.key, fingerprint)) != null) {
      seen.add(url);
      repeated(via);
      return;
    }
    Optional<DropReason> rejection = discovery.rejection();
    boolean wasTooFar = totals.tooFar > 0 && store.get(Rows.tooFar(host.key, fingerprint)) != null;
    if (wasTooFar) {
      repeated(via);
    }
    if (rejection.isPresent() && rejection.get().dependsOnWay()) {
      if (!wasTooFar) {
        var row = new RowWriter().number(via + 1);
        store.put(Rows.tooFar(host.key, fingerprint), QueueEntry.write(discovery, row).toBytes());
        totals.tooFar++;
        totals.discovered++;
      }
      return;
    }
    if (wasTooFar) {
      store.delete(Rows.tooFar(host.key, fingerprint));
      totals.tooFar--;
    } else {
      totals.discovered++;
    }
    if (rejection.isPresent()) {
      reject(discovery, host, via, rejection.get());
    } else {
      enqueue(discovery, host, via);
    }
  }

  /** A root that is offered again at each start is found only once. */
  private void repeated(long via) {
    totals.repeats += via < 0 ? 0 : 1;
  }

  private void enqueue(Discovery discovery, HostQueue host, long via) {
    long found = found(discovery, host, via);
    var entry = new QueueEntry(discovery, found, found, 1, 0);
    store.put(entry.key(host.key), entry.value());
    queue(host, entry);
  }

  /** A URL whose row is in the store may have its turn. */
  private void queue(HostQueue host, QueueEntry entry) {
    int before = host.inWindow();
    host.add(entry, window());
    inWindows += host.inWindow() - before;
    totals.queued++;
    changed.add(host);
    lineUp(host);
  }

  private void reject(Discovery discovery, HostQueue host, long via, DropReason reason) {
    found(discovery, host, via);
    decided(new Verdict(discovery, 0, new Disposition.Dropped(reason, "")));
  }

  /** Remembers that a URL was found; returns the position of that in the ledger. */
  private long found(Discovery discovery, HostQueue host, long via) {
    long position =
        log(
            new LedgerEntry.Found(
                instant(now()),
                discovery.url(),
                via,
                discovery.depth(),
                discovery.redirects(),
                discovery.rejection()));
    seen.add(discovery.url());
    seen(discovery.url().fingerprint(), host, position);
    return position;
  }

  private void seen(Fingerprint url, HostQueue host, long position) {
    store.put(Rows.seen(host.key, url), new RowWriter().number(position).toBytes());
  }

  private void decide(Lease lease, Disposition.Final last) {
    QueueEntry entry = lease.entry;
    if (last instanceof Disposition.Dropped(DropReason reason, String _, var answer)
        && reason.kind() == DropReason.Kind.SKIPPED
        && answer.isEmpty()) {
      raiseAllowance();
    } else {
      totals.charged++;
    }
    long position =
        log(
            new LedgerEntry.Decided(
                instant(now()),
                entry.found(),
                entry.last(),
                lease.exchange(),
                entry.attempt(),
                lease.sightings() + seen.sightings(lease.url()),
                last));
    store.delete(entry.key(lease.host.key));
    seen(lease.url().fingerprint(), lease.host, position);
    lease.host.decided(entry);
    decided(new Verdict(lease.discovery(), entry.attempt(), last));
  }

  private void retry(Lease lease, Disposition.Retry retry) {
    QueueEntry entry = lease.entry;
    raiseAllowance();
    long position =
        log(
            new LedgerEntry.Tried(
                instant(now()),
                entry.found(),
                entry.last(),
                lease.exchange(),
                entry.attempt(),
                retry));
    QueueEntry next = entry.retried(position, now() + retry.backOff().toNanos());
    store.put(next.key(lease.host.key), next.value());
    seen(lease.url().fingerprint(), lease.host, position);
    wait(lease.host, next);
    leaveAlone(lease.host, retry.pause());
  }

  private void leaveAlone(HostQueue host, Duration pause) {
    if (pause.isPositive()) {
      leaveAloneUntil(host, now() + pause.toNanos());
    }
  }

  private void leaveAloneUntil(HostQueue host, long until) {
    if (until - host.due > 0) {
      boolean stood = host.lined && line.remove(host);
      host.due = until;
      changed.add(host);
      if (stood) {
        line.add(host);
      }
    }
  }

  private void wait(HostQueue host, QueueEntry entry) {
    again.add(new Again(host, entry));
    totals.retrying++;
  }

  private void decided(Verdict verdict) {
    totals.decided(verdict.disposition());
    verdicts.accept(verdict);
  }

  private long log(LedgerEntry entry) {
    long position = totals.ledgerSize++;
    store.put(Rows.ledger(position), entry.value(position));
    return position;
  }

  private @Nullable Lease leaseOf(HostQueue host, long now) {
    if (allowance <= 0) {
      beyondBound.add(host);
      return null;
    }
    int before = host.inWindow();
    QueueEntry entry =
        host.poll(
            store,
            window(),
            now,
            notYet -> {
              totals.queued--;
              wait(host, notYet);
            });
    inWindows += host.inWindow() - before;
    if (entry == null) {
      return null;
    }
    totals.queued--;
    inFlight++;
    host.leased++;
    allowance--;
    boolean held = !host.known || host.delay > 0;
    var lease = new Lease(host, entry, held);
    host.turn = ++turns;
    host.due = now; // Until a delay is counted from the start of the request.
    host.heldFor = held ? lease : null;
    lineUp(host);
    return lease;
  }

  private void release(Lease lease) {
    HostQueue host = lease.host;
    if (host.heldFor == lease) {
      host.heldFor = null;
    }
    lineUp(host);
  }

  private void lineUp(HostQueue host) {
    if (!host.lined && host.heldFor == null && host.leased < perHost && host.hasNext()) {
      host.lined = true;
      line.add(host);
    }
  }

  private void raiseAllowance() {
    allowance++;
    beyondBound.forEach(this::lineUp);
    beyondBound.clear();
  }

  private int window() {
    if (inWindows < mostInWindows / 2) {
      return WINDOW;
    }
    return inWindows < mostInWindows ? SHORT_WINDOW : 1;
  }

  /** The host of a URL: in memory, in its row, or new. */
  private HostQueue host(CrawlUrl url) {
    Origin origin = url.origin();
    HostQueue known = hosts.get(origin);
    if (known != null) {
      return known;
    }
    HostQueue host = null;
    for (long key = hostKeys.applyAsLong(origin); host == null; key++) {
      byte[] row = store.get(Rows.host(key));
      HostQueue found = row == null ? newHost(origin, key) : HostQueue.read(key, row);
      host = found.origin.equals(origin) ? found : null;
    }
    hosts.put(origin, host);
    return host;
  }

  /** Its row is written at once: the key is taken. */
  private HostQueue newHost(Origin origin, long key) {
    var host = new HostQueue(origin, key);
    store.put(Rows.host(key), host.value());
    return host;
  }

  static long hostKey(Origin origin) {
    return CrawlUrl.of(origin + "/").fingerprint().high();
  }

  private void readHosts() {
    store.scan(
        Rows.kind('H'),
        Rows.kind('H' + 1),
        row -> {
          HostQueue host = HostQueue.read(Rows.host(row.key()), row.value());
          if (host.hasNext()) {
            hosts.put(host.origin, host);
            lineUp(host);
          }
        });
  }

  private static boolean isDue(@Nullable HostQueue host, long now) {
    return host != null && host.due - now <= 0;
  }

  private static boolean isDue(@Nullable Again retry, long now) {
    return retry != null && retry.entry.notBefore() - now <= 0;
  }

  private long now() {
    return time.nanos() + epoch;
  }

  /** The time of day at a reading of the time source, as this shard reckons it. */
  Instant timeOf(long nanos) {
    return instant(nanos + epoch);
  }

  private static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }
}
