package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.store.RowStore;
import dev.arachne.traps.UrlTemplate;
import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Puts URLs that were decided back into the queues of their hosts: each is {@link
 * LedgerEntry.Reopened}, and its next verdict is of its next visit. Confined as its shard is.
 */
final class Recrawls {
  private final RowStore store;
  private final HostPartition share;
  private final LedgerWriter ledger;
  private final Hosts hosts;
  private final Backlog backlog;
  private final StoredCounts totals;
  private final Runnable onePageMore;

  /**
   * The second visits of a shard.
   *
   * @param onePageMore is called when a page is not charged any more
   */
  Recrawls(
      RowStore store,
      HostPartition share,
      LedgerWriter ledger,
      Hosts hosts,
      Backlog backlog,
      StoredCounts totals,
      Runnable onePageMore) {
    this.store = store;
    this.share = share;
    this.ledger = ledger;
    this.hosts = hosts;
    this.backlog = backlog;
    this.totals = totals;
    this.onePageMore = onePageMore;
  }

  /** Has a URL of the shard visited again, if it was decided; says whether it is. */
  boolean revisit(CrawlUrl url, long now) {
    if (!share.has(url)) {
      return false;
    }
    HostQueue host = hosts.of(url);
    Optional<LedgerWriter.Decision> decision = ledger.decision(url, host.key);
    decision.ifPresent(its -> reopen(its, host, now));
    return decision.isPresent();
  }

  /** Has a URL visited again that was visited once, and was a redirect then. */
  void revisitRedirect(CrawlUrl url, long now) {
    if (store.outlivesProcess() && share.has(url)) {
      HostQueue host = hosts.of(url);
      ledger
          .decision(url, host.key)
          .filter(its -> its.verdict().visit() == 1)
          .filter(its -> its.verdict().disposition() instanceof Disposition.Moved)
          .ifPresent(its -> reopen(its, host, now));
    }
  }

  /**
   * Offers pages whose last verdict is among these entries of the ledger, and older than that.
   * Sitemaps that were opened do not count as pages.
   */
  void offerDue(DuePages due, Instant before, long from, long to) {
    for (long position = from; position < to; position++) {
      LedgerEntry entry = ledger.entry(position);
      if (entry instanceof LedgerEntry.Reopened reopened && !entry.at().isBefore(before)) {
        if (!ledger.found(reopened.found()).discovery().priority().isSitemap()) {
          due.opened();
        }
      } else {
        lastDecision(entry, position, before).ifPresent(its -> due.offer(its, ledger));
      }
    }
  }

  /** Has URLs visited again whose last verdicts are at these positions, and older than that. */
  long revisit(Instant before, LongStream positions, long now) {
    return positions
        .filter(position -> {
          var last = lastDecision(ledger.entry(position), position, before);
          last.ifPresent(its -> revisit(its, now));
          return last.isPresent();
        })
        .count();
  }

  /**
   * Has sitemaps visited again that have answered, and whose last verdict is among these entries of
   * the ledger and older than that; returns how many.
   *
   * @param reopened gets each URL
   */
  long revisitSitemaps(Instant before, long from, long to, long now, Consumer<CrawlUrl> reopened) {
    return LongStream.range(from, to)
        .filter(position -> {
          var last =
              lastDecision(ledger.entry(position), position, before)
                  .filter(its -> its.discovery().priority().isSitemap())
                  .filter(its -> its.verdict().disposition() instanceof Disposition.Done);
          last.ifPresent(its -> {
            revisit(its, now);
            reopened.accept(its.discovery().url());
          });
          return last.isPresent();
        })
        .count();
  }

  /**
   * Has URLs visited whose last verdicts are among these entries of the ledger, and which were
   * skipped since their template brought nothing new.
   */
  void openTemplate(String template, long from, long to, long now) {
    for (long position = from; position < to; position++) {
      lastDecision(ledger.entry(position), position, Instant.MAX)
          .filter(its -> isSkippedFor(template, its))
          .ifPresent(its -> reopen(its, hosts.of(its.discovery().url()), now));
    }
  }

  private static boolean isSkippedFor(String template, LedgerWriter.Decision its) {
    return its.verdict().disposition()
            instanceof Disposition.Dropped(DropReason reason, var _, var _)
        && reason == DropReason.TRAP
        && UrlTemplate.of(its.discovery().url()).toString().equals(template);
  }

  private void revisit(LedgerWriter.Decision last, long now) {
    reopen(last, hosts.of(last.discovery().url()), now);
    if (Verdicts.isCharged(last.verdict().disposition())) {
      totals.charged--; // It is the same page, and is charged again at its verdict.
      onePageMore.run();
    }
  }

  /**
   * Has URLs asked that were rejected since their hosts do not belong to the crawl: those of which
   * the discoveries are among these entries of the ledger.
   *
   * @param isWanted which of them
   * @return how many are asked that were not before
   */
  long openExternal(long from, long to, Predicate<CrawlUrl> isWanted, long now) {
    long opened = 0;
    for (long position = from; position < to; position++) {
      if (ledger.entry(position) instanceof LedgerEntry.Found found
          && found.rejection().equals(Optional.of(DropReason.OTHER_HOST))
          && isWanted.test(found.url())) {
        HostQueue host = hosts.of(found.url());
        if (ledger.isLast(found.url(), host.key, position)) {
          openExternal(found.discovery(), host, position, now);
          opened++;
        }
      }
    }
    return opened;
  }

  private void openExternal(Discovery found, HostQueue host, long position, long now) {
    totals.reopened(new Disposition.Dropped(DropReason.OTHER_HOST, ""));
    long reopened = ledger.reopened(found.url(), host.key, position, now);
    var external =
        new Discovery(
            found.url(),
            found.via(),
            found.depth(),
            found.redirects(),
            Priority.EXTERNAL,
            Optional.empty());
    backlog.add(host, new QueueEntry(external, position, reopened, 2, 1, 0));
  }

  /** The verdict at a position, if it is the last entry about its URL and older than a time. */
  private Optional<LedgerWriter.Decision> lastDecision(
      LedgerEntry entry, long position, Instant before) {
    if (!(entry instanceof LedgerEntry.Decided decided) || !decided.at().isBefore(before)) {
      return Optional.empty();
    }
    CrawlUrl url = ledger.found(decided.found()).url();
    return ledger.decision(url, hosts.of(url).key).filter(its -> its.position() == position);
  }

  private void reopen(LedgerWriter.Decision decision, HostQueue host, long now) {
    LedgerEntry.Decided last = decision.verdict();
    totals.reopened(last.disposition());
    long position = ledger.reopened(decision, host.key, now);
    Discovery discovery = decision.discovery();
    backlog.add(host, new QueueEntry(discovery, last.found(), position, last.visit() + 1, 1, 0));
  }
}
