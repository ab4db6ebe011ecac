package dev.arachne.crawl;

import dev.arachne.frontier.HostSurvey;
import dev.arachne.http.ByteBudget;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Looks at a crawl's workers and its loops whenever it is asked to, and says what it saw of late.
 * Confined to the crawl's loop.
 */
final class LoadWatch {
  /** What "of late" means: two seconds of a live line. */
  private static final int LOOKS = 10;

  private final List<CrawlWorker> workers;
  private final Workshops workshops;
  private final ByteBudget pages;
  private final List<Idleness> loops;
  private final ArrayDeque<Look> looks = new ArrayDeque<>();

  /** How many workers were at each stage, at one look. */
  private record Look(
      int leasing, int fetching, int handling, int awaitingMemory, int committing) {}

  /** How much of its time a loop has had nothing to do of late. */
  private record Idleness(EventLoop loop, long before, Rate waited) {
    static Idleness of(EventLoop loop) {
      return new Idleness(loop, loop.waitedNanos(), new Rate(loop.time()));
    }

    double now() {
      return waited.of(loop.waitedNanos() - before) / 1e9;
    }
  }

  /** Watches a crew that may yet grow. */
  LoadWatch(List<CrawlWorker> workers, Workshops workshops, ByteBudget pages) {
    this.workers = workers;
    this.workshops = workshops;
    this.pages = pages;
    this.loops = workshops.loops().stream().map(Idleness::of).toList();
  }

  /** Looks, and says what the load was of late. */
  Load look(HostSurvey hosts) {
    looks.add(look());
    if (looks.size() > LOOKS) {
      looks.remove();
    }
    double idle = loops.stream().mapToDouble(Idleness::now).min().orElse(0);
    return new Load(
        looks.stream().mapToInt(Look::leasing).average().orElse(0),
        looks.stream().mapToInt(Look::fetching).average().orElse(0),
        looks.stream().mapToInt(Look::handling).average().orElse(0),
        looks.stream().mapToInt(Look::awaitingMemory).average().orElse(0),
        looks.stream().mapToInt(Look::committing).average().orElse(0),
        Math.clamp(1 - idle, 0, 1),
        hosts.busy(),
        hosts.resting());
  }

  private Look look() {
    int handling = workshops.handling();
    int awaitingMemory = pages.waiting();
    return new Look(
        at(CrawlWorker.Stage.LEASING),
        Math.max(0, at(CrawlWorker.Stage.VISITING) - handling - awaitingMemory),
        handling,
        awaitingMemory,
        at(CrawlWorker.Stage.COMMITTING));
  }

  private int at(CrawlWorker.Stage stage) {
    int count = 0;
    for (CrawlWorker worker : workers) {
      count += worker.stage() == stage ? 1 : 0;
    }
    return count;
  }
}
