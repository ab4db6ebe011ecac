package dev.arachne.frontier;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
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
  /** URLs of a host in memory while there is plenty of room: most crawls read no queue again. */
  private static final int WIDE_WINDOW = 1 << 14;

  /**
   * The same once half of the room is taken, if room has a bound; a queue longer than its window is
   * read in such bits.
   */
  private static final int WINDOW = 64;

  /** Bytes that a queued URL takes in memory, roughly. */
  private static final int URL_BYTES = 110;

  /** Bytes that a URL takes while it waits for its next attempt, with its host, roughly. */
  private static final int AGAIN_BYTES = 1_000;

  private static final int LEAST_AGAIN = 64;

  /** Bytes of a host in memory whose row is there, too, and of the row of a URL, roughly. */
  private static final int HOST_BYTES = 900;

  private static final int ROW_BYTES = 300;

  /**
   * From one turn of that kind to the next at least: nobody says when its request is over, so that
   * only their rate bounds how many there are at a time.
   */
  private static final Duration TURN_GAP = Duration.ofMillis(100);

  /** URLs that are settled in one commit. */
  private static final int SETTLED_AT_ONCE = 1_000;

  private final FrontierStore store;
  private final TimeSource time;
  private final Consumer<Verdict> verdicts;
  private final long maxPages;
  private final int perHost;
  private final SeenUrls seen;
  private final long mostWindowBytes;
  private final int mostWindow;
  private final int mostAgain;

  /** Whether anybody will read the row of a URL to do. */
  private final boolean queueIsStored;

  /** What to add to the time source's nanoseconds to have those since 1970. */
  private final long epoch;

  private final Hosts hosts;

  private final HostLine line;

  /**
   * What waits for its next attempt. Where there is no room for more, a URL goes back into its
   * host's queue, and the whole host waits for as long.
   */
  private final PriorityQueue<Again> again =
      new PriorityQueue<>(Comparator.comparingLong((Again it) -> it.entry.notBefore()));

  private final Totals totals;
  private final LastingRows lasting;

  /** A request that a departure was committed for is sent within this time, or asks once more. */
  static final Duration DEPARTURE = Duration.ofMillis(500);

  private long allowance;
  private long windowBytes;
  private int inFlight;

  /** {@link #notYet}, made once. */
  private final BiConsumer<HostQueue, QueueEntry> later = this::notYet;

  private record Again(HostQueue host, QueueEntry entry) {}

  private FrontierShard(
      FrontierStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Consumer<Verdict> verdicts) {
    this.store = store;
    this.time = time;
    this.verdicts = verdicts;
    this.maxPages = options.maxPages();
    this.perHost = options.perHost();
    this.seen = new SeenUrls(options.memory() / 4);
    this.mostWindowBytes = options.memory() / 4;
    this.mostWindow = options.isUnbounded() ? Integer.MAX_VALUE : WIDE_WINDOW;
    this.mostAgain =
        (int) Math.clamp(options.memory() / 16 / AGAIN_BYTES, LEAST_AGAIN, Integer.MAX_VALUE);
    this.queueIsStored = store.outlivesProcess() || !options.isUnbounded();
    this.hosts = new Hosts(store, hostKeys, options.memory() / 4);
    this.totals = Totals.read(store.get(Rows.COUNTS));
    this.lasting = new LastingRows(store, totals);
    // The clock of the day may have been set back: the ledger's goes on.
    long now = ChronoUnit.NANOS.between(Instant.EPOCH, time.now());
    this.epoch = Math.max(now, lasting.lastAt()) - time.nanos();
    long lastActed = options.addressDelay().isPositive() ? lasting.lastActedAt() : 0;
    this.line = new HostLine(options, lastActed == 0 ? 0 : lastActed + DEPARTURE.toNanos());
    this.allowance = maxPages - totals.charged;
  }

  /**
   * The shard whose rows are in {@code store}: a new one, if there are none.
   *
   * @param verdicts is told the last word on each URL
   */
  static FrontierShard open(
      FrontierStore store, FrontierOptions options, TimeSource time, Consumer<Verdict> verdicts) {
    return open(store, options, time, Hosts::key, verdicts);
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
      shard.hosts.readAll(shard::lineUp);
    }
    return shard;
  }

  /** Adds a URL to start from, unless it was seen before. */
  void offer(Discovery root) {
    offer(root, null);
  }

  /** The next URL to decide about; null if none can be asked now. */
  @Nullable Lease lease() {
    long now = now();
    for (Again first = again.peek(); isDue(first, now); first = again.peek()) {
      again.remove();
      totals.retrying--;
      queue(first.host, first.entry, first.entry.value());
    }
    if (allowance <= 0) {
      return null; // Hosts stay in line, and those that sleep go on sleeping.
    }
    for (HostQueue host = next(now); host != null; host = next(now)) {
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
    if (allowance <= 0) {
      return Optional.empty();
    }
    Again retry = again.peek();
    long next = Math.min(nextDue(), retry == null ? Long.MAX_VALUE : retry.entry.notBefore());
    return next == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, next - now())));
  }

  /** Looks at all hosts in memory, which takes a while if they are many. */
  HostSurvey survey() {
    long now = now();
    long busy = 0;
    long resting = 0;
    long longest = 0;
    for (HostQueue host : hosts.all()) {
      if (host.hasNext()) {
        busy++;
        resting += !host.lined || host.due - now > 0 ? 1 : 0;
        longest = Math.max(longest, host.nanosToDo());
      }
    }
    return new HostSurvey(busy, resting, Duration.ofNanos(longest));
  }

  /**
   * The host of a leased URL is at this address. If it may not be asked there now, the lease is
   * taken back, and the host waits for its address.
   */
  void locate(Lease lease, InetAddress address) {
    if (!line.locate(lease, address, now())) {
      lease.takeBack();
      inFlight--;
      line.left(lease, now());
      raiseAllowance();
      queue(lease.host, lease.entry, lease.entry.value());
      release(lease);
    }
  }

  /**
   * The request for a leased URL is about to start.
   *
   * @param delay from its start to that of the next request to this host, at least
   * @param isNew whether it is said for the first time
   */
  void departing(Lease lease, Duration delay, InetAddress address, boolean isNew) {
    long now = now();
    if (isNew) {
      lasting.departing(lease, address, now);
    }
    departing(lease.host, delay, now);
  }

  /** A request for the robots.txt of {@code site} is about to start; the rest as above. */
  void departing(Origin site, Origin asked, Duration delay, InetAddress address, boolean isNew) {
    long now = now();
    if (isNew) {
      lasting.departing(site, asked, address, now);
    }
    departing(hosts.of(CrawlUrl.of(asked + "/")), delay, now);
  }

  private void departing(HostQueue host, Duration delay, long now) {
    long gap = longer(delay, Duration.ofNanos(host.delay)).toNanos();
    host.departing(now + DEPARTURE.toNanos() + gap);
    hosts.changed(host);
  }

  /** What a site's robots rules were last found to be, by an earlier process perhaps. */
  Optional<LedgerEntry.RulesFetched> rules(Origin site) {
    return lasting.rules(site, hosts.of(CrawlUrl.of(site + "/")));
  }

  /**
   * The request for a leased URL has started.
   *
   * @param delay from then to the start of the next request to this host, at least
   * @param address where it goes to; null if that is not known
   */
  void started(Lease lease, Duration delay, @Nullable InetAddress address) {
    HostQueue host = lease.host;
    long at = lease.started().orElseGet(time::nanos) + epoch;
    host.learns(lease.url().origin());
    host.departed();
    host.delay = delay.toNanos();
    line.started(lease, address, at);
    if (host.heldFor == lease || host.delay > 0) {
      line.leaveAlone(host, at + host.delay, now());
    }
    if (host.heldFor == lease) {
      hosts.changed(host);
      release(lease);
    }
  }

  /**
   * A site was asked for its robots rules.
   *
   * @param delay from now to the start of the next request to the site, at least
   */
  void rulesFetched(Origin origin, Duration delay, List<Exchange> exchanges, byte[] rules) {
    HostQueue host = hosts.of(CrawlUrl.of(origin + "/"));
    long now = now();
    host.departed();
    lasting.rulesFetched(origin, host, exchanges, rules, now);
    leaveAlone(host, longer(delay, Duration.ofNanos(host.delay)), now);
    hosts.changed(host);
  }

  /**
   * Gives somebody who has no lease of a host a turn there, and moves the host's own next turn.
   *
   * @param delay from one request to the host to the next, at least
   * @return when the request is to start, on the time source's clock, in nanoseconds; empty, and
   *     nothing has changed, if that is after the deadline
   */
  OptionalLong giveTurn(Origin origin, Duration delay, Deadline deadline) {
    HostQueue host = hosts.of(CrawlUrl.of(origin + "/"));
    long now = now();
    long gap = longer(TURN_GAP, longer(delay, Duration.ofNanos(host.delay))).toNanos();
    // The host may be held for a request that starts any time now: that one goes first.
    long start = Math.max(now, host.due) + (host.heldFor == null ? 0 : gap);
    if (start - now > deadline.remainingNanos()) {
      return OptionalLong.empty();
    }
    line.leaveAlone(host, start + gap, now);
    hosts.changed(host);
    return OptionalLong.of(start - epoch);
  }

  /** A process begins, and says what it keeps to. */
  void begun(String terms) {
    lasting.begun(terms, now());
  }

  /** Ends a lease: what came of it, and what was found on it. */
  void complete(Lease lease, Disposition disposition, List<Discovery> found) {
    long now = now();
    Duration rest = hear(lease, now);
    inFlight--;
    line.left(lease, now);
    switch (disposition) {
      case Disposition.Retry(Duration backOff, String failure, Duration asked, var answer) -> {
        Duration pause = longer(asked, rest);
        retry(lease, new Disposition.Retry(longer(backOff, pause), failure, pause, answer), now);
      }
      case Disposition.Final last -> {
        decide(lease, last, now);
        leaveAlone(lease.host, rest, now);
      }
    }
    Optional<Duration> asked = disposition.answered().flatMap(Disposition.Answer::retryAfter);
    if (asked.isPresent()) {
      leaveAlone(lease.host, asked.get(), now);
    }
    totals.repeats += lease.repeats();
    found(lease, found);
    release(lease);
    hosts.changed(lease.host);
  }

  /** Takes in what was found on a leased URL. */
  void found(Lease lease, List<Discovery> found) {
    for (Discovery discovery : found) {
      offer(discovery, lease);
    }
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
      reject(far, hosts.of(far.url()), via, far.rejection().orElseThrow());
    }
  }

  /** Puts what is known of hosts and counts into the store, to be committed with the rest. */
  void flush() {
    hosts.flush();
    if (hosts.areTooMany()) {
      makeRoom();
    }
    lasting.flush();
  }

  /** Memory that all takes together, roughly, and will once what is nearly full has grown. */
  long bytesInMemory() {
    return windowBytes
        + seen.bytesSoon()
        + (long) HOST_BYTES * hosts.inMemory()
        + (long) AGAIN_BYTES * again.size()
        + (long) ROW_BYTES * totals.tooFar;
  }

  /** Memory that URLs to do take. */
  long windowBytes() {
    return windowBytes;
  }

  /** Hosts in memory. */
  int hostsInMemory() {
    return hosts.inMemory();
  }

  /** The URLs in memory that were seen. */
  SeenUrls seen() {
    return seen;
  }

  /** Adds a record to the end of an output file; returns it with its place. */
  OutputRecord record(int file, byte[] bytes) {
    var record = new OutputRecord(file, totals.outputEnd(file), bytes);
    totals.outputEnd(file, record.end());
    lasting.record(record);
    return record;
  }

  /** Forgets a record that its file has for good. */
  void settled(OutputRecord record) {
    lasting.settled(record);
  }

  /** Keeps what somebody made of the ledger's first entries. */
  void checkpoint(byte[] bytes, long entries) {
    lasting.checkpoint(bytes, entries);
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

  /** Takes in what was found {@code on} a page, or is a root. */
  private void offer(Discovery discovery, @Nullable Lease on) {
    long via = on == null ? -1 : on.entry.found();
    CrawlUrl url = discovery.url();
    if (seen.sighted(url)) {
      repeated(via);
      return;
    }
    Fingerprint fingerprint = url.fingerprint();
    HostQueue host = on != null && url.isAt(on.url().origin()) ? on.host : hosts.of(url);
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
    byte[] row = entry.value();
    store(host, entry, row);
    queue(host, entry, row);
  }

  private void store(HostQueue host, QueueEntry entry, byte[] row) {
    if (queueIsStored) {
      store.put(entry.key(host.key), row);
    }
  }

  /** A URL whose row is in the store may have its turn. */
  private void queue(HostQueue host, QueueEntry entry, byte[] row) {
    long before = host.windowBytes();
    host.add(entry, row, window());
    windowBytes += host.windowBytes() - before;
    totals.queued++;
    hosts.changed(host);
    lineUp(host);
  }

  private void reject(Discovery discovery, HostQueue host, long via, DropReason reason) {
    found(discovery, host, via);
    decided(new Verdict(discovery, 0, new Disposition.Dropped(reason, "")));
  }

  /** Remembers that a URL was found; returns the position of that in the ledger. */
  private long found(Discovery discovery, HostQueue host, long via) {
    seen.add(discovery.url());
    return lasting.found(discovery, host, via, now());
  }

  private void decide(Lease lease, Disposition.Final last, long now) {
    QueueEntry entry = lease.entry;
    if (last instanceof Disposition.Dropped(DropReason reason, String _, var answer)
        && reason.kind() == DropReason.Kind.SKIPPED
        && answer.isEmpty()) {
      raiseAllowance();
    } else {
      totals.charged++;
    }
    long repeats = lease.sightings() + seen.sightings(lease.url());
    lasting.decided(lease, repeats, last, now);
    if (queueIsStored) {
      store.delete(entry.key(lease.host.key));
    }
    lease.host.decided(entry);
    decided(new Verdict(lease.discovery(), entry.attempt(), last));
  }

  private void retry(Lease lease, Disposition.Retry retry, long now) {
    raiseAllowance();
    long position = lasting.tried(lease, retry, now);
    int number = lease.attempt() + (isOverload(lease) ? 0 : 1);
    QueueEntry next = lease.entry.retried(number, position, now + retry.backOff().toNanos());
    byte[] row = next.value();
    store(lease.host, next, row);
    if (again.size() < mostAgain) {
      wait(lease.host, next);
      leaveAlone(lease.host, retry.pause(), now);
    } else {
      leaveAlone(lease.host, retry.backOff(), now);
      queue(lease.host, next, row);
    }
  }

  /** Whether the attempt failed by no fault of the URL, which then has as many as before. */
  private static boolean isOverload(Lease lease) {
    return lease.signal() instanceof HostSignal.Overloaded && lease.host.pace().isOverloaded();
  }

  /** What the host has shown may be a reason to let it rest; says for how long. */
  private Duration hear(Lease lease, long now) {
    HostSignal signal = lease.signal();
    if (signal == null) {
      return Duration.ZERO;
    }
    HostQueue host = lease.host;
    OptionalLong nanos = lease.started();
    long started = nanos.isEmpty() ? lease.granted : nanos.getAsLong() + epoch;
    long rest = host.pace().hear(signal, lease.entry.found(), started, now, host.leased, perHost);
    if (host.pace().isNewlySlowed()) {
      lease.slowsHost();
    }
    return Duration.ofNanos(rest);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void leaveAlone(HostQueue host, Duration pause, long now) {
    if (pause.isPositive()) {
      line.leaveAlone(host, now + pause.toNanos(), now);
    }
  }

  private void notYet(HostQueue host, QueueEntry entry) {
    totals.queued--;
    wait(host, entry);
  }

  private void wait(HostQueue host, QueueEntry entry) {
    again.add(new Again(host, entry));
    totals.retrying++;
  }

  private void decided(Verdict verdict) {
    totals.decided(verdict.disposition());
    verdicts.accept(verdict);
  }

  private @Nullable Lease leaseOf(HostQueue host, long now) {
    long before = host.windowBytes();
    QueueEntry entry = host.poll(store, Math.min(window(), WINDOW), now, later);
    windowBytes += host.windowBytes() - before;
    if (entry == null) {
      line.passed(host, now);
      return null;
    }
    totals.queued--;
    inFlight++;
    allowance--;
    boolean held = host.delay > 0 || !host.knows(entry.discovery().url().origin());
    var lease = new Lease(host, entry, held, now);
    host.heldFor = held ? lease : null;
    line.leased(lease, now);
    return lease;
  }

  private void release(Lease lease) {
    HostQueue host = lease.host;
    if (host.heldFor == lease) {
      host.heldFor = null;
    }
    lineUp(host);
  }

  /** Takes out the host whose turn it is now, which may be asleep; null if it is nobody's. */
  private @Nullable HostQueue next(long now) {
    while (hosts.firstDue() <= now && hosts.firstDue() < line.due()) {
      hosts.wake(now, this::lineUp);
    }
    return line.poll(now);
  }

  /** When the first host is due that has a URL to give; the end of time if none has. */
  private long nextDue() {
    return Math.min(hosts.firstDue(), line.due());
  }

  /** Puts those hosts to sleep whose turn is furthest away. */
  private void makeRoom() {
    hosts.makeRoom(now(), line.lastToFirst(), fallen -> windowBytes -= fallen.windowBytes());
    line.sleepersLeave();
  }

  private void lineUp(HostQueue host) {
    line.add(host);
  }

  private void raiseAllowance() {
    allowance++;
  }

  /** How many URLs of a host to keep in memory: its share of the room, one at least. */
  private int window() {
    if (windowBytes >= mostWindowBytes) {
      return 1;
    }
    int most = windowBytes < mostWindowBytes / 2 ? mostWindow : WINDOW;
    return (int) Math.clamp(mostWindowBytes / URL_BYTES / (hosts.inMemory() + 1), 1, most);
  }

  private static boolean isDue(@Nullable Again retry, long now) {
    return retry != null && retry.entry.notBefore() - now <= 0;
  }

  private long now() {
    return time.nanos() + epoch;
  }

  /** The time of day at a reading of the time source, as this shard reckons it. */
  Instant timeOf(long nanos) {
    return LastingRows.instant(nanos + epoch);
  }
}
