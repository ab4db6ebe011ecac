package dev.arachne.dashboard;

import java.util.Optional;
import java.util.function.Supplier;

/** The board of a crawl of many workers. Confined to one thread at a time. */
final class ClusterBoard implements Board {
  private final String name;
  private final Supplier<ClusterSnapshot> crawl;
  private final Timeline timeline = new Timeline();
  private ClusterSnapshot last;

  ClusterBoard(String name, Supplier<ClusterSnapshot> crawl) {
    this.name = name;
    this.crawl = crawl;
    this.last = crawl.get();
  }

  @Override
  public void glance() {
    note();
  }

  @Override
  public String look() {
    note();
    return ClusterJson.of(name, last, timeline);
  }

  @Override
  public Optional<String> glimpse() {
    ClusterSnapshot.State before = last.state();
    note();
    return last.state() == before
        ? Optional.of(ClusterJson.part(last, timeline))
        : Optional.empty();
  }

  private void note() {
    ClusterSnapshot now = crawl.get();
    if (known(now) == known(last)) { // Else a shard brings its verdicts of earlier.
      add(now, Outcome.FINE, now.counts().fetched() - last.counts().fetched());
      add(now, Outcome.FAILED, now.counts().failed() - last.counts().failed());
      add(now, Outcome.SKIPPED, now.counts().skipped() - last.counts().skipped());
    }
    last = now;
  }

  private static long known(ClusterSnapshot crawl) {
    return crawl.shards().stream().filter(its -> its.heard().isPresent()).count();
  }

  private void add(ClusterSnapshot now, Outcome outcome, long urls) {
    timeline.add(last.at().toEpochMilli(), now.at().toEpochMilli(), outcome, urls);
  }
}
