package dev.arachne.frontier;

import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.HostThrottle;
import dev.arachne.pace.Politeness;
import dev.arachne.pace.Throttling;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of one origin that wait for their turn, breadth first, and when the next of them may be
 * asked. Confined to its shard.
 *
 * <pre>
 *   UNKNOWN --lease for rules--> HELD --complete--> OPEN   (from now on it gives out its URLs; with
 *      ^                                              |     a delay it is held from each lease to
 *      +------------ rules a day old -----------------+     the start of its request)
 * </pre>
 *
 * <p>Until the robots rules of a host are known, so are neither their delay nor the URLs that they
 * allow. The host gives out one lease, for the rules, and nothing else until that is completed. If
 * they cannot be fetched, the host rests, and its URLs wait. A host with a delay is held from each
 * lease to the start of its request, so that gaps are counted from requests, however long a lease
 * was prepared.
 *
 * <p>Every URL that waits has a row in the store, unless memory has room for all of them and no
 * later process will resume the crawl. Memory holds a window of them:
 *
 * <pre>
 *   rows     | in flight |    window    |        in the store only        |
 *            +-----------+--------------+---------------------------------+--> depth, discovery
 *                                       ^ end (none: the window is all)
 * </pre>
 *
 * A row stays until its URL is decided, so rows before {@code end} are skipped for good: no read
 * ever walks over the remains of deleted ones. A URL found late that belongs before {@code end}
 * goes into the window. It may push the window's last one out, which moves {@code end} down; that
 * is why leased URLs are remembered by name.
 */
final class HostQueue {
  /** The reason for which URLs of a host fail that has been down for long. */
  static final String GIVEN_UP = "its host has not been there for long";

  /** The time after which a failed host is tried again, if new URLs come up. */
  private static final Duration GIVEN_UP_FOR = Duration.ofMinutes(1);

  /** The weight of the last gap in the mean gap between leases: one part in this number. */
  private static final int FADING = 16;

  final Origin origin;

  /** The number for the origin in the keys of rows. */
  final long key;

  private final QueueWindow window = new QueueWindow();

  /** The URLs that were taken out and are not decided, by where they were found. */
  private Set<Long> atWork = Set.of();

  /** The end of the window, if URLs are behind it. */
  private long end;

  private boolean isWhole = true;

  /** URLs that wait for their turn, in the window or in the store only. */
  private long queued;

  /** Nanoseconds from the start of a request to the start of the next; 0 for none. */
  private long delay;

  /** Leases at a time, regardless of the rate that it accepts. */
  final int perHost;

  /** The time from which the next request may start, in nanoseconds since 1970. */
  long due;

  /** The same for all reasons but the delay. */
  private long rest;

  /** The time of the last request, as sent or read, from which the delay counts; 0 for none. */
  private long asked;

  /**
   * The same for a later process, while a request is about to be sent. The time of the request is
   * not known yet, and this process may die before it is in the row.
   */
  private long dueAfterDeparture;

  /** Orders hosts that are due at the same time: the one served last goes last. */
  long turn;

  /**
   * The sites of the host by the schemes that were requested, http or https: each has rules of its
   * own.
   */
  private final List<SiteRules> sites = new ArrayList<>(1);

  /** Whether it has ever answered, in this process or an earlier one. */
  private boolean hasAnswered;

  /** The time since which no connection to it came about; 0 if the last one did. */
  private long downSince;

  /** The time until which URLs that wait for it fail. */
  private long givenUpUntil;

  /** Answers in this process by which it refused, and the end of its last Retry-After. */
  private long refusals;

  private long retryAfter;

  /** The lease that the host waits for before it gives out another; null when it does not. */
  @Nullable LeaseState heldFor;

  /** The pace that the host was seen to accept; null while it was never asked. */
  private @Nullable HostThrottle pace;

  /** Whether its row is older than its state in memory; see {@link Hosts}. */
  boolean changed;

  /** Whether the next URL is given out only when nothing of the host is leased. */
  boolean hasLastOnly;

  /** URLs of this host that are leased. */
  int leased;

  /** New titles of its pages in this process. */
  int titles;

  /** The calls that wait to request a subresource of it; they go before its URLs. */
  int subresources;

  /** Pages of it that are shown in a browser, or wait for that, and the most at a time. */
  int shown;

  int mostShown = Integer.MAX_VALUE;

  /** The time when it last gave out a URL while another waited; 0 if it did not. */
  private long lastLease;

  /** Recent nanoseconds from one lease to the next; 0 before the first such gap. */
  private long leaseGap;

  /** Whether the host is in the shard's line of hosts; it may not change places there. */
  boolean lined;

  /** Whether it has left memory though it has work; a host in memory for now is not in line. */
  boolean asleep;

  /** The address found last; null before a DNS lookup, or without bounds of addresses. */
  @Nullable InetAddress address;

  /** The shared limit at which it waits; null if it waits at none. */
  @Nullable SharedLimit waitsAt;

  /** The shared limit for which it is in line; null if it is there for itself alone. */
  @Nullable SharedLimit candidateOf;

  HostQueue(Origin origin, long key, Politeness politeness) {
    this.origin = origin;
    this.key = key;
    this.perHost = politeness.perHost(origin.host(), origin.port());
    this.delay = leastDelay(politeness);
  }

  static int compareTurns(HostQueue a, HostQueue b) {
    int byTime = Long.signum(a.due - b.due);
    return byTime != 0 ? byTime : Long.compare(a.turn, b.turn);
  }

  /** Reads a host's row: its state when its last change was committed. */
  static HostQueue read(long key, byte[] value, Politeness politeness) {
    var row = new RowReader(value);
    var host = new HostQueue(LedgerKeys.origin(row), key, politeness);
    host.queued = row.number();
    host.due = row.number();
    host.asleep = row.number() > 0;
    host.hasAnswered = row.number() > 0;
    for (long left = row.number(); left > 0; left--) {
      host.sites.add(SiteRules.read(LedgerKeys.origin(row), row));
    }
    host.asked = row.number();
    host.keepsDelay(politeness);
    long longer = row.number();
    host.rest = longer == 0 ? 0 : host.asked + longer;
    host.due = host.asleep ? host.due : Math.max(host.due, host.dueByDelay());
    host.pace = row.atEnd() ? null : HostThrottle.known((int) row.number(), row.number());
    host.isWhole = host.queued == 0;
    return host;
  }

  byte[] value() {
    var row =
        new RowWriter()
            .text(origin.toString())
            .number(queued + atWork.size())
            .number(Math.max(due, dueAfterDeparture))
            .number(asleep ? 1 : 0)
            .number(hasAnswered ? 1 : 0)
            .number(sites.size());
    for (SiteRules site : sites) {
      site.write(row.text(site.site.toString()));
    }
    long counted = dueAfterDeparture == 0 ? asked : Math.max(asked, dueAfterDeparture - delay);
    row.number(counted).number(Math.max(0, rest - counted));
    if (pace != null) {
      row.number(pace.bound()).number(pace.goodGap());
    }
    return row.toBytes();
  }

  /** Records that a request is about to be sent: a later process waits until then. */
  void departing(long nextDue) {
    dueAfterDeparture = nextDue;
  }

  /** Records that the request was sent, and its consequences are known. */
  void departed() {
    dueAfterDeparture = 0;
  }

  /** The state of the rules of one of its sites. */
  SiteRules rules(Origin site) {
    for (SiteRules known : sites) {
      if (known.site.equals(site)) {
        return known;
      }
    }
    var rules = new SiteRules(site);
    sites.add(rules);
    return rules;
  }

  /** Whether one of its sites has rules at hand, so that its URLs may be requested. */
  boolean hasKnownRules() {
    return sites.stream().anyMatch(SiteRules::areKnown);
  }

  /** Nanoseconds from the start of a request to the start of the next; 0 for none. */
  long delay() {
    return delay;
  }

  /** Sets its delay to the longest one in its rules, within the bounds of {@code politeness}. */
  void keepsDelay(Politeness politeness) {
    long byRules = 0;
    for (SiteRules rules : sites) {
      byRules = Math.max(byRules, politeness.obeysRobots() ? rules.crawlDelay() : 0);
    }
    delay =
        Math.max(leastDelay(politeness), Math.min(byRules, politeness.maxCrawlDelay().toNanos()));
  }

  /** The delay set by the user for this host, or for all hosts. */
  private long leastDelay(Politeness politeness) {
    return politeness.delay(origin.host(), origin.port()).toNanos();
  }

  /** Counts the delay from then on. */
  void asked(long at) {
    asked = Math.max(asked, at);
  }

  /** Allows for requests of another process of which nothing is known, up to a time. */
  void wasPerhapsAsked(long until) {
    asked = Math.max(asked, until);
    due = Math.max(due, dueByDelay());
  }

  /** Leaves it alone until then regardless of its delay. */
  void rests(long until) {
    rest = Math.max(rest, until);
  }

  /** The time from which the next request may start, by the present delay and all other reasons. */
  long dueByDelay() {
    return Math.max(rest, delay == 0 || asked == 0 ? 0 : asked + delay);
  }

  /** Takes in a signal of the host. */
  void showed(HostSignal signal, Politeness politeness, long now) {
    if (signal instanceof HostSignal.Overloaded(var asked)) {
      refusals++;
      retryAfter = asked.map(pause -> now + pause.toNanos()).orElse(retryAfter);
    }
    hasAnswered |= signal.isAnswer();
    if (!(signal instanceof HostSignal.Unreachable)) {
      downSince = 0;
    } else if (downSince == 0) {
      downSince = now;
    } else if (hasAnswered && now - downSince >= politeness.patience().toNanos()) {
      givenUpUntil = now + GIVEN_UP_FOR.toNanos();
    }
  }

  /** Whether it has ever answered, in this process or an earlier one. */
  boolean hasAnswered() {
    return hasAnswered;
  }

  /** Whether it answered before, and is unreachable now. */
  boolean isDown() {
    return hasAnswered && downSince > 0;
  }

  /** The reason why it cannot be asked, in words for people; empty if nothing has failed. */
  Optional<String> failure() {
    for (SiteRules rules : sites) {
      if (rules.failures() > 0 && !rules.areKnown()) {
        return Optional.of(
            rules.site + ": " + DropReason.ROBOTS_UNREACHABLE.text() + ": " + rules.why());
      }
    }
    return isDown() ? Optional.of(origin + ": no connection comes about") : Optional.empty();
  }

  /** Whether it refuses, or cannot be asked. */
  boolean isTroubled() {
    return refusals > 0 || isInDoubt() || failure().isPresent();
  }

  /** The state of it that a user sees. */
  HostState state(Politeness politeness, long now) {
    Throttling throttling = politeness.throttling();
    long learned = throttling == Throttling.FIXED || pace == null ? 0 : pace.gap(now);
    return new HostState(
        origin,
        queued,
        leased,
        LedgerWriter.instant(due),
        Duration.ofNanos(Math.max(delay, learned)),
        mostLeases(throttling, perHost),
        refusals,
        retryAfter > now ? Optional.of(LedgerWriter.instant(retryAfter)) : Optional.empty(),
        failure());
  }

  /** Whether it has been down for so long that the URLs that wait for it fail. */
  boolean isGivenUp(long now) {
    return givenUpUntil > now;
  }

  /** The pace that the host was seen to accept. */
  HostThrottle pace() {
    if (pace == null) {
      pace = HostThrottle.unknown();
    }
    return pace;
  }

  /** Whether a URL waits that may be leased, once it is due. */
  boolean mayLease(Throttling throttling, int bound) {
    return subresources == 0
        && shown < mostShown
        && !asleep
        && hasNext()
        && hasPlace(throttling, bound)
        && !(hasLastOnly && leased > 0);
  }

  /** Whether it may get one more request, once it is due. */
  boolean hasPlace(Throttling throttling, int bound) {
    return heldFor == null && leased < mostLeases(throttling, bound);
  }

  private int mostLeases(Throttling throttling, int bound) {
    if (isInDoubt()) {
      return 1;
    }
    return switch (throttling) {
      case FIXED -> bound;
      case ADAPTED -> Math.min(bound, pace == null ? HostThrottle.FIRST_WINDOW : pace.window());
    };
  }

  /** Whether it answered when it was tried last, in this process. */
  boolean isAnswering() {
    return pace != null && pace.isAnswering();
  }

  /** Whether it did not answer when it was tried last. */
  boolean isInDoubt() {
    return pace != null && pace.isInDoubt();
  }

  /**
   * Records that a URL is given out; the next may be given out after the gap that the host needs.
   */
  void leased(long now, Throttling throttling) {
    leased++;
    if (lastLease > 0) {
      long gap = now - lastLease;
      leaseGap = leaseGap == 0 ? gap : leaseGap + (gap - leaseGap) / FADING;
    }
    lastLease = hasNext() ? now : 0;
    long gap = throttling == Throttling.FIXED || pace == null ? 0 : pace.gap(now);
    // A host that was late for its turn by less than a gap keeps the rate.
    due = Math.max(due, now - gap) + gap;
    rest = gap == 0 ? rest : due;
  }

  /** Whether a URL waits for its turn. */
  boolean hasNext() {
    return queued > 0;
  }

  /** URLs that wait for their turn. */
  long toDo() {
    return queued;
  }

  /** The time for all URLs that wait, in nanoseconds, by the delay alone. */
  long nanosToDo() {
    return (long) Math.min((double) queued * delay, Long.MAX_VALUE);
  }

  /** The same with those that are leased, for the delay and at the pace of late. */
  long nanosAtPace() {
    double gap = Math.max(delay, leaseGap);
    return (long) Math.min((queued + (double) leased) * gap, Long.MAX_VALUE);
  }

  /** Memory that URLs of this host take. */
  long windowBytes() {
    return window.bytes();
  }

  /** Whether the host can leave memory without a loss. */
  boolean isIdle(long now) {
    return queued == 0
        && atWork.isEmpty()
        && !hasGuests()
        && heldFor == null
        && !lined
        && due - now <= 0;
  }

  /** Whether all its state in memory is in rows, or can be learned again. */
  boolean maySleep() {
    return lined && candidateOf == null && !hasGuests() && atWork.isEmpty();
  }

  /** Whether a lease of it is out, or a call waits for one. */
  boolean hasGuests() {
    return leased > 0 || subresources > 0;
  }

  /**
   * Takes in a URL that is in the store.
   *
   * @param row as it is there
   * @param most URLs to keep in memory
   */
  void add(QueueEntry entry, byte[] row, int most) {
    queued++;
    hasLastOnly &= entry.isLast();
    noLongerAtWork(entry);
    if (isWhole || Long.compareUnsigned(entry.place(), end) < 0) {
      window.add(entry.place(), row);
      if (window.size() > most) {
        end = window.removeLast();
        isWhole = false;
      }
    }
  }

  /**
   * Takes out the URL whose turn it is; null if none can be asked yet.
   *
   * @param most URLs to keep in memory
   * @param later gets URLs that turn out not to be due
   */
  @Nullable QueueEntry poll(
      RowStore store, int most, long now, BiConsumer<HostQueue, QueueEntry> later) {
    while (window.isEmpty() && !isWhole) {
      refill(store, most, now, later);
    }
    if (window.isEmpty()) {
      return null;
    }
    QueueEntry next = QueueEntry.read(window.removeFirst());
    queued--;
    nowAtWork(next);
    return next;
  }

  /** Removes a URL that was taken out and is decided. */
  void decided(QueueEntry entry) {
    noLongerAtWork(entry);
  }

  private void refill(RowStore store, int most, long now, BiConsumer<HostQueue, QueueEntry> later) {
    byte[] from = FrontierKeys.queued(key, end);
    List<RowStore.Row> rows = store.range(from, FrontierKeys.queueEnd(key), most);
    for (RowStore.Row row : rows) {
      long place = FrontierKeys.place(row.key());
      if (atWork.contains(QueueEntry.found(place))) {
        continue;
      }
      if (QueueEntry.notBefore(row.value()) - now > 0) {
        QueueEntry entry = QueueEntry.read(row.value());
        queued--;
        nowAtWork(entry);
        later.accept(this, entry);
      } else {
        window.add(place, row.value());
      }
    }
    isWhole = rows.size() < most;
    end = isWhole ? 0 : FrontierKeys.place(rows.getLast().key()) + 1;
  }

  private void nowAtWork(QueueEntry entry) {
    if (atWork.isEmpty()) {
      atWork = new HashSet<>(4);
    }
    atWork.add(entry.found());
  }

  private void noLongerAtWork(QueueEntry entry) {
    if (!atWork.isEmpty() && atWork.remove(entry.found()) && atWork.isEmpty()) {
      atWork = Set.of();
    }
  }
}
