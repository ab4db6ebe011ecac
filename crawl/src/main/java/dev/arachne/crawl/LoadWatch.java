package dev.arachne.crawl;

import dev.arachne.frontier.HostSurvey;
import dev.arachne.http.ByteBudget;
import dev.arachne.report.Bottleneck;
import dev.arachne.report.Load;
import dev.arachne.report.Rate;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * Samples a crawl's workers and loops on request, and returns the recent load. Confined to its
 * event loop.
 */
final class LoadWatch {
  /** Samples in the average: those of two seconds of the live line. */
  private static final int LOOKS = 10;

  private final List<CrawlWorker> workers;
  private final FetchLoops fetchLoops;
  private final ByteBudget pages;
  private final IntSupplier inBrowser;
  private final List<Idleness> loops;
  private final ArrayDeque<Look> looks = new ArrayDeque<>();

  /** One sample: workers without a URL, and waiting workers by bottleneck. */
  private record Look(int leasing, Map<Bottleneck.Kind, Integer> waiting) {}

  /** The recent share of time that a loop was idle. */
  private record Idleness(EventLoop loop, long before, Rate waited) {
    static Idleness of(EventLoop loop) {
      return new Idleness(loop, loop.waitedNanos(), new Rate(loop.time()));
    }

    double now() {
      return waited.of(loop.waitedNanos() - before) / 1e9;
    }
  }

  /**
   * Watches a crew that may still grow.
   *
   * @param inBrowser the number of workers that wait for the browser
   */
  LoadWatch(
      List<CrawlWorker> workers, FetchLoops fetchLoops, ByteBudget pages, IntSupplier inBrowser) {
    this.workers = workers;
    this.fetchLoops = fetchLoops;
    this.pages = pages;
    this.inBrowser = inBrowser;
    this.loops = fetchLoops.loops().stream().map(Idleness::of).toList();
  }

  /** Takes a sample and returns the recent load. */
  Load look(HostSurvey hosts) {
    looks.add(look());
    if (looks.size() > LOOKS) {
      looks.remove();
    }
    double idle = loops.stream().mapToDouble(Idleness::now).min().orElse(0);
    Map<Bottleneck.Kind, Double> waiting = new EnumMap<>(Bottleneck.Kind.class);
    for (Bottleneck.Kind part : looks.getLast().waiting().keySet()) {
      waiting.put(part, average(look -> look.waiting().get(part)));
    }
    return new Load(
        average(Look::leasing), waiting, Math.clamp(1 - idle, 0, 1), hosts.busy(), hosts.resting());
  }

  /** The number of workers that wait for a URL now. */
  int leasing() {
    return at(CrawlWorker.Stage.LEASING);
  }

  /** The number of workers by the bottleneck that they wait for now; not part of the average. */
  Map<Bottleneck.Kind, Integer> waiting() {
    return look().waiting();
  }

  private double average(ToIntFunction<Look> count) {
    return looks.stream().mapToInt(count).average().orElse(0);
  }

  private Look look() {
    Map<Bottleneck.Kind, Integer> waiting = new EnumMap<>(Bottleneck.Kind.class);
    waiting.put(Bottleneck.Kind.NAMES, fetchLoops.lookingUp());
    waiting.put(Bottleneck.Kind.HANDLERS, fetchLoops.handling());
    waiting.put(Bottleneck.Kind.SAVED_PAGES, fetchLoops.saving());
    waiting.put(Bottleneck.Kind.MEMORY, pages.waiting());
    waiting.put(Bottleneck.Kind.BROWSER, inBrowser.getAsInt());
    int elsewhere = waiting.values().stream().mapToInt(Integer::intValue).sum();
    waiting.put(Bottleneck.Kind.NETWORK, Math.max(0, at(CrawlWorker.Stage.VISITING) - elsewhere));
    waiting.put(Bottleneck.Kind.STORE, at(CrawlWorker.Stage.COMMITTING));
    waiting.put(Bottleneck.Kind.OUTPUTS, at(CrawlWorker.Stage.HANDING_OVER));
    return new Look(at(CrawlWorker.Stage.LEASING), waiting);
  }

  private int at(CrawlWorker.Stage stage) {
    int count = 0;
    for (CrawlWorker worker : workers) {
      count += worker.stage() == stage ? 1 : 0;
    }
    return count;
  }
}
