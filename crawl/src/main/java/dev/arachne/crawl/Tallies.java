package dev.arachne.crawl;

import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.FrontierCounts;
import dev.arachne.frontier.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Counts verdicts for progress and report. Confined to the crawl's loop. */
final class Tallies {
  /** URLs named in the report for each status and reason. */
  private static final int EXAMPLES = 5;

  private static final int SLOWEST = 10;

  private final Map<Integer, Count> statuses = new TreeMap<>();
  private final Map<String, MediaCount> mediaTypes = new LinkedHashMap<>();
  private final Map<String, Count> skipped = new LinkedHashMap<>();
  private final Map<String, Count> failed = new LinkedHashMap<>();
  private final PriorityQueue<CrawlReport.SlowPage> slowest =
      new PriorityQueue<>(Comparator.comparing(CrawlReport.SlowPage::time));
  private long answered;
  private long errors;
  private long bytes;

  /** URLs of one status or reason. */
  private static final class Count {
    private final List<CrawlReport.Example> examples = new ArrayList<>();
    private long count;

    void add(Verdict verdict) {
      if (count++ < EXAMPLES) {
        var via = verdict.discovery().via();
        String url = verdict.discovery().url().toString();
        examples.add(new CrawlReport.Example(url, via == null ? "" : via.toString()));
      }
    }

    CrawlReport.Tally tally(Names names) {
      return new CrawlReport.Tally(
          count,
          examples.stream()
              .map(example ->
                  new CrawlReport.Example(
                      names.display(example.url()), names.display(example.via())))
              .toList());
    }
  }

  private static final class MediaCount {
    private long count;
    private long bytes;
  }

  void add(Verdict verdict) {
    switch (verdict.disposition()) {
      case Disposition.Done(Disposition.Answer answer) -> answered(verdict, answer);
      case Disposition.Moved(Disposition.Answer answer, String _) -> answered(verdict, answer);
      case Disposition.Dropped(DropReason reason, String detail, var _) -> {
        Map<String, Count> counts =
            switch (reason.kind()) {
              case SKIPPED -> skipped;
              case FAILED -> failed;
            };
        counts.computeIfAbsent(textOf(reason, detail), _ -> new Count()).add(verdict);
        if (reason.kind() == DropReason.Kind.FAILED) {
          errors++;
        }
      }
    }
  }

  /** Failures are told apart by what happened, skips by the rule alone. */
  private static String textOf(DropReason reason, String detail) {
    return switch (reason.kind()) {
      case SKIPPED -> reason.text();
      case FAILED -> detail.isEmpty() ? reason.text() : reason.text() + ": " + detail;
    };
  }

  private void answered(Verdict verdict, Disposition.Answer answer) {
    answered++;
    bytes += answer.bytes();
    statuses.computeIfAbsent(answer.status(), _ -> new Count()).add(verdict);
    if (answer.status() == 200) {
      MediaCount media = mediaTypes.computeIfAbsent(answer.mediaType(), _ -> new MediaCount());
      media.count++;
      media.bytes += answer.bytes();
    }
    if (slowest.size() < SLOWEST || slowest.element().time().compareTo(answer.time()) < 0) {
      slowest.add(new CrawlReport.SlowPage(verdict.discovery().url().toString(), answer.time()));
      if (slowest.size() > SLOWEST) {
        slowest.remove();
      }
    }
  }

  long answered() {
    return answered;
  }

  long errors() {
    return errors;
  }

  long bytes() {
    return bytes;
  }

  CrawlReport report(
      List<String> roots,
      List<String> failedRoots,
      Instant started,
      Duration elapsed,
      FrontierCounts counts,
      StoppedBy stoppedBy,
      Names names) {
    var tallies = new TreeMap<Integer, CrawlReport.Tally>();
    statuses.forEach((status, count) -> tallies.put(status, count.tally(names)));
    return new CrawlReport(
        roots,
        failedRoots,
        started,
        elapsed,
        tallies,
        mediaTypes.entrySet().stream()
            .map(entry ->
                new CrawlReport.MediaTypeTally(
                    entry.getKey(), entry.getValue().count, entry.getValue().bytes))
            .sorted(Comparator.comparingLong(CrawlReport.MediaTypeTally::count).reversed())
            .toList(),
        reasons(skipped, names),
        reasons(failed, names),
        slowest.stream()
            .map(page -> new CrawlReport.SlowPage(names.display(page.url()), page.time()))
            .sorted(Comparator.comparing(CrawlReport.SlowPage::time).reversed())
            .toList(),
        bytes,
        counts.pending(),
        stoppedBy);
  }

  private static List<CrawlReport.ReasonTally> reasons(Map<String, Count> counts, Names names) {
    return counts.entrySet().stream()
        .map(entry -> new CrawlReport.ReasonTally(entry.getKey(), entry.getValue().tally(names)))
        .sorted(
            Comparator.comparingLong((CrawlReport.ReasonTally reason) -> reason.urls().count())
                .reversed())
        .toList();
  }
}
