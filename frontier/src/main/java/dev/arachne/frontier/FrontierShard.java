package dev.arachne.frontier;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All policy about the URLs of some hosts: which were seen, which is next, when a host may be
 * asked, what is decided. It has no thread, no clock and no file: time is given, rows are kept in a
 * {@link RowStore}, and whoever drives it commits what it has put there. Confined to one thread at
 * a time.
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

  /** A server reads a request within this time from when it was sent, or is late by itself. */
  private static final Duration LONGEST_READING = Duration.ofMillis(250);

  /** A site that is given up, or has old rules, is asked for them again after one turn and this. */
  private static final Duration REST_OF_RULES = Duration.ofMinutes(1);

  /** URLs that are settled in one commit. */
  private static final int SETTLED_AT_ONCE = 1_000;

  private final RowStore store;
  private final TimeSource time;
  private final Consumer<Verdict> verdicts;
  private final long maxPages;
  private final Politeness politeness;
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

  /** Leases that are out, by their numbers. */
  private final Map<Long, LeaseState> out = new HashMap<>();

  private long allowance;
  private long windowBytes;
  private long lastLease;

  /** Of those that are out, the ones for pages. */
  private int inFlight;

  /** URLs that were given up since the last batch. */
  private int givenUp;

  /** {@link #notYet}, made once. */
  private final BiConsumer<HostQueue, QueueEntry> later = this::notYet;

  private record Again(HostQueue host, QueueEntry entry) {}

  private FrontierShard(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Consumer<Verdict> verdicts) {
    this.store = store;
    this.time = time;
    this.verdicts = verdicts;
    this.maxPages = options.maxPages();
    this.politeness = options.politeness();
    this.seen = new SeenUrls(options.memory() / 4);
    this.mostWindowBytes = options.memory() / 4;
    this.mostWindow = options.isUnbounded() ? Integer.MAX_VALUE : WIDE_WINDOW;
    this.mostAgain =
        (int) Math.clamp(options.memory() / 16 / AGAIN_BYTES, LEAST_AGAIN, Integer.MAX_VALUE);
    this.queueIsStored = store.outlivesProcess() || !options.isUnbounded();
    this.hosts = new Hosts(store, hostKeys, politeness, options.memory() / 4);
    this.totals = Totals.read(store.get(Rows.COUNTS));
    this.lasting = new LastingRows(store, totals);
    // The clock of the day may have been set back: the ledger's goes on.
    long now = ChronoUnit.NANOS.between(Instant.EPOCH, time.now());
    this.epoch = Math.max(now, lasting.lastAt()) - time.nanos();
    long lastActed = politeness.addressDelay().isPositive() ? lasting.lastActedAt() : 0;
    this.line = new HostLine(options, lastActed == 0 ? 0 : lastActed + DEPARTURE.toNanos());
    this.allowance = maxPages - totals.charged;
  }

  /**
   * The shard whose rows are in {@code store}: a new one, if there are none.
   *
   * @param verdicts is told the last word on each URL
   */
  static FrontierShard open(
      RowStore store, FrontierOptions options, TimeSource time, Consumer<Verdict> verdicts) {
    return open(store, options, time, Hosts::key, verdicts);
  }

  /** The same with another hash of origins. */
  static FrontierShard open(
      RowStore store,
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
      if (lease != null || givenUp >= SETTLED_AT_ONCE) {
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
    Optional<String> failing = Optional.empty();
    for (HostQueue host : hosts.all()) {
      if (host.hasNext()) {
        busy++;
        resting += !host.lined || host.due - now > 0 ? 1 : 0;
        longest = Math.max(longest, host.nanosToDo());
        failing = failing.or(host::failure);
      }
    }
    return new HostSurvey(busy, resting, Duration.ofNanos(longest), failing);
  }

  /**
   * The host of a leased URL is at this address. If it may not be asked there now, the lease has
   * ended, and the host waits for its address.
   *
   * @return whether it may be asked there
   */
  boolean locate(Lease lease, InetAddress address) {
    LeaseState state = state(lease);
    long now = now();
    boolean isFree = line.locate(state, address, now);
    if (!isFree) {
      end(state, now);
      if (state.entry != null) {
        raiseAllowance();
        queue(state.host, state.entry, state.entry.value());
      }
      release(state);
    }
    return isFree;
  }

  /**
   * A request for a lease is about to be sent, and is in the ledger before it is.
   *
   * @param asked who gets it: not the site of the lease, if its robots.txt redirects elsewhere
   * @param isNew whether it is said for the first time
   */
  void departing(Lease lease, Origin asked, InetAddress address, boolean isNew) {
    LeaseState state = state(lease);
    long now = now();
    if (isNew && state.entry != null) {
      lasting.departing(state, address, now);
    } else if (isNew) {
      lasting.departing(lease.url().origin(), asked, address, now);
    }
    HostQueue host = isAt(lease, asked) ? state.host : hosts.of(CrawlUrl.of(asked + "/"));
    host.departing(now + DEPARTURE.toNanos() + host.delay());
    hosts.changed(host);
  }

  private static boolean isAt(Lease lease, Origin asked) {
    return lease.url().origin().server().equals(asked.server());
  }

  /**
   * What a site last said of its robots rules, to an earlier process perhaps.
   *
   * @param said tells from its record whether it said something
   */
  Optional<LedgerEntry.RulesFetched> rules(Origin site, Predicate<byte[]> said) {
    return lasting.rules(site, hosts.of(CrawlUrl.of(site + "/")), said);
  }

  /**
   * The request for a lease was sent.
   *
   * @param at when that was, on the time source's clock, in nanoseconds
   * @param address where it went to
   */
  void started(Lease lease, long at, InetAddress address) {
    LeaseState state = state(lease);
    state.started(at + epoch);
    line.started(state, address, at + epoch);
    departed(state, at + epoch);
    if (state.entry != null && state.host.heldFor == state) {
      hosts.changed(state.host);
      release(state);
    }
  }

  private void departed(LeaseState state, long at) {
    HostQueue host = state.host;
    host.departed();
    if (host.heldFor == state || host.delay() > 0) {
      line.leaveAlone(host, at + host.delay(), now());
    }
  }

  /**
   * Gives somebody who has no lease of a host a turn there, and moves the host's own next turn.
   *
   * @return when the request is to start, on the time source's clock, in nanoseconds; empty, and
   *     nothing has changed, if that is after the deadline
   */
  OptionalLong giveTurn(Origin origin, Deadline deadline) {
    HostQueue host = hosts.of(CrawlUrl.of(origin + "/"));
    long now = now();
    long gap = Math.max(TURN_GAP.toNanos(), host.delay());
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

  /**
   * Ends a lease for a page: what came of it, and what was found on it.
   *
   * @return whether its refusal, after others, is why its host is asked less often from now on
   */
  boolean complete(Lease lease, Visit visit) {
    LeaseState state = state(lease);
    long now = now();
    if (state.started().isEmpty() && visit.disposition().hasAsked()) {
      departed(state, now); // To have knocked counts as well.
    }
    Duration rest = hear(state, visit.exchanges(), visit.signal(), now);
    end(state, now);
    switch (visit.disposition()) {
      case Disposition.Retry(Duration backOff, String failure, Duration asked, var answer) -> {
        Duration pause = longer(asked, rest);
        retry(
            state,
            visit,
            new Disposition.Retry(longer(backOff, pause), failure, pause, answer),
            now);
      }
      case Disposition.Final last -> {
        decide(state, visit, last, now);
        leaveAlone(state.host, rest, now);
      }
    }
    Optional<Duration> asked =
        visit.disposition().answered().flatMap(Disposition.Answer::retryAfter);
    if (asked.isPresent()) {
      leaveAlone(state.host, asked.get(), now);
    }
    if (state.host.delay() > 0 && !visit.exchanges().isEmpty()) {
      line.leaveAlone(state.host, read(visit.exchanges(), now) + state.host.delay(), now);
    }
    totals.repeats += visit.repeats();
    found(state, visit.found());
    release(state);
    hosts.changed(state.host);
    return visit.signal().isPresent() && state.host.pace().isNewlySlowed();
  }

  /** Ends a lease for robots rules: the host gives out its URLs from now on, or rests. */
  void complete(Lease lease, RulesVisit visit) {
    LeaseState state = state(lease);
    HostQueue host = state.host;
    long now = now();
    Duration rest = hear(state, visit.exchanges(), visit.signal(), now);
    end(state, now);
    host.departed();
    Origin site = lease.url().origin();
    lasting.rulesFetched(site, host, visit, now);
    SiteRules rules = host.rules(site);
    if (visit.failure().isEmpty()) {
      rules.said(visit.crawlDelay(), now);
      host.keepsDelay(politeness);
    }
    long next = Math.max(now, read(visit.exchanges(), now) + host.delay());
    line.leaveAlone(host, next, now);
    if (visit.failure().isPresent()) {
      rules.failed(visit.failure().get(), now);
      boolean isGivenUp = !rules.areKnown() && isGivenUp(host, rules, now);
      if (!isGivenUp) {
        leaveAlone(host, rest, now);
      }
      if (isGivenUp || rules.areKnown()) {
        rules.rest(next + REST_OF_RULES.toNanos());
      } else if (!host.hasKnownRules()) {
        line.leaveAlone(host, rules.nextAsk(), now);
      }
    }
    release(state);
    hosts.changed(host);
  }

  /** Takes in what was found on a leased URL. */
  void found(Lease lease, List<Discovery> found) {
    found(state(lease), found);
  }

  private void found(LeaseState state, List<Discovery> found) {
    for (Discovery discovery : found) {
      offer(discovery, state);
    }
  }

  private LeaseState state(Lease lease) {
    LeaseState state = out.get(lease.number());
    if (state == null) {
      throw new IllegalStateException("the lease has ended: " + lease);
    }
    return state;
  }

  private void end(LeaseState state, long now) {
    out.remove(state.lease.number());
    inFlight -= state.entry == null ? 0 : 1;
    line.left(state, now);
  }

  /** Nothing is left that could be leased, and nobody is at work who could bring more. */
  boolean isOver() {
    return out.isEmpty() && (isDrained() ? totals.tooFar == 0 : allowance <= 0);
  }

  /** Once no more ways will turn up, decides about some of what none has led near enough to. */
  void settle() {
    givenUp = 0;
    if (!isToSettle()) {
      return;
    }
    for (RowStore.Row row : store.range(Rows.kind('T'), Rows.kind('T' + 1), SETTLED_AT_ONCE)) {
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
        + (long) ROW_BYTES * totals.tooFar
        + lasting.rulesBytes();
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
    return out.isEmpty() && isDrained() && totals.tooFar > 0;
  }

  private boolean isDrained() {
    return totals.queued + totals.retrying == 0;
  }

  /** Takes in what was found {@code on} a page, or is a root. */
  private void offer(Discovery discovery, @Nullable LeaseState on) {
    long via = on == null ? -1 : on.page().found();
    CrawlUrl url = discovery.url();
    if (seen.sighted(url)) {
      repeated(via);
      return;
    }
    Fingerprint fingerprint = url.fingerprint();
    HostQueue host = on != null && url.isAt(on.lease.url().origin()) ? on.host : hosts.of(url);
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

  private void decide(LeaseState state, Visit visit, Disposition.Final last, long now) {
    if (last instanceof Disposition.Dropped(DropReason reason, String _, var answer)
        && reason.kind() == DropReason.Kind.SKIPPED
        && answer.isEmpty()) {
      raiseAllowance();
    } else {
      totals.charged++;
    }
    long repeats = visit.sightings() + seen.sightings(state.lease.url());
    Optional<Exchange> exchange = last(visit.exchanges());
    decide(state.host, state.page(), exchange, state.lease.attempt(), repeats, last, now);
  }

  /** Decides about a URL that was taken out of its queue, though nobody has asked for it. */
  private void giveUp(HostQueue host, QueueEntry entry, DropReason reason, String why, long now) {
    givenUp++;
    totals.charged++;
    allowance--;
    long repeats = seen.sightings(entry.discovery().url());
    var dropped = new Disposition.Dropped(reason, why);
    decide(host, entry, Optional.empty(), entry.attempt() - 1, repeats, dropped, now);
    hosts.changed(host);
  }

  private void decide(
      HostQueue host,
      QueueEntry entry,
      Optional<Exchange> exchange,
      int attempts,
      long repeats,
      Disposition.Final last,
      long now) {
    lasting.decided(host, entry, exchange, attempts, repeats, last, now);
    if (queueIsStored) {
      store.delete(entry.key(host.key));
    }
    host.decided(entry);
    decided(new Verdict(entry.discovery(), attempts, last));
  }

  private void retry(LeaseState state, Visit visit, Disposition.Retry retry, long now) {
    raiseAllowance();
    HostQueue host = state.host;
    long position = lasting.tried(state, last(visit.exchanges()), retry, now);
    int number = state.lease.attempt() + (isHostsFault(host, visit) ? 0 : 1);
    QueueEntry next = state.page().retried(number, position, now + retry.backOff().toNanos());
    byte[] row = next.value();
    store(host, next, row);
    if (again.size() < mostAgain) {
      wait(host, next);
      leaveAlone(host, retry.pause(), now);
    } else {
      leaveAlone(host, retry.backOff(), now);
      queue(host, next, row);
    }
  }

  /** Whether the attempt failed by no fault of the URL, which then has as many as before. */
  private static boolean isHostsFault(HostQueue host, Visit visit) {
    return switch (visit.signal().orElse(null)) {
      case HostSignal.Overloaded _ -> host.pace().isOverloaded();
      case HostSignal.Unreachable _ -> host.isDown();
      case null, default -> false;
    };
  }

  /** What the host has shown may be a reason to let it rest; says for how long. */
  private Duration hear(
      LeaseState state, List<Exchange> exchanges, Optional<HostSignal> signal, long now) {
    if (signal.isEmpty()) {
      return Duration.ZERO;
    }
    HostQueue host = state.host;
    host.showed(signal.get(), politeness, now);
    long started = exchanges.isEmpty() ? state.granted : sent(exchanges.getLast());
    long url = state.entry == null ? Pace.RULES : state.entry.found();
    long rest =
        host.pace().hear(signal.get(), url, started, now, host.leased, politeness.perHost());
    return Duration.ofNanos(rest);
  }

  /**
   * When a server has read the last of these requests, at the latest: it answered then. One that
   * takes long for its answer has read it long before.
   */
  private static long read(List<Exchange> exchanges, long now) {
    if (exchanges.isEmpty()) {
      return now;
    }
    Exchange last = exchanges.getLast();
    return sent(last) + Math.min(last.took().toNanos(), LONGEST_READING.toNanos());
  }

  private static long sent(Exchange exchange) {
    return LastingRows.nanos(exchange.sent());
  }

  private static Optional<Exchange> last(List<Exchange> exchanges) {
    return exchanges.isEmpty() ? Optional.empty() : Optional.of(exchanges.getLast());
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
    Origin site = entry.discovery().url().origin();
    if (host.isGivenUp(now)) {
      giveUp(host, entry, DropReason.FETCH, "its host has not been there for long", now);
    } else if (politeness.obeysRobots() && host.rules(site).areDue(now)) {
      queue(host, entry, entry.value());
      return rulesLease(host, host.rules(site), now);
    } else if (politeness.obeysRobots() && !host.rules(site).areKnown()) {
      waitForRules(host, host.rules(site), entry, now);
    } else {
      return pageLease(host, entry, now);
    }
    line.passed(host, now);
    lineUp(host);
    return null;
  }

  private Lease pageLease(HostQueue host, QueueEntry entry, long now) {
    inFlight++;
    allowance--;
    Lease lease = lease(host, Lease.Purpose.PAGE, entry.discovery(), entry.attempt(), host.delay());
    return leased(new LeaseState(lease, host, entry, now), host.delay() > 0, now);
  }

  private Lease rulesLease(HostQueue host, SiteRules rules, long now) {
    Discovery file = Discovery.root(CrawlUrl.of(rules.site + "/robots.txt"));
    Lease lease = lease(host, Lease.Purpose.RULES, file, rules.failures() + 1, host.delay());
    return leased(new LeaseState(lease, host, null, now), true, now);
  }

  private Lease lease(
      HostQueue host, Lease.Purpose purpose, Discovery discovery, int attempt, long gap) {
    return new Lease(
        ++lastLease,
        purpose,
        host.key,
        discovery,
        attempt,
        host.isAnswering(),
        Duration.ofNanos(gap),
        Optional.ofNullable(host.address));
  }

  private Lease leased(LeaseState state, boolean isHeld, long now) {
    out.put(state.lease.number(), state);
    state.host.heldFor = isHeld ? state : null;
    line.leased(state, now);
    return state.lease;
  }

  /** A URL whose site does not say its rules waits for them, or is given up. */
  private void waitForRules(HostQueue host, SiteRules rules, QueueEntry entry, long now) {
    if (isGivenUp(host, rules, now)) {
      giveUp(host, entry, DropReason.ROBOTS_UNREACHABLE, rules.why(), now);
    } else if (again.size() < mostAgain) {
      QueueEntry next = entry.retried(entry.attempt(), entry.last(), rules.nextAsk());
      store(host, next, next.value());
      wait(host, next);
    } else {
      queue(host, entry, entry.value());
      line.leaveAlone(host, rules.nextAsk(), now);
    }
  }

  /** One that has never answered has as many tries as a URL; any other one is waited for. */
  private boolean isGivenUp(HostQueue host, SiteRules rules, long now) {
    long patience = host.hasAnswered() ? politeness.patience().toNanos() : 0;
    return rules.failures() >= politeness.maxTries() && rules.failingFor(now) >= patience;
  }

  private void release(LeaseState state) {
    HostQueue host = state.host;
    if (host.heldFor == state) {
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
