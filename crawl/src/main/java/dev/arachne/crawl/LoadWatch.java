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
import java.util.function.ToIntFunction;

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

  /** How many workers had no URL at one look, and how many waited for what. */
  private record Look(int leasing, Map<Bottleneck.Kind, Integer> waiting) {}

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
    Map<Bottleneck.Kind, Double> waiting = new EnumMap<>(Bottleneck.Kind.class);
    for (Bottleneck.Kind part : looks.getLast().waiting().keySet()) {
      waiting.put(part, average(look -> look.waiting().get(part)));
    }
    return new Load(
        average(Look::leasing), waiting, Math.clamp(1 - idle, 0, 1), hosts.busy(), hosts.resting());
  }

  /** How many workers wait for a URL now. */
  int leasing() {
    return at(CrawlWorker.Stage.LEASING);
  }

  /** How many wait for what now; for no other look. */
  Map<Bottleneck.Kind, Integer> waiting() {
    return look().waiting();
  }

  private double average(ToIntFunction<Look> count) {
    return looks.stream().mapToInt(count).average().orElse(0);
  }

  private Look look() {
    Map<Bottleneck.Kind, Integer> waiting = new EnumMap<>(Bottleneck.Kind.class);
    waiting.put(Bottleneck.Kind.NAMES, workshops.lookingUp());
    waiting.put(Bottleneck.Kind.HANDLERS, workshops.handling());
    waiting.put(Bottleneck.Kind.SAVED_PAGES, workshops.saving());
    waiting.put(Bottleneck.Kind.MEMORY, pages.waiting());
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
