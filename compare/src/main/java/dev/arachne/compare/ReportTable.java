package dev.arachne.compare;

import static java.util.stream.Collectors.joining;

import dev.arachne.road.Road;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link CompareReport} in words and cells, for a layout.
 *
 * @param setting the fetched pages, in a line
 * @param heads of the columns
 * @param stages a row for each, as many cells as heads
 * @param films the rows of the list of films, if it was fetched
 * @param notes the meaning of the columns
 */
record ReportTable(
    String setting,
    List<String> heads,
    List<List<String>> stages,
    List<List<String>> films,
    List<String> notes) {

  private static final String NONE = "–";

  static ReportTable of(CompareReport report) {
    return new ReportTable(
        setting(report.options()),
        List.of(
            "",
            "stage",
            "wall",
            "× latency",
            "CPU",
            "pages/s",
            "threads",
            "memory",
            "heap of it",
            "lines",
            "crawl"),
        report.stages().stream().map(stage -> row(stage, report)).toList(),
        report.stages().stream().flatMap(stage -> films(stage, report).stream()).toList(),
        notes(report));
  }

  private static String setting(CompareOptions options) {
    String late =
        options.latency().isZero() ? "" : ", each " + Shown.time(options.latency()) + " late";
    return "%s %s%s, up to %s at a time"
        .formatted(
            Shown.digits(options.count()),
            options.count() == 1 ? "page" : "pages",
            options.hasOwnSite() ? late : "",
            Shown.digits(options.concurrency()));
  }

  private static List<String> row(StageFigures stage, CompareReport report) {
    var cells = new ArrayList<>(cells(stage.road(), stage.list(), report));
    cells.add(
        stage
            .memory()
            .filter(memory -> memory.bytes() > 0)
            .map(memory -> Shown.bytes((double) memory.bytes()))
            .orElse(NONE));
    cells.add(
        stage
            .memory()
            .map(memory -> Shown.bytes((double) Math.max(0, memory.heap())))
            .orElse(NONE));
    cells.add("" + stage.lines());
    cells.add(stage.crawl().map(crawl -> Shown.time(crawl.wall())).orElse(NONE));
    return cells;
  }

  private static Optional<List<String>> films(StageFigures stage, CompareReport report) {
    return stage
        .films()
        .map(films -> {
          var cells = new ArrayList<>(cells(stage.road(), films, report));
          cells.addAll(List.of(NONE, NONE, NONE, NONE));
          return cells;
        });
  }

  private static List<String> cells(Road road, Figures figures, CompareReport report) {
    return List.of(
        "" + road.number(),
        road.toString(),
        Shown.time(figures.wall()),
        report.timesLatency(figures).map(Shown::digits).orElse(NONE),
        Shown.time(figures.cpu()),
        Shown.digits(figures.pagesPerSecond()),
        "" + figures.peakThreads());
  }

  private static List<String> notes(CompareReport report) {
    CompareOptions options = report.options();
    var notes = new ArrayList<String>();
    notes.add(
        "wall: the median of %d runs, of one where pages are fetched one by one; each stage in a JVM of its own, started and warm"
            .formatted(options.repeat()));
    notes.add("CPU: the mean of the runs, child processes included; the server is a process apart");
    notes.add("threads: platform threads at the peak; a child process counts as one");
    notes.add(
        "memory: what one more fetch takes while it waits, measured with %s at a time (%d in the pool of processes, none where they go one by one)"
            .formatted(Shown.digits(options.waits()), Road.PROCESS_POOL.atATime(options.waits())));
    notes.add(
        "lines: of the stage's own files, without comments and imports; its libraries have more");
    if (options.hasOwnSite()) {
      notes.add("crawl: the same pages, found by following links from the first");
    }
    if (!report.parsers().isEmpty()) {
      notes.add(
          report.parsers().entrySet().stream()
              .map(parser -> parser.getKey() + " " + Shown.time(parser.getValue()))
              .collect(
                  joining(
                      ", ", "titles: to read them out of the ten pages takes ", ", the median")));
    }
    return notes;
  }
}
