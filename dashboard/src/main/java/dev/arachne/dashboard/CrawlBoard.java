package dev.arachne.dashboard;

import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlReport;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The board of a crawl of one machine. Confined to one thread at a time. */
final class CrawlBoard implements Board {
  private final String name;
  private final DashboardSource crawl;

  /**
   * The timeline by looks at a crawl of this process; that of another crawl comes from its ledger.
   */
  private final Timeline looked = new Timeline();

  private final SiteTally site = new SiteTally();
  private Map<Outcome, Long> before = Map.of();
  private boolean hasLooked;
  private long lastLook;
  private boolean isComplete;

  /** The state of the crawl at the last look of any kind. */
  private Optional<DashboardSource.State> state = Optional.empty();

  CrawlBoard(String name, DashboardSource crawl) {
    this.name = name;
    this.crawl = crawl;
  }

  @Override
  public void glance() throws UsageException, IOException {
    if (crawl.isOwn()) {
      note(crawl.look(CrawlSnapshot.Detail.SUMS));
    }
  }

  @Override
  public String look() throws UsageException, IOException {
    DashboardSource.Sight sight = crawl.look(CrawlSnapshot.Detail.ALL);
    note(sight);
    state = Optional.of(sight.state());
    isComplete = crawl.read(site);
    List<LedgerEntry.Changed> changes = crawl.changes();
    boolean isPaused =
        sight.state() == DashboardSource.State.RUNNING
            && changes.stream().anyMatch(each -> each.change() instanceof Change.Pause);
    return BoardJson.of(
        name,
        isPaused ? sight.paused() : sight,
        hasLooked ? looked : site.timeline(),
        site,
        isComplete,
        crawl.log(),
        crawl.isControlled(),
        changes);
  }

  @Override
  public Optional<String> glimpse() throws UsageException, IOException {
    DashboardSource.Sight sight = crawl.look(CrawlSnapshot.Detail.ALL);
    note(sight);
    if (!state.equals(Optional.of(sight.state()))) {
      return Optional.empty();
    }
    isComplete = crawl.read(site);
    return Optional.of(BoardJson.part(sight, hasLooked ? Optional.of(looked) : Optional.empty()));
  }

  private void note(DashboardSource.Sight sight) {
    if (!crawl.isOwn() || sight.snapshot().isEmpty()) {
      return;
    }
    CrawlSnapshot now = sight.snapshot().get();
    long at = now.at().toEpochMilli();
    Map<Outcome, Long> sums = sums(now);
    if (hasLooked) {
      sums.forEach((outcome, sum) ->
          looked.add(lastLook, at, outcome, sum - before.getOrDefault(outcome, 0L)));
      looked.add(lastLook, at, now.progress().bottleneck().map(Bottleneck::kind));
    }
    lastLook = at;
    hasLooked = true;
    before = sums;
  }

  private static Map<Outcome, Long> sums(CrawlSnapshot now) {
    Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
    for (Map.Entry<Integer, CrawlReport.Tally> status : now.report().statuses().entrySet()) {
      sums.merge(Outcome.ofStatus(status.getKey()), status.getValue().count(), Long::sum);
    }
    sums.put(Outcome.FAILED, now.counts().failed());
    sums.put(Outcome.SKIPPED, now.counts().skipped());
    return sums;
  }
}
