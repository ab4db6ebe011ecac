package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Has many URLs of a ledger requested once more, by passes through it; each slice of the ledger is
 * one commit. An interrupted pass can be repeated: URLs that wait for their visit, or have had it,
 * are skipped. Confined to the loop of its {@link Frontier}; its methods wait.
 */
public final class Reopenings {
  /** Entries of the ledger that are looked at in one commit. */
  private static final int AT_ONCE = 1_000;

  private final Frontier frontier;
  private final SitemapHints hints = new SitemapHints();

  Reopenings(Frontier frontier) {
    this.frontier = frontier;
  }

  private record Slice(Recrawls visits, long from, long to, long now) {}

  /** The changes that sitemaps list, which count for the choice of pages. */
  public SitemapHints hints() {
    return hints;
  }

  /**
   * Has URLs visited again that were visited last before a time.
   *
   * @param most how many at most, those with the most valuable visits first; {@link Long#MAX_VALUE}
   *     for all
   * @return how many are visited again, including those reopened by an earlier process
   * @throws IllegalStateException if the ledger is not kept on a disk
   */
  public long pages(Instant before, long most) {
    requireKept();
    if (most == Long.MAX_VALUE) {
      return pass(
          frontier.ledgerSize(),
          its -> its.visits.revisit(before, LongStream.range(its.from, its.to), its.now));
    }
    var due = new DuePages(before, most, hints);
    pass(
        frontier.ledgerSize(),
        its -> {
          its.visits.offerDue(due, before, its.from, its.to);
          return 0;
        });
    List<Long> positions = due.positions();
    return pass(
        positions.size(),
        its ->
            its.visits.revisit(
                before,
                LongStream.range(its.from, its.to).map(at -> positions.get((int) at)),
                its.now));
  }

  /**
   * Has sitemaps visited again that were visited last before a time.
   *
   * @return those that are
   */
  public Set<CrawlUrl> sitemaps(Instant before) {
    requireKept();
    Set<CrawlUrl> reopened = new HashSet<>();
    pass(
        frontier.ledgerSize(),
        its -> its.visits.revisitSitemaps(before, its.from, its.to, its.now, reopened::add));
    return reopened;
  }

  /**
   * Has URLs checked for existence that an earlier process has rejected since their hosts do not
   * belong to the crawl.
   *
   * @param isWanted which of them; on the thread of the store @return how many are asked
   * @throws IllegalStateException if the ledger is not kept on a disk
   */
  public long external(Predicate<CrawlUrl> isWanted) {
    requireKept();
    return pass(
        frontier.ledgerSize(), its -> its.visits.openExternal(its.from, its.to, isWanted, its.now));
  }

  private void requireKept() {
    if (!frontier.isKept()) {
      throw new IllegalStateException("only a ledger that is on a disk has earlier visits");
    }
  }

  /** The sum of the results of the slices up to an end. */
  private long pass(long end, ToLongFunction<Slice> work) {
    long sum = 0;
    for (long from = 0; from < end && !frontier.isOver(); from += AT_ONCE) {
      long begin = from;
      long to = Math.min(end, from + AT_ONCE);
      sum +=
          frontier.ask(
              shard -> work.applyAsLong(new Slice(shard.secondVisits(), begin, to, shard.now())));
    }
    return sum;
  }
}
