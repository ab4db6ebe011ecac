package dev.arachne.frontier;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Changes;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.EarlierRuns;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.ReaderRows;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.HostSignal;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.DurationHistogram;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Timer;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.StoreException;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The URLs that a crawl knows: those seen, those to do next, and those decided. Workers lease a
 * URL, decide about it and complete the lease with the links they found. Redirects, seeds and links
 * all come in by the same path and are given out once. Confined to its loop, unless a method says
 * otherwise.
 *
 * <p>This is the side of the workers. The other is a {@link FrontierShard}, which has the policy
 * and the rows. With a store on a disk it works on a thread that may block:
 *
 * <pre>{@code
 * workers --- complete, depart ----> requests --- one batch ---> shard: decide, lease, commit
 *    ^                                                                          |
 *    +------ leases, verdicts, "committed" <--------- one outcome --------------+
 * }</pre>
 *
 * At most one batch is out, and requests that arrive meanwhile make the next one. So the busier the
 * crawl, the more URLs share a commit and a change of threads. A batch requests a lease for each
 * worker that will wait for one when it comes back. So a worker's completion and its next lease are
 * one journey.
 *
 * <p>{@link #call} is that journey, as a coroutine, which the creator of a frontier spawns. A store
 * in memory does not block: there each call does its own work at once.
 */
public final class Frontier implements Callable<@Nullable Void> {
  /** The reason why an ending crawl is not changed. */
  private static final String ENDING = "the crawl is about to end";

  private final EventLoop loop;
  private final TransactionalStore store;
  private final StoreSteps steps;
  private final FrontierListener listener;
  private final ShardDriver driver;
  private final FrontierOptions options;

  /** The URLs known to this loop; not all of them if the store may block. */
  private final KnownUrls known;

  /** Workers without a URL. */
  private final Condition work;

  /** Wakes {@link #call}. */
  private final Condition news;

  /** Readers of the ledger that have read all synced entries. */
  private final Condition readers;

  /** Callers that wait to make a change, while another one is made. */
  private final Condition turnToChange;

  private boolean isChanging;

  private final Reopenings reopenings = new Reopenings(this);

  private final RequestPermits permits;

  private final ArrayDeque<Lease> granted = new ArrayDeque<>();
  private final NextBatch requests;
  private ShardDriver.Outcome last;
  private @Nullable Timer nextDue;
  private final SubresourceCalls calls;

  /** Entries of the ledger that are on the disk; -1 before that is known. */
  private long synced = -1;

  /** Transfers to other shards that are on the disk. */
  private long syncedTransfers;

  /** Batches of this process, and those of them that are on the disk. */
  private long batches;

  private long syncedBatches;

  /** The times that the store took for commits, and for syncs. */
  private final DurationHistogram commitTimes = new DurationHistogram();

  private final DurationHistogram syncTimes = new DurationHistogram();

  /** Whether a reader waits for a sync. */
  private boolean isSyncWanted;

  /** Workers inside {@link #lease}. */
  private int idle;

  /** Whether the shard had too few leases for its workers, and nothing has happened since. */
  private boolean exhausted;

  /** Whether a batch is to be sent. */
  private boolean isWanted;

  /** Whether a batch is out. */
  private boolean isOut;

  /** Whether a worker has requested a URL: all seeds were offered then. */
  private boolean hasBegun;

  /** Whether a worker has learned that the crawl is over. */
  private boolean ended;

  private boolean stopped;
  private boolean closed;

  private Frontier(
      EventLoop loop,
      TransactionalStore store,
      FrontierOptions options,
      Optional<Outbox> outbox,
      FrontierListener listener) {
    this.loop = loop;
    this.store = store;
    this.listener = listener;
    this.options = options;
    FrontierOptions bounded =
        store.isBlocking() ? options : options.withMemory(FrontierOptions.UNBOUNDED);
    this.driver = new ShardDriver(store, bounded, loop.time(), outbox, listener::lines);
    this.known = store.isBlocking() ? knownElsewhere() : KnownUrls.in(driver.seen());
    this.requests = new NextBatch(loop, options.memory());
    this.work = new Condition(loop, "a URL to fetch");
    this.news = new Condition(loop, "news for the frontier");
    this.readers = new Condition(loop, "entries of the ledger");
    this.turnToChange = new Condition(loop, "another change of the crawl");
    this.steps = new StoreSteps(loop, store);
    this.calls = new SubresourceCalls(loop, this::post, this::send);
    this.last = driver.outcome();
    this.permits =
        new RequestPermits(
            this, loop, options, driver.turns(), store.outlivesProcess(), last.changes());
  }

  /**
   * An empty frontier in memory; {@code verdicts} gets the final verdict on each URL, on the loop.
   */
  public static Frontier inMemory(EventLoop loop, long maxPages, Consumer<Verdict> verdicts) {
    FrontierOptions options = FrontierOptions.DEFAULT.withMaxPages(maxPages);
    return open(loop, new MemoryStore(), options, verdicts::accept);
  }

  /**
   * The frontier whose rows are in {@code store}, which it owns from now on. This reads the rows of
   * all hosts, which may take seconds. Over a store that is memory itself there is no bound on
   * memory: the excess has nowhere else to go.
   */
  public static Frontier open(
      EventLoop loop,
      TransactionalStore store,
      FrontierOptions options,
      FrontierListener listener) {
    return new Frontier(loop, store, options, Optional.empty(), listener);
  }

  /** The same where an engine carries discoveries on hosts of other shards. */
  public static Frontier open(
      EventLoop loop,
      TransactionalStore store,
      FrontierOptions options,
      Outbox outbox,
      FrontierListener listener) {
    return new Frontier(loop, store, options, Optional.of(outbox), listener);
  }

  /**
   * The counts of earlier processes, for a caller that counts along; nothing for a new frontier.
   */
  public EarlierRuns history() {
    return driver.history();
  }

  /**
   * The crawl's own rows that an earlier process had the frontier keep; empty for a new frontier.
   */
  public List<KeptRow> kept() {
    return driver.kept();
  }

  /** Keeps rows of the crawl's own that belong to no lease. */
  public void keep(List<KeptRow> rows) {
    if (!rows.isEmpty()) {
      post(new ShardRequest.Keep(List.copyOf(rows)));
    }
  }

  /**
   * The crawl's own rows of the use {@link KeptRow.Use#LOOKUP} with {@code from <= key < to}, in
   * order; waits for a batch.
   *
   * @param most how many at most
   */
  public List<KeptRow> lookups(byte[] from, byte[] to, int most) {
    assert loop.inLoop();
    return ask(shard -> shard.kept().lookups(from, to, most));
  }

  /** Those rows of this use that exist, in the order of their keys here; waits for a batch. */
  public List<KeptRow> lookups(List<byte[]> keys) {
    assert loop.inLoop();
    return ask(shard -> shard.kept().lookups(keys));
  }

  /** Adds a URL to start from, unless it was seen before. */
  public void offer(Discovery root) {
    assert loop.inLoop();
    post(new ShardRequest.Offer(root));
  }

  /** The URLs that it would be useless to offer, for readers of links on this loop. */
  public KnownUrls known() {
    return known;
  }

  /** The same for another loop, which is to learn of the URLs offered; it knows none yet. */
  public KnownUrls knownElsewhere() {
    return KnownUrls.in(new SeenUrls(options.memory() / 4 / options.loops()));
  }

  /** The next URL to decide about; waits until there is one; null when the crawl is over. */
  public @Nullable Lease lease() {
    assert loop.inLoop();
    hasBegun = true;
    idle++;
    try {
      while (!stopped) {
        if (granted.isEmpty() && !exhausted && !last.over()) {
          send();
        }
        Lease lease = isChanging ? null : granted.poll();
        if (lease != null) {
          return lease;
        }
        if (ended || (last.over() && requests.isEmpty() && !isOut)) {
          ended = true;
          return null;
        }
        work.await(Deadline.NEVER);
      }
      return null;
    } finally {
      idle--;
    }
  }

  /**
   * Sets the address of the host of a lease, and waits for permission to ask it there. On any loop
   * that has the lease.
   *
   * @return the lease at that address; empty if the address is busy: then the lease has ended, and
   *     its URL comes again
   */
  public Optional<Lease> locate(Lease lease, InetAddress address) {
    if (!options.limitsAddresses() || lease.address().equals(Optional.of(address))) {
      return Optional.of(lease);
    }
    boolean isFree = loop.call("leave to ask " + address, () -> isFree(lease, address));
    return isFree ? Optional.of(lease.at(address)) : Optional.empty();
  }

  private boolean isFree(Lease lease, InetAddress address) {
    var locate = new ShardRequest.Locate(lease, address);
    commit(locate);
    return locate.isFree();
  }

  /** Whether hosts have to be located before they are asked, for the bounds on addresses. */
  public boolean limitsAddresses() {
    return options.limitsAddresses();
  }

  /**
   * Announces that the first byte of a request for a lease is to be written now. Where a later
   * process may have to keep the gap after the request, this waits until the departure is
   * committed. On any loop that has the lease.
   *
   * @param asked the origin that gets the request: not the site of the lease, if its robots.txt
   *     redirects
   * @param address where it goes to
   * @return whether it may leave: not if a change of the crawl forbids it, or while a request of
   *     another lease has a turn at the host; then the lease has ended, and its URL comes again. A
   *     request that may leave has to leave before its loop does anything else
   */
  public boolean depart(Lease lease, Origin asked, InetAddress address) {
    return permits.depart(lease, asked, address);
  }

  /**
   * Waits until a host may be asked for a lease of another host. The request has to leave soon: if
   * it does not, {@link #depart} waits for another turn.
   *
   * @throws DeadlineException at once, if there is no turn before the deadline
   */
  public void awaitTurn(Lease lease, Origin host, Deadline deadline) {
    assert loop.inLoop();
    permits.awaitTurn(lease, host, deadline);
  }

  /**
   * Makes a change of the crawl. When this returns the change is committed, and no request that it
   * forbids leaves any more.
   *
   * @param onLoops waits until each loop with leases has finished its current step, so that
   *     requests allowed before have left
   * @return the entry about it, or why nothing was changed
   */
  public Change.Outcome change(Change change, Runnable onLoops) {
    assert loop.inLoop();
    while (isChanging) {
      turnToChange.await(Deadline.NEVER);
    }
    Changes before = last.changes();
    Optional<String> refusal =
        closed || stopped || ended ? Optional.of(ENDING) : before.refusal(change);
    if (refusal.isPresent()) {
      return new Change.Refused(refusal.get());
    }
    isChanging = true; // No lease is given out, which may have to come back at once.
    try {
      var planned = new LedgerEntry.Changed(Instant.EPOCH, before.next(), before.named(change));
      permits.require(before, before.with(planned));
      onLoops.run();
      Optional<LedgerEntry.Changed> made = ask(shard -> shard.change(change));
      permits.require(last.changes());
      List.copyOf(granted).stream()
          .filter(permits::isForbidden)
          .forEach(lease -> {
            granted.remove(lease);
            permits.giveBack(lease);
          });
      return made.<Change.Outcome>map(Change.Made::new).orElseGet(() -> new Change.Refused(ENDING));
    } finally {
      isChanging = false;
      permits.require(last.changes());
      exhausted = false;
      turnToChange.signal();
      work.signalAll();
    }
  }

  /** Whether a template is closed since its pages bring nothing new; waits for the store. */
  public boolean isClosedTemplate(String template) {
    return askIfOpen(false, shard -> shard.isClosed(template));
  }

  /** Some of the templates that are; waits for the store. */
  public List<String> closedTemplates(int most) {
    return askIfOpen(List.of(), shard -> shard.closedTemplates(most));
  }

  /** The changes in force. */
  public Changes changes() {
    return last.changes();
  }

  /** The time of day at a reading of a loop's nanoseconds, as the ledger has it. Any thread. */
  public Instant timeOf(long nanos) {
    return driver.timeOf(nanos);
  }

  /** Records the terms of this process in the ledger, before all its work. */
  public void begun(String terms) {
    post(new ShardRequest.Begun(terms));
  }

  /**
   * The last known robots rules of a site; empty if none were ever received. Waits for the store.
   *
   * @param said whether a record has an answer of the site; on any thread
   */
  public Optional<LedgerEntry.RulesFetched> rules(Origin site, Predicate<byte[]> said) {
    assert loop.inLoop();
    return ask(shard -> shard.rules(site, said));
  }

  /**
   * Ends a lease for a page. The whole visit is committed when this returns, in one batch. Where
   * the discoveries are too many for one batch, the first parts of them are committed before.
   *
   * @return whether its refusal, after others, slows down the requests to its host from now on
   */
  public boolean complete(Lease lease, Visit visit) {
    assert loop.inLoop();
    List<Discovery> rest = offerFirstParts(lease, visit.found());
    Visit last = rest == visit.found() ? visit : visit.leadingTo(rest, visit.repeats());
    // In memory the shard counts in the same set.
    long sightings = store.isBlocking() ? known.sightings(lease.url()) : 0;
    var complete = new ShardRequest.Complete(lease, last.withSightings(sightings));
    commit(complete);
    return complete.hasSlowedHost();
  }

  /**
   * Announces that the requests of a lease for a page are over, and the page is shown in a browser,
   * which may take long. The lease takes no place of its host any more, and its URL is still to
   * complete.
   *
   * @param signal the host signal seen in them; not to be reported again
   */
  public void showing(
      Lease lease, List<Exchange> exchanges, Optional<HostSignal> signal, int most) {
    assert loop.inLoop();
    post(new ShardRequest.Showing(lease, List.copyOf(exchanges), signal, most));
  }

  /**
   * Waits for a turn to request a subresource of a page. The page is leased, and is {@linkplain
   * #showing shown}. Such a lease takes a place of its host, keeps all gaps, and goes before the
   * URLs of the host.
   *
   * @param page whose scripts or markup request it
   * @param url on any host of this shard
   */
  public SubresourceTurn awaitSubresource(CrawlUrl page, CrawlUrl url) {
    assert loop.inLoop();
    Optional<SubresourceTurn> turn = stopped || closed ? Optional.empty() : calls.await(page, url);
    return turn.orElseGet(() -> new SubresourceTurn.Denied(ENDING));
  }

  /** Ends a lease for a subresource; waits for nothing. */
  public void complete(Lease lease, SubresourceVisit visit) {
    assert loop.inLoop();
    post(new ShardRequest.CompleteSubresource(lease, visit));
  }

  /** Ends a lease for robots rules; they are committed when this returns. */
  public void complete(Lease lease, RulesVisit visit) {
    assert loop.inLoop();
    permits.ended(lease);
    List<Discovery> rest = offerFirstParts(lease, visit.found());
    commit(new ShardRequest.CompleteRules(lease, visit.leadingTo(rest)));
  }

  /**
   * Takes in a part of the discoveries of a visit, before it ends; the part is committed when this
   * returns. An abandoned visit is made again, and its repeated discoveries count once. On any loop
   * that has the lease.
   */
  public void found(Lease lease, List<Discovery> part) {
    loop.call(
        "what is found on " + lease.url(),
        () -> {
          List<Discovery> rest = offerFirstParts(lease, part);
          commit(new ShardRequest.Found(lease, List.copyOf(rest)));
          return true;
        });
  }

  /** The passes that have many URLs requested again. */
  public Reopenings reopenings() {
    return reopenings;
  }

  /**
   * Has a decided URL visited again, as soon as it is its turn; that is committed when this
   * returns. Until its verdict the URL is pending. The request is without the user name and
   * password that the URL may have had.
   *
   * @return whether it is visited again: not if it is pending, if it was left without a visit, or
   *     if the crawl is over
   * @throws IllegalStateException if the ledger is not kept on a disk
   */
  public boolean revisit(CrawlUrl url) {
    assert loop.inLoop();
    if (!store.outlivesProcess()) {
      throw new IllegalStateException("only a ledger that is on a disk knows of visits: " + url);
    }
    return !ended && ask(shard -> shard.revisit(url));
  }

  /** Has all parts but the last one committed; returns that, for which a batch has room now. */
  private List<Discovery> offerFirstParts(Lease lease, List<Discovery> found) {
    List<NextBatch.Part> parts = requests.parts(found);
    for (NextBatch.Part each : parts.subList(0, parts.size() - 1)) {
      requests.awaitRoom(each);
      commit(new ShardRequest.Found(lease, List.copyOf(each.found())));
    }
    requests.awaitRoom(parts.getLast());
    return parts.getLast().found();
  }

  /**
   * A reader of the ledger that resumes where the last one of its name stopped.
   *
   * @param notes the name of the notes that it reads; only those of its own name are deleted then
   * @throws IllegalStateException if the ledger is not kept on a disk
   */
  public LedgerReader reader(String name, String notes) {
    if (!store.isBlocking() || !store.outlivesProcess()) {
      throw new IllegalStateException("only a ledger that is on a disk can be read: " + name);
    }
    return new LedgerReader(this, new ReaderRows(store, name, notes), readers);
  }

  /** Entries of the ledger that are on the disk; -1 before that is known. */
  long synced() {
    return synced;
  }

  /** Whether its ledger outlives the process. */
  boolean isKept() {
    return store.outlivesProcess();
  }

  /** Whether a worker has learned that the crawl is over. */
  boolean isOver() {
    return ended;
  }

  /** Whether nothing is committed any more. */
  public boolean isClosed() {
    return closed;
  }

  /** Entries of the ledger that are committed. */
  public long ledgerSize() {
    return last.ledgerSize();
  }

  /** Has committed batches synced without delay. */
  void syncSoon() {
    isSyncWanted = true;
    news.signal();
  }

  /** The share of the crawl's hosts that this frontier has. */
  public HostPartition share() {
    return options.share();
  }

  /** Whether all hosts of the crawl are here. */
  public boolean isWhole() {
    return options.share().isWhole();
  }

  /** The bound on the pages of the whole crawl. */
  public long maxPages() {
    return options.maxPages();
  }

  /** Sets the source of turns at hosts that are in no shard of this process. */
  public void beside(RemoteTurns others) {
    permits.beside(others);
  }

  /** Sets the frontiers of other hosts. */
  void beside(Function<Origin, Frontier> others) {
    permits.beside(others);
  }

  /**
   * Transfers to other shards, from a number on; waits until there are any that no power cut takes
   * back.
   *
   * @return none once nothing is committed any more
   */
  List<Transfer> transfers(long from, int most) {
    while (!closed && from >= lastingTransfers()) {
      readers.await(Deadline.NEVER);
    }
    if (closed) {
      return List.of();
    }
    int there = (int) Math.min(most, lastingTransfers() - from);
    return ask(shard -> shard.transfers().from(from, there));
  }

  private long lastingTransfers() {
    return store.outlivesProcess() ? syncedTransfers : last.sent();
  }

  /** The first transfer that may not have arrived. */
  long firstTransfer() {
    return ask(shard ->
        shard.transfers().from(0, 1).stream()
            .mapToLong(Transfer::number)
            .findFirst()
            .orElse(shard.sent()));
  }

  /** Forgets transfers that have arrived, which no power cut takes back. */
  void delivered(long from, long to) {
    askIfOpen(false, shard -> shard.transfers().delivered(from, to));
  }

  /** Takes in what another shard has found; no power cut takes that back when this returns. */
  void deliver(int sender, List<Transfer> transfers) {
    commit(new ShardRequest.Deliver(sender, transfers));
    long batch = batches;
    while (store.outlivesProcess() && !closed && syncedBatches < batch) {
      syncSoon();
      readers.await(Deadline.NEVER);
    }
  }

  /** The shard at work on the store, for an engine that has things come where the store is. */
  public ShardDriver driver() {
    return driver;
  }

  /** Announces that URLs have come to the shard, which may be leased. */
  public void hasNews() {
    assert loop.inLoop();
    exhausted = false;
    if (idle > 0 && !closed) {
      send();
    }
  }

  /** The report for the other shards of its crawl; waits for a batch. */
  public ShardCensus census() {
    ShardCensus census = askIfOpen(ShardCensus.BUSY, FrontierShard::census);
    return hasBegun ? census : census.busy();
  }

  /** Grants that number of further pages to lease; waits for a batch. */
  public void grant(long pages) {
    askIfOpen(false, shard -> shard.grant(pages));
  }

  /** Gives back pages that it was granted and has not leased; waits for a batch. */
  public long giveBack(long most) {
    return askIfOpen(0L, shard -> shard.giveBack(most));
  }

  /**
   * Announces that no transfer will come any more; false if some work is left after all. Waits for
   * a batch.
   */
  public boolean end() {
    return askIfOpen(true, FrontierShard::end);
  }

  /** Adds records that belong to no lease; they are committed when this returns. */
  public void record(List<OutputRecord> records) {
    assert loop.inLoop();
    commit(new ShardRequest.Records(List.copyOf(records)));
  }

  /** The same together with rows of the crawl's own, in one batch. */
  public void record(List<OutputRecord> records, List<KeptRow> rows) {
    keep(rows);
    record(records);
  }

  /** Forgets records that the outputs have for good. */
  public void settled(List<OutputRecord> records) {
    post(new ShardRequest.Settled(records));
  }

  /** Keeps {@code bytes}, which stand for all verdicts that the listener has received. */
  public void checkpoint(byte[] bytes) {
    post(new ShardRequest.Checkpoint(bytes, last.ledgerSize()));
  }

  /**
   * Gives out no more URLs: each waiting or later call for a lease learns that the crawl is over.
   * From now on the frontier does not wait for a full disk.
   */
  public void stop() {
    stopped = true;
    work.signalAll();
    calls.stop();
    steps.stop();
  }

  /** Whether it was stopped while the disk was full, and the latest changes were dropped. */
  public boolean gaveUp() {
    return steps.gaveUp();
  }

  /** Ends the requests: {@link #call} returns when all are committed and synced. */
  public void close() {
    closed = true;
    news.signal();
  }

  /** Closes the store; for a crawl that cannot begin, in place of {@link #call}. */
  public void abandon() {
    closed = true;
    steps.close();
  }

  /** The present counts of all URLs, by state. */
  public FrontierCounts counts() {
    return last.counts();
  }

  /** The hosts, as they were a second ago at most, or when anything was last done. */
  public HostSurvey hosts() {
    return last.hosts();
  }

  /**
   * The hosts to show to a user, now; waits for a batch. The look at all hosts is taken where the
   * shard is at work.
   *
   * @param most how many of them
   */
  public HostRoster roster(int most) {
    assert loop.inLoop();
    return askIfOpen(HostRoster.NONE, shard -> shard.roster(most));
  }

  /**
   * Entries of the ledger from a position on, committed ones alone; waits for a batch. The frontier
   * keeps no state of its readers.
   *
   * @param most how many at most
   * @return an empty list where no more entries exist yet, or where the ledger is not kept
   */
  public List<CommittedEntry> entries(long from, int most) {
    assert loop.inLoop();
    long to = Math.min(from + most, last.ledgerSize());
    return store.outlivesProcess() && from < to
        ? askIfOpen(List.of(), shard -> shard.entries(from, to))
        : List.of();
  }

  /** The time that the store took for each commit of this process. */
  public DurationHistogram.Counts commitTimes() {
    return commitTimes.counts();
  }

  /** The same for each sync, which brings commits to the disk. */
  public DurationHistogram.Counts syncTimes() {
    return syncTimes.counts();
  }

  /** Memory that a frontier over a store in memory takes, roughly; 0 if the store is elsewhere. */
  public long bytesInMemory() {
    return store.isBlocking() ? 0 : driver.bytesInMemory();
  }

  /** The reason why nothing can be committed now, in words for people; empty while all is well. */
  public Optional<String> obstacle() {
    return steps.obstacle();
  }

  /** Has batches done, until the frontier is closed; then syncs and closes the store. */
  @Override
  public @Nullable Void call() {
    try {
      while (!closed || isWanted()) {
        if (isSyncWanted || driver.syncIsDue()) {
          sync();
        } else if (isWanted()) {
          EventLoop.yieldNow(); // Ready coroutines may have requests to add.
          NextBatch.Batch batch = take();
          received(batch, committed(batch));
        } else if (driver.isSynced()) {
          news.await(Deadline.NEVER);
        } else {
          awaitNews(driver.untilSync());
        }
      }
      sync();
      return null;
    } catch (StoreException e) {
      tell(requests.committed(), e);
      if (steps.gaveUp()) {
        return null;
      }
      throw e;
    } finally {
      closed = true;
      readers.signalAll();
      cancelAlarm();
      steps.close();
    }
  }

  /** Has the shard answer in a batch, and waits for its commit. */
  <T> T ask(Function<FrontierShard, T> question) {
    var asked = new ShardQuestion<>(question);
    commit(asked);
    return asked.answer();
  }

  private <T> T askIfOpen(T otherwise, Function<FrontierShard, T> question) {
    return closed ? otherwise : ask(question);
  }

  /** Waits until the batch with the request is committed. */
  void commit(ShardRequest request) {
    Promise<Boolean> committed = requests.committed();
    post(request);
    committed.await();
  }

  void post(ShardRequest request) {
    requests.add(request);
    exhausted = false;
    send();
  }

  private void send() {
    isWanted = true;
    if (store.isBlocking()) {
      news.signal();
    } else {
      NextBatch.Batch batch = take();
      received(batch, driver.step(batch.requests(), batch.leases()));
    }
  }

  private NextBatch.Batch take() {
    isWanted = false;
    isOut = true;
    return stopped || isChanging
        ? requests.takeWithoutLeases()
        : requests.take(idle - granted.size());
  }

  private ShardDriver.Outcome committed(NextBatch.Batch batch) {
    try {
      return steps.write(
          "a commit of the store",
          () -> driver.step(batch.requests(), batch.leases()),
          driver::commit);
    } catch (StoreException e) {
      tell(batch.committed(), e);
      throw e;
    }
  }

  private void tell(Promise<Boolean> committed, StoreException failure) {
    if (steps.gaveUp()) {
      committed.cancel();
    } else {
      committed.fail(failure);
    }
  }

  private void sync() {
    isSyncWanted = false;
    if (steps.write("a sync of the store", driver::sync, driver::sync) > 0) {
      syncTimes.add(driver.storeNanos());
    }
    synced = last.ledgerSize();
    syncedTransfers = last.sent();
    syncedBatches = batches;
    readers.signalAll();
  }

  private void received(NextBatch.Batch batch, ShardDriver.Outcome outcome) {
    isOut = false;
    permits.heard(batch.begun());
    batches++;
    commitTimes.add(driver.storeNanos());
    if (outcome.sent() > last.sent() && !store.outlivesProcess()) {
      readers.signalAll();
    }
    last = outcome;
    for (Lease lease : outcome.leases()) {
      granted.add(lease);
    }
    exhausted = outcome.leases().size() < batch.leases() && requests.isEmpty();
    if (store.isBlocking()) {
      batch.requests().forEach(request -> known.learn(request.found()));
    }
    for (Verdict verdict : outcome.verdicts()) {
      listener.decided(verdict);
    }
    if (!outcome.records().isEmpty()) {
      listener.recorded(outcome.records());
    }
    batch.committed().complete(true);
    calls.answer(outcome.untilNextGuest());
    if (outcome.over()) {
      work.signalAll();
    } else {
      for (Lease _ : outcome.leases()) {
        work.signal();
      }
      wakeWhenDue(outcome.untilNextLease());
      if (store.isBlocking() && idle > granted.size() && !exhausted && !isChanging) {
        send(); // Workers that came while the batch was out, which did not count them.
      }
    }
  }

  /** Has the shard asked again when the first host in line is due. */
  private void wakeWhenDue(Optional<Duration> wait) {
    cancelAlarm();
    if (exhausted && wait.isPresent()) {
      nextDue =
          loop.after(
              wait.get(),
              () -> {
                nextDue = null;
                exhausted = false;
                if (idle > 0) {
                  send();
                }
              });
    }
  }

  private void cancelAlarm() {
    if (nextDue != null) {
      nextDue.cancel();
      nextDue = null;
    }
  }

  private void awaitNews(Duration atMost) {
    try {
      news.await(loop.deadline(atMost));
    } catch (DeadlineException e) {
      return; // Then other work is to do.
    }
  }

  private boolean isWanted() {
    return isWanted || !requests.isEmpty();
  }
}
