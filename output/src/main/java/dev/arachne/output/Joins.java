package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.KeptRow;
import dev.arachne.frontier.Lease;
import dev.arachne.items.Item;
import dev.arachne.items.PageFill;
import dev.arachne.items.PartialItem;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/**
 * Records that wait for the fields of their detail pages. Confined to the crawl's loop.
 *
 * <p>All of its state is in rows of the frontier's store, which are looked up by their keys. A
 * record that waits is a row, committed with the page that has it; the fields of each decided page
 * are another, committed with its verdict. So neither commit reads the other's row, and both may
 * come first. After each of them {@link #settle} looks for pairs. It writes a joined record to the
 * outputs and deletes the row of the record that waited, in one commit: however a process dies, a
 * record is written once. The next process looks through all rows once ({@link #resume}), for pairs
 * whose commits were the last ones.
 *
 * <pre>
 *   commit of the list page     p detail list slot -> rank 1
 *   commit of the detail page   o detail -> director
 *   commit of the pair          line of the output: rank 1, director; deletes p detail list slot
 * </pre>
 *
 * <p>A redirect sends its records on to its target. A record whose detail page has no fields is
 * written without them; so is, at the end, one whose detail page was never decided.
 */
final class Joins {
  /** Records that are joined in a commit, and URLs that are looked up, at a time. */
  private static final int AT_ONCE = 100;

  /** Redirects in a row from one page to another. */
  private static final int MOST_MOVES = 32;

  /** URLs without a visit of which the verdicts are remembered; others wait to the end. */
  private static final int MOST_UNVISITED = 10_000;

  private final Frontier frontier;
  private final ItemOutput output;
  private final ItemTarget target;
  private final UnaryOperator<Item> names;
  private final List<String> fields;

  /** Waits while the outputs have no room. */
  private final Runnable room;

  /** Coroutines that are to settle after the present one. */
  private final Condition turn;

  private boolean isTaken;

  /** URLs whose visits are being committed. */
  private final Set<CrawlUrl> visited = new HashSet<>();

  /** URLs that were decided without a visit, and have no row yet. */
  private Set<CrawlUrl> unvisited = new LinkedHashSet<>();

  private long waiting;

  Joins(
      EventLoop loop,
      Frontier frontier,
      ItemOutput output,
      ItemTarget target,
      UnaryOperator<Item> names,
      List<String> fields,
      Runnable room) {
    this.frontier = frontier;
    this.output = output;
    this.target = target;
    this.names = names;
    this.fields = fields;
    this.room = room;
    this.turn = new Condition(loop, "other records to be joined");
  }

  /** Records that wait. */
  long waiting() {
    return waiting;
  }

  /** The rows to commit with a visit. */
  ItemCommit commit(
      Lease lease, Disposition.Final verdict, PageRecords page, List<Discovery> found) {
    Set<CrawlUrl> onward =
        found.stream()
            .filter(discovery -> discovery.rejection().isEmpty())
            .map(Discovery::url)
            .collect(Collectors.toSet());
    List<KeptRow> rows = new ArrayList<>();
    List<CrawlUrl> details = new ArrayList<>();
    List<Optional<EncodedItems>> slots = new ArrayList<>();
    var tally = new Tally();
    for (PartialItem partial : page.partials()) {
      Optional<CrawlUrl> detail = partial.detail().filter(onward::contains);
      if (detail.isPresent()) {
        var record =
            new WaitingRecord(lease.url(), lease.visit(), slots.size(), detail.get(), partial);
        rows.add(KeptRow.lookup(JoinKeys.waiting(record), record.toBytes()));
        details.add(detail.get());
        slots.add(Optional.empty());
      } else {
        slots.add(Optional.of(joined(lease.url(), partial, List.of(), tally)));
      }
    }
    DetailOutcome outcome = DetailOutcome.of(lease, verdict, page.details(), found);
    rows.add(KeptRow.lookup(JoinKeys.outcome(lease.url()), outcome.toBytes()));
    details.add(lease.url());
    List<OutputRecord> records =
        new ArrayList<>(output.records(lease, verdict, page.ready(), slots, found));
    records.addAll(tally.rows());
    visited.add(lease.url());
    waiting += details.size() - 1;
    return new ItemCommit(records, rows, details);
  }

  /** Joins the records that a commit completes, which is over. */
  void committed(Lease lease, ItemCommit commit) {
    visited.remove(lease.url());
    settle(commit.details());
  }

  /** Takes in a verdict, with or without a visit. */
  void decided(Verdict verdict) {
    CrawlUrl url = verdict.discovery().url();
    boolean mayBeFoundNearer =
        verdict.disposition() instanceof Disposition.Dropped dropped
            && dropped.reason().dependsOnWay();
    if (!visited.contains(url) && !mayBeFoundNearer && unvisited.size() < MOST_UNVISITED) {
      unvisited.add(url);
    }
  }

  /** Joins the records that the last process has left. */
  void resume() {
    frontier.history().verdicts().forEach(this::decided);
    List<KeptRow> rows = waiting(JoinKeys.WAITING);
    for (; !rows.isEmpty(); rows = waiting(after(rows.getLast().key()))) {
      waiting += rows.size();
    }
    rows = waiting(JoinKeys.WAITING);
    for (; !rows.isEmpty(); rows = waiting(after(rows.getLast().key()))) {
      settle(byDetail(rows).keySet());
    }
  }

  /** Ends the wait of all records. */
  void end() {
    settle(List.of());
    for (List<KeptRow> rows = waiting(JoinKeys.WAITING);
        !rows.isEmpty();
        rows = waiting(JoinKeys.WAITING)) {
      byDetail(rows)
          .forEach((detail, its) -> {
            DetailOutcome outcome = outcomes(List.of(detail)).get(detail);
            DetailOutcome last = outcome == null ? DetailOutcome.NOTHING : last(outcome);
            join(its, last instanceof DetailOutcome.Fields fields ? fields.details() : List.of());
          });
    }
  }

  /** Joins records with those of some pages that are decided; one caller at a time. */
  private void settle(Collection<CrawlUrl> details) {
    while (isTaken) {
      turn.await(Deadline.NEVER);
    }
    isTaken = true;
    try {
      Set<CrawlUrl> given = unvisited;
      unvisited = new LinkedHashSet<>();
      for (List<CrawlUrl> some : parts(given)) {
        List<CrawlUrl> unknown = new ArrayList<>(some);
        unknown.removeAll(outcomes(some).keySet());
        keepNothing(unknown);
      }
      given.addAll(details);
      for (List<CrawlUrl> some : parts(given)) {
        outcomes(some).forEach(this::settle);
      }
    } finally {
      isTaken = false;
      turn.signal();
    }
  }

  private static List<List<CrawlUrl>> parts(Collection<CrawlUrl> urls) {
    return urls.stream().gather(Gatherers.windowFixed(AT_ONCE)).toList();
  }

  private void keepNothing(List<CrawlUrl> urls) {
    byte[] nothing = DetailOutcome.NOTHING.toBytes();
    frontier.keep(
        urls.stream().map(url -> KeptRow.lookup(JoinKeys.outcome(url), nothing)).toList());
  }

  private void settle(CrawlUrl detail, DetailOutcome outcome) {
    List<KeptRow> rows = waitingFor(detail);
    if (rows.isEmpty()) {
      return;
    }
    DetailOutcome last = last(outcome);
    for (; !rows.isEmpty(); rows = waitingFor(detail)) {
      room.run();
      switch (last) {
        case DetailOutcome.Fields(List<Item> details) -> join(rows, details);
        case DetailOutcome.Moved(CrawlUrl pending) -> move(rows, pending);
      }
    }
  }

  /** The end of a path of redirects; a redirect if its target is pending. */
  private DetailOutcome last(DetailOutcome first) {
    DetailOutcome outcome = first;
    for (int moves = 0; outcome instanceof DetailOutcome.Moved(CrawlUrl next); moves++) {
      DetailOutcome its = outcomes(List.of(next)).get(next);
      if (its == null) {
        return outcome;
      }
      outcome = moves == MOST_MOVES ? DetailOutcome.NOTHING : its;
    }
    return outcome;
  }

  private void join(List<KeptRow> rows, List<Item> details) {
    List<OutputRecord> records = new ArrayList<>();
    List<KeptRow> deleted = new ArrayList<>();
    var tally = new Tally();
    for (KeptRow row : rows) {
      WaitingRecord its = record(row);
      EncodedItems joined = joined(its.page(), its.partial(), details, tally);
      var filled = new FilledSlot(its.page(), its.slot(), joined);
      records.addAll(output.records(filled, its.visit()));
      deleted.add(KeptRow.lookup(row.key(), null));
    }
    records.addAll(tally.rows());
    waiting -= rows.size();
    frontier.record(records, deleted);
  }

  private void move(List<KeptRow> rows, CrawlUrl target) {
    List<KeptRow> moved = new ArrayList<>();
    for (KeptRow row : rows) {
      WaitingRecord its = record(row).at(target);
      moved.add(KeptRow.lookup(row.key(), null));
      moved.add(KeptRow.lookup(JoinKeys.waiting(its), its.toBytes()));
    }
    frontier.record(List.of(), moved);
  }

  private EncodedItems joined(CrawlUrl page, PartialItem partial, List<Item> details, Tally tally) {
    Item item = names.apply(partial.with(details));
    if (partial.kind() >= details.size() || details.get(partial.kind()).values().isEmpty()) {
      tally.alone++;
    }
    if (!partial.isComplete(item)) {
      tally.incomplete.add(item);
      return EncodedItems.NONE;
    }
    tally.complete.add(item);
    return new EncodedItems(1, target.bytes(page, List.of(item)));
  }

  private Map<CrawlUrl, DetailOutcome> outcomes(Collection<CrawlUrl> urls) {
    Map<CrawlUrl, DetailOutcome> outcomes = new LinkedHashMap<>();
    List<CrawlUrl> asked = List.copyOf(urls);
    List<byte[]> keys = asked.stream().map(JoinKeys::outcome).toList();
    int at = 0;
    for (KeptRow row : frontier.lookups(keys)) {
      while (!Arrays.equals(keys.get(at), row.key())) {
        at++;
      }
      outcomes.put(asked.get(at), DetailOutcome.read(value(row)));
    }
    return outcomes;
  }

  private List<KeptRow> waitingFor(CrawlUrl detail) {
    return frontier.lookups(JoinKeys.first(detail), JoinKeys.end(detail), AT_ONCE);
  }

  private List<KeptRow> waiting(byte[] from) {
    return frontier.lookups(from, JoinKeys.END, AT_ONCE);
  }

  private static Map<CrawlUrl, List<KeptRow>> byDetail(List<KeptRow> rows) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> record(row).detail(), LinkedHashMap::new, Collectors.toList()));
  }

  private static WaitingRecord record(KeptRow row) {
    return WaitingRecord.read(value(row));
  }

  private static byte[] value(KeptRow row) {
    return Objects.requireNonNull(row.value());
  }

  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** The fill of some joined records. */
  private final class Tally {
    private final List<Item> complete = new ArrayList<>();
    private final List<Item> incomplete = new ArrayList<>();
    private int alone;

    List<OutputRecord> rows() {
      PageFill fill = PageFill.of(complete, incomplete, alone, fields);
      return fill.isEmpty()
          ? List.of()
          : List.of(new OutputRecord(PageFill.OUTPUT, fill.toBytes()));
    }
  }
}
