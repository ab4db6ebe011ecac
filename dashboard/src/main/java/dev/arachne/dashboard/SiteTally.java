package dev.arachne.dashboard;

import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The sums of a crawl's ledger for its site: URLs by folder, the largest answers, the latest
 * failures, and when URLs were decided. It gets each entry once, in order. Memory is bounded,
 * regardless of the size of the crawl. Confined to one thread at a time.
 */
final class SiteTally {
  private static final int MOST_LARGEST = 10;
  private static final int MOST_FAILURES = 30;
  private static final int LONGEST_URL = 1_000;

  private final PathTree tree = new PathTree();
  private final Timeline timeline = new Timeline();
  private final PriorityQueue<Large> largest =
      new PriorityQueue<>(Comparator.comparingLong(Large::bytes));
  private final ArrayDeque<Failure> failures = new ArrayDeque<>();
  private long position;

  /** A URL and the bytes of its answer. */
  record Large(String url, long bytes, String mediaType) {}

  /** A URL that could not be fetched, or was answered with an error. */
  record Failure(Instant at, String url, String why) {}

  /** Adds the next entries. */
  void add(List<CommittedEntry> entries) {
    for (CommittedEntry entry : entries) {
      position = entry.position() + 1;
      switch (entry.entry()) {
        case LedgerEntry.Found found -> add(found);
        case LedgerEntry.Decided decided -> add(decided, entry.found().orElseThrow());
        case LedgerEntry.Tried tried ->
            fail(tried.at(), url(entry.found().orElseThrow()), tried.disposition().failure());
        case LedgerEntry.Reopened _,
            LedgerEntry.RulesFetched _,
            LedgerEntry.Departure _,
            LedgerEntry.SubresourceFetched _,
            LedgerEntry.Changed _,
            LedgerEntry.Begun _ -> {}
      }
    }
  }

  private void add(LedgerEntry.Found found) {
    Outcome outcome = found.rejection().map(Outcome::of).orElse(Outcome.PENDING);
    tree.add(found.url().toString(), outcome, 1, 0);
    if (outcome != Outcome.PENDING) {
      timeline.add(found.at().toEpochMilli(), outcome, 1);
    }
  }

  private void add(LedgerEntry.Decided decided, LedgerEntry.Found found) {
    Outcome outcome = Outcome.of(decided.disposition());
    Optional<Disposition.Answer> answer = decided.disposition().answered();
    long bytes = answer.map(Disposition.Answer::bytes).orElse(0L);
    timeline.add(decided.at().toEpochMilli(), outcome, 1);
    if (decided.visit() == 1) {
      tree.decide(found.url().toString(), outcome, bytes);
    }
    if (bytes > 0 && (largest.size() < MOST_LARGEST || largest.element().bytes() < bytes)) {
      largest.add(
          new Large(url(found), bytes, answer.map(Disposition.Answer::mediaType).orElse("")));
      if (largest.size() > MOST_LARGEST) {
        largest.remove();
      }
    }
    switch (outcome) {
      case BROKEN, FAULTY ->
          fail(decided.at(), url(found), "status " + answer.orElseThrow().status());
      case FAILED -> fail(decided.at(), url(found), why(decided.disposition()));
      case FINE, MOVED, SKIPPED, PENDING -> {}
    }
  }

  private static String why(Disposition.Final verdict) {
    return verdict instanceof Disposition.Dropped(var reason, String detail, var _)
        ? reason.text() + (detail.isEmpty() ? "" : ": " + detail)
        : "";
  }

  private void fail(Instant at, String url, String why) {
    failures.addLast(new Failure(at, url, cut(why)));
    if (failures.size() > MOST_FAILURES) {
      failures.removeFirst();
    }
  }

  private static String url(LedgerEntry.Found found) {
    return cut(found.url().toString());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_URL ? text : text.substring(0, LONGEST_URL) + "…";
  }

  /** The position of the next entry to add. */
  long position() {
    return position;
  }

  PathTree tree() {
    return tree;
  }

  Timeline timeline() {
    return timeline;
  }

  /** The largest answers, the largest first. */
  List<Large> largest() {
    List<Large> all = new ArrayList<>(largest);
    all.sort(Comparator.comparingLong(Large::bytes).reversed());
    return all;
  }

  /** The latest failures, the latest first. */
  List<Failure> failures() {
    return new ArrayList<>(failures).reversed();
  }
}
