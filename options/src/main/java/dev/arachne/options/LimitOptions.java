package dev.arachne.options;

import dev.arachne.frontier.PathBudget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How large a crawl may become. Immutable.
 *
 * @param maxDepth links from a seed to a page at most; 0 fetches the seeds alone; {@link
 *     Integer#MAX_VALUE} for no bound
 * @param maxPages URLs fetched at most, from 1; {@link Long#MAX_VALUE} for no bound
 * @param maxTime time of crawling over all runs, after which the crawl stops; empty for no bound
 * @param maxBytes bytes received over all runs, after which the crawl stops; {@link Long#MAX_VALUE}
 *     is no bound
 * @param maxErrors URLs that failed over all runs, after which the crawl stops; {@link
 *     Long#MAX_VALUE} is no bound
 * @param budgets pages that are requested below paths of hosts at most
 * @param maxRedirects redirects from a URL to the page it leads to at most; 0 follows none
 * @param maxFileSize bytes of a body on the wire at most; a larger one is skipped; {@link
 *     Long#MAX_VALUE} is no bound
 * @param cutBodies the handling of incomplete bodies
 * @param byteRate bytes that are received in a second at most; {@link Long#MAX_VALUE} is no bound
 * @param hostByteRate the same from one host
 * @param memory bytes for data about URLs and hosts, for pages in flight, and for the store's
 *     caches; from 64 MiB. The JVM's heap has to be large enough: docs/memory.md
 */
public record LimitOptions(
    int maxDepth,
    long maxPages,
    Optional<Duration> maxTime,
    long maxBytes,
    long maxErrors,
    List<PathBudget> budgets,
    int maxRedirects,
    long maxFileSize,
    CutBodies cutBodies,
    long byteRate,
    long hostByteRate,
    long memory) {
  public LimitOptions {
    OptionTable.DEPTH.check(maxDepth);
    OptionTable.LIMIT.check(maxPages);
    OptionTable.MAX_TIME.check(maxTime);
    OptionTable.MAX_BYTES.check(maxBytes);
    OptionTable.MAX_ERRORS.check(maxErrors);
    budgets = List.copyOf(budgets);
    OptionTable.BUDGETS.check(budgets);
    OptionTable.MAX_REDIRECTS.check(maxRedirects);
    OptionTable.MAX_FILE_SIZE.check(maxFileSize);
    OptionTable.CUT_BODIES.check(cutBodies);
    OptionTable.LIMIT_RATE.check(byteRate);
    OptionTable.LIMIT_RATE_PER_HOST.check(hostByteRate);
    OptionTable.MEMORY.check(memory);
  }
}
