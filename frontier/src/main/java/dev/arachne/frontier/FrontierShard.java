package dev.arachne.frontier;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Changes;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.ReaderRows;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.ledger.Verdict;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostBounds;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All policy about the URLs of some hosts: which were seen, which is next, when a host may be
 * asked, and the verdicts. It has no thread, no clock and no file: time is given, rows are kept in
 * a {@link RowStore}, and its driver commits them. Confined to one thread at a time.
 *
 * <pre>
 *            offer                lease                complete(Final)
 *   (found) ------->  QUEUED  ----------->  IN FLIGHT  ---------------->  DECIDED
 *      |                 ^                      | complete(Retry)            ^
 *      |                 +------ RETRYING <-----+                            |
 *      +----- rejected ------------------------------------------------------+
 *                        ^                                                   |
 *                        +--------------------- revisit ---------------------+
 * </pre>
 *
 * <p>IN FLIGHT is known to memory alone: on disk such a URL is queued, so URLs in flight when a
 * process died are simply done again. Everything else is in the rows. The part in memory (a window
 * of each queue, fingerprints of URLs seen lately) is bounded, and is a copy.
 *
 * <p>Hosts take turns: the one that has been due longest gives its first URL. Nothing is left to do
 * when nothing is queued and no worker is busy, for only work brings new URLs.
 *
 * <p>A shard is one of many, or the only one: it has a {@link HostPartition} of the hosts. Its
 * discoveries on other hosts go to their shards ({@link Transfers}). It gets a number of pages to
 * lease, and a notice when no work is left anywhere. {@link Shards} does that for shards of one
 * process.
 */
final class FrontierShard {
  /** Bytes of a host's row in memory, roughly. */
  private static final int HOST_ROW_BYTES = 200;

  private final RowStore store;
  private final TimeSource time;
  private final HostPartition share;
  private final FrontierOptions options;
  private final SeenUrls seen;

  /** The offset from the time source's nanoseconds to those since 1970. */
  private final long epoch;

  private final Hosts hosts;

  private final HostScheduler line;

  private final HostGaps gaps;
  private final StoredCounts totals;
  private final LedgerWriter ledger;
  private final Backlog backlog;
  private final Verdicts verdicts;
  private final Intake intake;
  private final Transfers transfers;
  private final SetAsideUrls setAsideUrls;
  private final Probing probing;
  private final Recrawls secondVisits;
  private final TemplateReopenings reopenings;
  private final Leases leases;
  private final RulesVisits rules;
  private final Guests guests;
  private final KeptRows kept;
  private Changes changes;
  private long allowance;

  /** URLs that had a turn since the last batch, and were failed or set aside. */
  private int passedOver;

  /** Whether no transfer will come any more. */
  private boolean isLast;

  private FrontierShard(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Optional<Outbox> outbox,
      BiConsumer<Verdict, PageSummary> listener) {
    this.store = store;
    this.time = time;
    this.share = options.share();
    this.options = options;
    this.seen = new SeenUrls(options.memory() / 4);
    this.totals = StoredCounts.of(store);
    this.ledger = new LedgerWriter(store, totals);
    this.changes = ledger.changes();
    // The clock of the day may have been set back: the ledger's continues.
    long now = ChronoUnit.NANOS.between(Instant.EPOCH, time.now());
    this.epoch = Math.max(now, ledger.lastAt()) - time.nanos();
    long handedOverAt =
        options
            .tenure()
            .map(its -> now() - its.silence().toNanos() + HostGaps.LONGEST_READING.toNanos())
            .orElse(0L);
    Politeness politeness = politeness(options.politeness(), changes);
    this.hosts = new Hosts(store, hostKeys, politeness, handedOverAt, options.memory() / 4);
    long lastActed = politeness.addressDelay().isPositive() ? ledger.lastActedAt() : 0;
    this.line =
        new HostScheduler(options, lastActed == 0 ? 0 : lastActed + options.departure().toNanos());
    this.gaps = new HostGaps(options, hosts, line, epoch);
    this.backlog = new Backlog(store, options, hosts, line, totals);
    this.verdicts = new Verdicts(ledger, totals, seen, backlog, listener);
    this.probing = new Probing(store, options.probes());
    this.setAsideUrls = new SetAsideUrls(store, options, totals, hosts, backlog, this::isFound);
    this.intake =
        new Intake(store, seen, hosts, backlog, ledger, totals, probing, verdicts::decided);
    this.transfers = new Transfers(store, totals, outbox);
    this.secondVisits =
        new Recrawls(store, share, ledger, hosts, backlog, totals, this::raiseAllowance);
    this.reopenings = new TemplateReopenings(store, secondVisits);
    this.leases = new Leases(line, ledger, probing, setAsideUrls);
    this.rules = new RulesVisits(hosts, line, gaps, leases, ledger);
    this.guests = new Guests(hosts, line, gaps, leases, ledger);
    this.kept = new KeptRows(store);
    this.isLast = share.isWhole();
    this.allowance = share.isWhole() ? maxPages() - totals.charged : 0;
    setAsideUrls.keep(changes);
  }

  /**
   * The shard whose rows are in {@code store}: a new one, if it has no rows.
   *
   * @param verdicts gets the final verdict on each URL, and the title and saved body of its page
   * @throws IllegalArgumentException if they are those of another shard, or of another number of
   *     them
   */
  static FrontierShard open(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      BiConsumer<Verdict, PageSummary> verdicts) {
    return open(store, options, time, LedgerKeys::hash, Optional.empty(), verdicts);
  }

  /** The same where an engine carries discoveries on hosts of other shards. */
  static FrontierShard open(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      Optional<Outbox> outbox,
      BiConsumer<Verdict, PageSummary> verdicts) {
    return open(store, options, time, LedgerKeys::hash, outbox, verdicts);
  }

  /** The same with another hash of origins. */
  static FrontierShard open(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      BiConsumer<Verdict, PageSummary> verdicts) {
    return open(store, options, time, hostKeys, Optional.empty(), verdicts);
  }

  private static FrontierShard open(
      RowStore store,
      FrontierOptions options,
      TimeSource time,
      ToLongFunction<Origin> hostKeys,
      Optional<Outbox> outbox,
      BiConsumer<Verdict, PageSummary> verdicts) {
    var shard = new FrontierShard(store, options, time, hostKeys, outbox, verdicts);
    if (shard.totals.ledgerSize() == 0) {
      shard.share.write(store);
    } else if (!shard.share.equals(HostPartition.of(store))) {
      throw new IllegalArgumentException(
          "the rows are those of " + HostPartition.of(store) + ", not of " + shard.share);
    }
    if (shard.totals.discovered > 0) {
      shard.seen.missesSome();
      shard.hosts.readAll(shard.line::add);
    }
    return shard;
  }

  /** The delays of changes hold in addition to those that the crawl has from its start. */
  private static Politeness politeness(Politeness asked, Changes changes) {
    return changes.areNone()
        ? asked
        : asked.withHosts((host, port) -> {
          Duration own = asked.delay(host, port);
          HostBounds bounds = asked.hosts().of(host, port);
          return new HostBounds(
              Optional.of(longer(own, changes.delay(host, port))), bounds.perHost());
        });
  }

  private long maxPages() {
    return changes.maxPages().orElse(options.maxPages());
  }

  /** The changes in force. */
  Changes changes() {
    return changes;
  }

  /**
   * Makes a change, which holds for all leases from now on, and for those outstanding that {@link
   * Lease#isForbiddenBy} names. Requests sent before count as sent now.
   *
   * @return the entry about it; empty if nothing can be changed any more
   */
  Optional<LedgerEntry.Changed> change(Change asked) {
    if (isLast && !share.isWhole()) {
      return Optional.empty(); // Other leases may have ended.
    }
    long now = now();
    LedgerEntry.Changed made = ledger.changed(changes.next(), changes.named(asked), now);
    changes = changes.with(made);
    if (share.isWhole()) {
      allowance = maxPages() - totals.charged - leases.pages();
    }
    Politeness politeness = politeness(options.politeness(), changes);
    List<HostQueue> changed = hosts.keep(politeness);
    for (HostQueue host : changed) {
      if (host.leased > 0) {
        host.asked(now);
      }
      hosts.changed(host);
    }
    line.delaysChanged(changed, now);
    setAsideUrls.keep(changes);
    if (asked instanceof Change.Open) {
      reopenings.add(made.number(), totals.ledgerSize());
    }
    return Optional.of(made);
  }

  /** Whether a template is closed since its pages bring nothing new. */
  boolean isClosed(String template) {
    return setAsideUrls.traps().isClosed(template);
  }

  /** Some of the templates that are. */
  List<String> closedTemplates(int most) {
    return setAsideUrls.traps().closed(most);
  }

  /**
   * Adds a seed, unless it was seen before. Seeds are offered to all shards; each takes its own.
   */
  void offer(Discovery root) {
    if (share.has(root.url())) {
      intake.offer(root, null, now());
    }
  }

  /** Takes in the transfers of another shard, in the order of its numbers, each once. */
  void receive(int sender, List<Transfer> arrivals) {
    long now = now();
    for (Transfer transfer : arrivals) {
      if (transfers.isNew(sender, transfer)) {
        intake.offer(transfer.discovery(), null, now);
      }
    }
  }

  /** Takes in the discoveries from the outboxes of other shards, each once. */
  void receive(List<Discovery> arrivals) {
    long now = now();
    transfers.received(arrivals.size());
    for (Discovery discovery : arrivals) {
      intake.offer(discovery, null, now);
    }
  }

  /** The number of transfers made up to now, in all processes. */
  long sent() {
    return totals.sent;
  }

  /** The transfers to other shards. */
  Transfers transfers() {
    return transfers;
  }

  /** Grants that number of further pages to lease. */
  boolean grant(long pages) {
    allowance += pages;
    return true;
  }

  /** Gives back the unused part of its grant; returns how many pages that are. */
  long giveBack(long most) {
    long unused = Math.clamp(allowance, 0, most);
    allowance -= unused;
    return unused;
  }

  /** The report for the other shards of its crawl. */
  ShardCensus census() {
    return new ShardCensus(
        totals.sent,
        totals.received,
        isQuiet(),
        allowance <= 0 && !backlog.isEmpty(),
        totals.charged,
        Math.max(0, allowance));
  }

  /**
   * No transfer will come any more: URLs that are too far may be decided, and then all is over.
   *
   * @return false, and nothing has changed, if there is something to do after all
   */
  boolean end() {
    isLast |= isQuiet();
    return isLast;
  }

  /** The next URL to decide about; null if none can be asked now. */
  @Nullable Lease lease() {
    long now = now();
    backlog.wake(now);
    if (allowance <= 0 || isPaused()) {
      return null; // Hosts stay in line, and those that sleep stay asleep.
    }
    for (HostQueue host = backlog.next(now); host != null; host = backlog.next(now)) {
      Lease lease = leaseOf(host, now);
      if (lease != null || passedOver >= Intake.SETTLED_AT_ONCE) {
        return lease;
      }
    }
    return null;
  }

  /**
   * The time until {@link #lease} may have another answer though nothing else happens; empty if
   * never.
   */
  Optional<Duration> untilNextLease() {
    if (isToSettle() || areReturning() || isToSample()) {
      return Optional.of(Duration.ZERO);
    }
    if (allowance <= 0 || isPaused()) {
      return Optional.empty();
    }
    long next = backlog.nextDue();
    return next == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, next - now())));
  }

  /** A survey of all hosts in memory, which takes a while if they are many. */
  HostSurvey survey() {
    return HostSurvey.of(hosts.all(), now());
  }

  /** The hosts to show to a user; looks at all hosts in memory, too. */
  HostRoster roster(int most) {
    return HostRoster.of(hosts.all(), hosts.politeness(), now(), most);
  }

  /** Entries of the ledger from a position on, as many as there are up to another one. */
  List<CommittedEntry> entries(long from, long to) {
    return ReaderRows.withoutNotes(store).read(from, to);
  }

  /**
   * Sets the address of the host of a leased URL. If it may not be asked there now, the lease has
   * ended, and the host waits for its address.
   *
   * @return whether it may be asked there
   */
  boolean locate(Lease lease, InetAddress address) {
    LeaseState state = leases.state(lease);
    long now = now();
    boolean isFree = line.locate(state, address, now);
    if (!isFree) {
      takeBack(state, now);
    }
    return isFree;
  }

  /** Ends a lease for which nothing was asked: its URL comes again. */
  void giveBack(Lease lease) {
    LeaseState state = leases.state(lease);
    long now = now();
    state.host.departed();
    gaps.asked(state.host, now, now); // The ledger may have its departure.
    takeBack(state, now);
    hosts.changed(state.host);
  }

  private void takeBack(LeaseState state, long now) {
    leases.end(state, now);
    if (state.entry != null) {
      raiseAllowance();
      backlog.putBack(state.host, state.entry);
    }
    leases.release(state);
  }

  /**
   * Records in the ledger that a request for a lease is about to be sent. Does nothing if a change
   * forbids the request, which its sender will find.
   *
   * @param asked the origin that gets it: not the site of the lease, if its robots.txt redirects
   *     elsewhere
   * @param isNew whether it is recorded for the first time
   */
  void departing(Lease lease, Origin asked, InetAddress address, boolean isNew) {
    if (lease.isForbiddenBy(changes)) {
      return;
    }
    LeaseState state = leases.state(lease);
    long now = now();
    if (isNew) {
      switch (lease.purpose()) {
        case PAGE -> ledger.departing(state.page().found(), address, now);
        case RULES -> ledger.departing(lease.url().origin(), asked, address, now);
        case SUBRESOURCE -> ledger.departing(Guests.page(lease), lease.url(), address, now);
      }
    }
    CrawlUrl there = CrawlUrl.of(asked + "/");
    if (lease.isAt(asked) || share.has(there)) { // Another shard has noted the turn it gave.
      gaps.departing(lease.isAt(asked) ? state.host : hosts.of(there), now);
    }
  }

  /**
   * The last robots rules of a site, received by an earlier process perhaps.
   *
   * @param said whether a record has an answer of the site
   */
  Optional<LedgerEntry.RulesFetched> rules(Origin site, Predicate<byte[]> said) {
    return rules.known(site, said);
  }

  /**
   * Records that the request for a lease was sent.
   *
   * @param at when that was, on the time source's clock, in nanoseconds
   * @param address where it went to
   */
  void started(Lease lease, long at, InetAddress address) {
    LeaseState state = leases.state(lease);
    state.started(at + epoch);
    line.started(state, address, at + epoch);
    gaps.departed(state, at + epoch, now());
    boolean isForRules = lease.purpose() == Lease.Purpose.RULES;
    if (!isForRules && !state.isProbe() && state.host.heldFor == state) {
      hosts.changed(state.host);
      leases.release(state);
    }
  }

  /**
   * Gives a turn at a host to a client without a lease of it, and moves the host's own next turn.
   *
   * @param within nanoseconds from now within which the request is to start
   * @param late nanoseconds by which it may start later than that
   * @return when the request is to start, on the time source's clock, in nanoseconds; empty, and
   *     nothing has changed, if that is too far away
   */
  OptionalLong giveTurn(Origin origin, long within, long late) {
    HostQueue host = hosts.of(CrawlUrl.of(origin + "/"));
    OptionalLong start = gaps.giveTurn(host, origin, within, late, now());
    return start.isEmpty() ? start : OptionalLong.of(start.getAsLong() - epoch);
  }

  /** The turns given at its hosts to clients without a lease of them. */
  GivenTurns turns() {
    return gaps.turns();
  }

  /** Records the start of a process, and the terms that it keeps to. */
  void begun(String terms) {
    ledger.begun(terms, now());
  }

  /**
   * Ends a lease for a page, with its outcome and its discoveries.
   *
   * @return whether its refusal, after others, slows down the requests to its host from now on
   */
  boolean complete(Lease lease, Visit visit) {
    LeaseState state = leases.state(lease);
    long now = now();
    if (state.started().isEmpty() && visit.disposition().hasAsked()) {
      gaps.departed(state, now, now); // An attempt to connect counts as well.
    }
    Duration rest = gaps.hear(state, visit.exchanges(), visit.signal(), now);
    leases.end(state, now);
    if (visit.disposition()
        instanceof
        Disposition.Retry(Duration backOff, String failure, Duration asked, var answer)) {
      Duration pause = longer(asked, rest);
      var retry = new Disposition.Retry(longer(backOff, pause), failure, pause, answer);
      raiseAllowance();
      setAsideUrls.asked(state.page(), state.host);
      gaps.rest(state.host, verdicts.retried(state, visit, retry, now), now);
    } else if (visit.disposition() instanceof Disposition.Final last) {
      probing.completed(visit.notes(), state.host);
      List<VisitNote> notes = setAsideUrls.completed(state.page(), state.host, last, visit.notes());
      charge(state, last);
      verdicts.visited(state, visit, last, notes, now);
      gaps.rest(state.host, rest, now);
    }
    Optional<Duration> asked =
        visit.disposition().answered().flatMap(Disposition.Answer::retryAfter);
    if (asked.isPresent()) {
      gaps.rest(state.host, asked.get(), now);
    }
    gaps.read(state.host, visit.exchanges(), now);
    totals.repeats += visit.repeats();
    kept.put(visit.kept());
    visit
        .again()
        .ifPresent(url -> {
          if (url.equals(lease.url())) {
            revisit(url);
          } else {
            secondVisits.revisitRedirect(url, now);
          }
        });
    found(state, visit.found(), now);
    leases.release(state);
    hosts.changed(state.host);
    return visit.signal().isPresent() && state.host.pace().isNewlySlowed();
  }

  /**
   * Has a URL visited again, if it was decided; a rejected one was not visited.
   *
   * @return whether it is to be visited again
   */
  boolean revisit(CrawlUrl url) {
    boolean isOver = isLast && !share.isWhole(); // Or other shards would have to start again.
    return !isOver && secondVisits.revisit(url, now());
  }

  /** The part that has URLs visited again. */
  Recrawls secondVisits() {
    return secondVisits;
  }

  /** Rows of the crawl's own. */
  KeptRows kept() {
    return kept;
  }

  /** Ends a lease for robots rules: the host gives out its URLs from now on, or rests. */
  void complete(Lease lease, RulesVisit visit) {
    LeaseState state = leases.state(lease);
    long now = now();
    rules.complete(state, visit, now);
    found(state, visit.found(), now);
    leases.release(state);
    hosts.changed(state.host);
  }

  /**
   * Records that the requests of a leased page are over, and it is shown in a browser: its lease
   * takes no place of its host any more.
   *
   * @param most pages of the host that may be shown at a time
   */
  void showing(Lease lease, List<Exchange> exchanges, Optional<HostSignal> signal, int most) {
    LeaseState state = leases.state(lease);
    long now = now();
    Duration rest = gaps.hear(state, exchanges, signal, now);
    leases.shown(state, most, now);
    gaps.rest(state.host, rest, now);
    gaps.read(state.host, exchanges, now);
    leases.release(state);
    hosts.changed(state.host);
  }

  /** Takes in a call that waits to request a subresource. */
  void call(ShardRequest.Call call) {
    guests.add(call);
  }

  /** Takes back a call that waits no longer. */
  void recall(ShardRequest.Call call) {
    if (call.turn() instanceof SubresourceTurn.Leased(Lease lease)) {
      giveBack(lease);
    } else {
      guests.remove(call);
    }
  }

  /** Gives turns to the calls that wait to request subresources, as far as there are turns. */
  void serveGuests() {
    if (!guests.isEmpty() && !isPaused()) {
      guests.serve(now());
    }
  }

  /** The time until a waiting call may have a turn, if nothing else happens. */
  Optional<Duration> untilNextGuest() {
    return guests.isEmpty() || isPaused() ? Optional.empty() : guests.untilNext(now());
  }

  /** Ends a lease for a subresource. */
  void complete(Lease lease, SubresourceVisit visit) {
    guests.complete(leases.state(lease), visit, now());
    kept.put(visit.kept());
  }

  /** Takes in the discoveries on a leased URL. */
  void found(Lease lease, List<Discovery> found) {
    found(leases.state(lease), found, now());
  }

  private void found(LeaseState state, List<Discovery> found, long now) {
    for (Discovery discovery : found) {
      if (share.has(discovery.url())) {
        intake.offer(discovery, state, now);
      } else {
        intake.send(discovery, transfers);
      }
    }
  }

  /** Whether nothing is left to lease, and no worker is busy that could bring more. */
  boolean isOver() {
    return isLast && isQuiet() && !isToSettle();
  }

  private boolean isQuiet() {
    boolean hasNothing = backlog.isEmpty() && !areReturning() && !isToSample();
    return leases.isEmpty() && (hasNothing || allowance <= 0) && !isHeldUp();
  }

  /** Whether URLs have yet to come back to their queues. */
  private boolean areReturning() {
    return setAsideUrls.areReturning() || reopenings.areLeft();
  }

  private boolean isPaused() {
    return changes.pause().isPresent();
  }

  /** Whether a pause alone keeps the shard from its end. */
  private boolean isHeldUp() {
    boolean hasNothing = backlog.isEmpty() && !intake.keepsSomeAside() && setAsideUrls.isEmpty();
    return isPaused() && !hasNothing;
  }

  /**
   * Has some URLs come back that were set aside, and samples of those likely to bring nothing new.
   * Once no more paths will turn up, decides about some URLs that are too far, and then about some
   * of those set aside.
   */
  void settle() {
    passedOver = 0;
    setAsideUrls.giveBack();
    reopenings.some(changes, now());
    if (isToSample()) {
      setAsideUrls.sample();
    }
    if (isToSettle()) {
      long now = now();
      if (intake.keepsSomeAside()) {
        intake.settle(now);
      } else {
        setAsideUrls.decideSome(changes, (entry, why) -> reject(entry, why, now));
      }
    }
  }

  private void reject(QueueEntry entry, Disposition.Dropped dropped, long now) {
    verdicts.notVisited(hosts.of(entry.discovery().url()), entry, dropped, now);
  }

  /** Puts the states of hosts and the counts into the store, to be committed with the rest. */
  void flush() {
    hosts.flush();
    if (hosts.areTooMany()) {
      backlog.makeRoom(now());
    }
    ledger.flush();
    setAsideUrls.flush();
  }

  /** Memory that all takes together, roughly, including the growth of nearly full parts. */
  long bytesInMemory() {
    return backlog.bytes()
        + intake.bytes()
        + setAsideUrls.bytes()
        + (long) (Hosts.HOST_BYTES + HOST_ROW_BYTES) * hosts.inMemory()
        + ledger.rulesBytes();
  }

  /** Memory that URLs to do take. */
  long windowBytes() {
    return backlog.windowBytes();
  }

  /** Hosts in memory. */
  int hostsInMemory() {
    return hosts.inMemory();
  }

  /** The URLs in memory that were seen. */
  SeenUrls seen() {
    return seen;
  }

  /** Adds a record to the end of an output; returns it with its place. */
  OutputRecord record(String output, byte[] bytes) {
    return ledger.record(output, bytes);
  }

  /** Forgets a record that its output has for good. */
  void settled(OutputRecord record) {
    ledger.settled(record);
  }

  /** Keeps the state that a reader built from the ledger's first entries. */
  void checkpoint(byte[] bytes, long entries) {
    ledger.checkpoint(bytes, entries);
  }

  /** The present counts of all URLs, by state. */
  FrontierCounts counts() {
    return totals.counts(leases.pages());
  }

  /** The number of entries in the ledger. */
  long ledgerSize() {
    return totals.ledgerSize();
  }

  /** Whether some URLs set aside may have to be fetched before nothing is left to do. */
  private boolean isToSample() {
    return setAsideUrls.areToSample()
        && !reopenings.areLeft()
        && leases.isEmpty()
        && backlog.isEmpty()
        && !isPaused();
  }

  private boolean isToSettle() {
    return isLast
        && leases.isEmpty()
        && backlog.isEmpty()
        && !areReturning()
        && !isPaused()
        && (intake.keepsSomeAside() || !setAsideUrls.isEmpty());
  }

  /** Counts a visited URL for the bound on pages, or does not. */
  private void charge(LeaseState state, Disposition.Final last) {
    if (Verdicts.isCharged(last) && !state.page().isProbe()) {
      totals.charged++;
      setAsideUrls.asked(state.page(), state.host);
    } else {
      raiseAllowance();
    }
  }

  /** Decides about a URL that was taken out of its queue and was never requested. */
  private void giveUp(HostQueue host, QueueEntry entry, DropReason reason, String why, long now) {
    passedOver++;
    totals.charged++;
    allowance--;
    verdicts.notVisited(host, entry, new Disposition.Dropped(reason, why), now);
    hosts.changed(host);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private @Nullable Lease leaseOf(HostQueue host, long now) {
    QueueEntry entry = backlog.take(host, now);
    if (entry == null) {
      line.passed(host, now);
      return null;
    }
    Origin site = entry.discovery().url().origin();
    Optional<LedgerEntry.Changed> exclusion = changes.exclusion(entry.discovery());
    if (exclusion.isPresent()) {
      withhold(exclusion.get().number(), host, entry);
    } else if (host.isGivenUp(now)) {
      giveUp(host, entry, DropReason.FETCH, HostQueue.GIVEN_UP, now);
    } else if (entry.isLast() && host.leased > 0) {
      host.hasLastOnly = true; // Until the others are completed, which may find more URLs.
      backlog.putBack(host, entry);
    } else if (hosts.politeness().obeysRobots() && host.rules(site).areDue(now)) {
      int depth = entry.discovery().depth();
      Lease lease = leases.rules(host, host.rules(site), depth, now);
      backlog.putBack(host, entry); // While the host is held, and so is not in line.
      return lease;
    } else if (hosts.politeness().obeysRobots() && !host.rules(site).areKnown()) {
      waitForRules(host, host.rules(site), entry, now);
    } else {
      int number = setAsideUrls.number(entry, host);
      if (number == 0) {
        allowance--;
        return leases.page(host, entry, now);
      }
      withhold(number, host, entry);
    }
    line.passed(host, now);
    line.add(host);
    return null;
  }

  private boolean isFound(CrawlUrl url) {
    return seen.contains(url)
        || (!seen.isWhole() && ledger.hasFound(url.fingerprint(), hosts.of(url).key));
  }

  private void withhold(int number, HostQueue host, QueueEntry entry) {
    passedOver++;
    setAsideUrls.add(number, host, entry);
  }

  /** A URL whose site provides no rules waits for them, or fails. */
  private void waitForRules(HostQueue host, SiteRules its, QueueEntry entry, long now) {
    if (rules.areGivenUp(host, its, now)) {
      giveUp(host, entry, DropReason.ROBOTS_UNREACHABLE, its.why(), now);
    } else if (backlog.mayAwait()) {
      backlog.await(host, entry.retried(entry.attempt(), entry.last(), its.nextAsk()));
    } else {
      backlog.putBack(host, entry);
      line.rest(host, its.nextAsk(), now);
    }
  }

  private void raiseAllowance() {
    allowance++;
  }

  /** Nanoseconds since the epoch, by its time source. */
  long now() {
    return time.nanos() + epoch;
  }

  /** The time of day at a reading of the time source, as this shard reckons it. */
  Instant timeOf(long nanos) {
    return LedgerWriter.instant(nanos + epoch);
  }
}
