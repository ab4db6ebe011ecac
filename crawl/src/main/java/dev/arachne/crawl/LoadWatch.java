package dev.arachne.crawl;

import dev.arachne.frontier.HostSurvey;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at a crawl's workers and its loop whenever it is asked to, and says what it saw of late.
 * Confined to the crawl's loop.
 */
final class LoadWatch {
  /** What "of late" means: two seconds of a live line. */
  private static final int LOOKS = 10;

  private final EventLoop loop;
  private final Rate waited;
  private final long waitedBefore;

  /** How many workers were at each stage, at each look. */
  private final ArrayDeque<Map<CrawlWorker.Stage, Integer>> looks = new ArrayDeque<>();

  LoadWatch(EventLoop loop) {
    this.loop = loop;
    this.waited = new Rate(loop.time());
    this.waitedBefore = loop.waitedNanos();
  }

  /**
   * Looks, and says what the load was of late.
   *
   * @param atRest how many workers that fetch only wait for a host's time to come
   */
  Load look(List<CrawlWorker> workers, int atRest, HostSurvey hosts) {
    Map<CrawlWorker.Stage, Integer> stages = new EnumMap<>(CrawlWorker.Stage.class);
    for (CrawlWorker worker : workers) {
      stages.merge(worker.stage(), 1, Integer::sum);
    }
    stages.merge(CrawlWorker.Stage.FETCHING, -atRest, Integer::sum);
    stages.merge(CrawlWorker.Stage.LEASING, atRest, Integer::sum);
    looks.add(stages);
    if (looks.size() > LOOKS) {
      looks.remove();
    }
    long resting = Math.max(hosts.resting(), atRest);
    double idle = waited.of(loop.waitedNanos() - waitedBefore) / 1e9;
    return new Load(
        average(CrawlWorker.Stage.LEASING),
        average(CrawlWorker.Stage.FETCHING),
        average(CrawlWorker.Stage.HANDLING),
        average(CrawlWorker.Stage.COMMITTING),
        Math.clamp(1 - idle, 0, 1),
        Math.max(hosts.busy(), resting),
        resting);
  }

  private double average(CrawlWorker.Stage stage) {
    return looks.stream().mapToInt(look -> look.getOrDefault(stage, 0)).average().orElse(0);
  }
}
