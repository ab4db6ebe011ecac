package dev.arachne.compare;

import dev.arachne.compare.Assignment.Work;
import dev.arachne.road.CrawlingStage;
import dev.arachne.road.Road;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs every stage of the road on the same pages, one after the other, and compares them. */
public final class Comparison {
  /** The time that one page may take, and the time that a JVM may take to start and warm up. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The stages that also fetch the list of films: those that did in the original programs, and the
   * last.
   */
  static final Set<Road> FILM_STAGES =
      EnumSet.of(
          Road.BLOCKING_SOCKET,
          Road.THREAD_POOL,
          Road.PROCESS_POOL,
          Road.VIRTUAL_THREADS,
          Road.GATHERED_FUTURES,
          Road.ARACHNE_CLIENT);

  private final CompareOptions options;
  private final Consumer<String> progress;
  private final LoopbackSite site;

  /** The first stage's result for each URL. */
  private @Nullable Map<String, String> expected;

  private @Nullable String difference;
  private Map<FilmParser, Duration> parsers = Map.of();

  private Comparison(CompareOptions options, Consumer<String> progress, LoopbackSite site) {
    this.options = options;
    this.progress = progress;
    this.site = site;
  }

  /**
   * Runs a comparison. It takes as long as the stages do, the serial ones above all.
   *
   * @param progress gets the present measurement, in a few words at a time
   * @throws IOException if a stage could not fetch a page; the message names both
   */
  public static CompareReport run(CompareOptions options, Consumer<String> progress)
      throws IOException {
    try (var site = LoopbackSite.start(options.pages(), options.latency())) {
      return new Comparison(options, progress, site)
          .report(LocalDateTime.now(ZoneId.systemDefault()));
    }
  }

  private CompareReport report(LocalDateTime begun) throws IOException {
    var stages = new ArrayList<StageFigures>();
    for (Road road : Road.values()) {
      progress.accept(road.number() + " of " + Road.values().length + ", " + road);
      stages.add(stage(road));
    }
    return new CompareReport(
        options, Machine.here(), begun, stages, parsers, Optional.ofNullable(difference));
  }

  private StageFigures stage(Road road) throws IOException {
    List<CrawlUrl> urls = options.hasOwnSite() ? site.pages() : options.urls();
    try (var jvm = new StageJvm(road, options.concurrency())) {
      var warmUp = new Assignment.WarmUp(texts(site.quick()), options.warmUp());
      jvm.ask(warmUp, Finding.Warm.class, PATIENCE.multipliedBy(3));
      Finding.Times list = times(jvm, road, Work.FETCH, urls);
      check(road, list.digests());
      Optional<Figures> crawl = Optional.empty();
      if (options.hasOwnSite() && road.stage(1) instanceof CrawlingStage) {
        Finding.Times times = times(jvm, road, Work.CRAWL, urls);
        check(road, times.digests());
        crawl = Optional.of(figures(times));
      }
      Optional<Figures> films =
          options.hasOwnSite() && FILM_STAGES.contains(road)
              ? Optional.of(films(jvm, road))
              : Optional.empty();
      if (films.isPresent() && road == Road.ARACHNE_CLIENT) {
        parsers = parsers(jvm);
      }
      return new StageFigures(road, figures(list), crawl, films, memory(jvm, road), road.lines());
    }
  }

  private Figures films(StageJvm jvm, Road road) throws IOException {
    Finding.Times times = times(jvm, road, Work.TITLES, site.films());
    checkTitles(road, times.titles());
    return figures(times);
  }

  /** The times of the parsers, in any stage's process, since they do not wait for pages. */
  private Map<FilmParser, Duration> parsers(StageJvm jvm) throws IOException {
    var parse = new Assignment.Parse(texts(site.films()), options.repeat(), options.warmUp());
    Finding.Parsed parsed =
        jvm.ask(parse, Finding.Parsed.class, PATIENCE.multipliedBy(1L + options.repeat()));
    var medians = new EnumMap<FilmParser, Duration>(FilmParser.class);
    for (FilmParser parser : FilmParser.values()) {
      checkTitles(parser, parsed.titles().getOrDefault(parser, List.of()));
      medians.put(parser, Figures.median(parsed.times().getOrDefault(parser, List.of())));
    }
    return medians;
  }

  private static void checkTitles(Object reader, List<String> titles) throws IOException {
    List<String> films =
        IntStream.rangeClosed(1, TopFilms.FILMS)
            .mapToObj(rank -> TopFilms.film(rank).title())
            .toList();
    if (!titles.equals(films)) {
      throw new IOException(reader + ": the titles of the films are not those of the list");
    }
  }

  private Finding.Times times(StageJvm jvm, Road road, Work work, List<CrawlUrl> urls)
      throws IOException {
    int runs = road.isSerial() ? 1 : options.repeat();
    int turns = 1 + urls.size() / road.atATime(options.concurrency());
    return jvm.ask(
        new Assignment.Timed(work, texts(urls), runs),
        Finding.Times.class,
        PATIENCE.multipliedBy(1L + (long) runs * turns));
  }

  private Optional<StageFigures.Memory> memory(StageJvm jvm, Road road) throws IOException {
    if (road.isSerial()) {
      return Optional.empty();
    }
    int waits = road.atATime(options.waits());
    var wait = new Assignment.Wait(texts(site.held(waits)), site.holding().toString());
    var all = jvm.ask(wait, Finding.Memory.class, PATIENCE.multipliedBy(3));
    return Optional.of(new StageFigures.Memory(waits, all.heap() / waits, all.resident() / waits));
  }

  private void check(Road road, Map<String, String> digests) {
    if (expected == null) {
      expected = digests;
    }
    if (difference == null && !digests.equals(expected)) {
      difference =
          expected.entrySet().stream()
              .filter(page -> !page.getValue().equals(digests.get(page.getKey())))
              .findFirst()
              .map(page ->
                  "%s returned something else for %s than %s"
                      .formatted(road, page.getKey(), Road.BLOCKING_SOCKET))
              .orElse(road + " returned pages that nobody asked for");
    }
  }

  private static Figures figures(Finding.Times times) {
    return new Figures(times.digests().size(), times.walls(), times.cpus(), times.peakThreads());
  }

  private static List<String> texts(List<CrawlUrl> urls) {
    return urls.stream().map(CrawlUrl::toString).toList();
  }
}
