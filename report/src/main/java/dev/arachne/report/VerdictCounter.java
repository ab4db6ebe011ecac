package dev.arachne.report;

import dev.arachne.items.LongText;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Counts verdicts for progress and report. Confined to the crawl's loop. */
final class VerdictCounter {
  /** URLs named in the report for each status and reason. */
  private static final int EXAMPLES = 5;

  private static final int SLOWEST = 10;

  /**
   * The kinds of failures, of skips and of media types that are counted separately; all others are
   * one kind.
   */
  static final int MOST_KINDS = 100;

  private static final String OTHERS = "others";

  /** Characters of a kind, and of a URL that is an example. */
  private static final int MOST_KIND_TEXT = 200;

  private static final int MOST_URL_TEXT = 2_000;

  private final Map<Integer, Count> statuses = new TreeMap<>();
  private final Map<String, MediaCount> mediaTypes = new LinkedHashMap<>();
  private final Map<String, Count> skipped = new LinkedHashMap<>();
  private final Map<String, Count> failed = new LinkedHashMap<>();
  private final Map<String, Count> cut = new LinkedHashMap<>();
  private final PriorityQueue<CrawlReport.SlowPage> slowest =
      new PriorityQueue<>((a, b) -> a.time().compareTo(b.time()));
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
        String url = cut(verdict.discovery().url().toString(), MOST_URL_TEXT);
        String from = via == null ? "" : cut(via.toString(), MOST_URL_TEXT);
        examples.add(new CrawlReport.Example(url, from));
      }
    }

    void write(DataOutput out) throws IOException {
      out.writeLong(count);
      out.writeInt(examples.size());
      for (CrawlReport.Example example : examples) {
        LongText.write(out, example.url());
        LongText.write(out, example.via());
      }
    }

    static Count read(DataInput in) throws IOException {
      var count = new Count();
      count.count = in.readLong();
      for (int left = in.readInt(); left > 0; left--) {
        count.examples.add(new CrawlReport.Example(LongText.read(in), LongText.read(in)));
      }
      return count;
    }

    CrawlReport.Tally tally(UnaryOperator<String> names) {
      return new CrawlReport.Tally(
          count,
          examples.stream()
              .map(example ->
                  new CrawlReport.Example(names.apply(example.url()), names.apply(example.via())))
              .toList());
    }
  }

  private static final class MediaCount {
    private long count;
    private long bytes;
  }

  void add(Verdict verdict) {
    if (verdict.isOfNoPage()) {
      return;
    }
    if (verdict.disposition()
        instanceof Disposition.Dropped(DropReason reason, String detail, var _)) {
      dropped(verdict, reason, detail);
    } else {
      answered(verdict, verdict.disposition().answered().orElseThrow());
    }
  }

  private void dropped(Verdict verdict, DropReason reason, String detail) {
    Map<String, Count> counts =
        switch (reason.kind()) {
          case SKIPPED -> skipped;
          case FAILED -> failed;
        };
    String kind = kind(reason, detail, verdict.discovery().url().host());
    counts
        .computeIfAbsent(counted(counts, kind, reason.text() + ": " + OTHERS), _ -> new Count())
        .add(verdict);
    if (reason.kind() == DropReason.Kind.FAILED) {
      errors++;
    }
  }

  /** Removes the skips for a template, all URLs of which are visited now. */
  void opened(String template) {
    skipped.remove(ofTemplate(template));
  }

  private static String ofTemplate(String template) {
    return cut(DropReason.TRAP.text() + ": " + template, MOST_KIND_TEXT);
  }

  /**
   * The kind of a failure or skip. Failures are distinguished by the event, not by the place; skips
   * by the rule alone, or also by the template that is closed. The text after a colon in the
   * details of bad redirects and of exceptions is about this one URL.
   */
  private static String kind(DropReason reason, String detail, String host) {
    if (reason == DropReason.TRAP) {
      return ofTemplate(detail.split(", ", 2)[0]);
    }
    String what =
        switch (reason) {
          case BAD_REDIRECT, PROCESSING -> detail.split(": ", 2)[0];
          default -> detail.replace(" " + host, "");
        };
    return reason.kind() == DropReason.Kind.SKIPPED || what.isEmpty()
        ? reason.text()
        : cut(reason.text() + ": " + what, MOST_KIND_TEXT);
  }

  /** The name under which something of a kind is counted. */
  private static String counted(Map<String, ?> counts, String kind, String others) {
    return counts.containsKey(kind) || counts.size() < MOST_KINDS ? kind : others;
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "\u2026";
  }

  private void answered(Verdict verdict, Disposition.Answer answer) {
    answered++;
    bytes += answer.bytes();
    statuses.computeIfAbsent(answer.status(), _ -> new Count()).add(verdict);
    answer.cut().ifPresent(why -> cut.computeIfAbsent(why.text(), _ -> new Count()).add(verdict));
    if (answer.status() == 200) {
      String type = counted(mediaTypes, cut(answer.mediaType(), MOST_KIND_TEXT), OTHERS);
      MediaCount media = mediaTypes.computeIfAbsent(type, _ -> new MediaCount());
      media.count++;
      media.bytes += answer.bytes();
    }
    if (slowest.size() < SLOWEST || slowest.element().time().compareTo(answer.time()) < 0) {
      String url = cut(verdict.discovery().url().toString(), MOST_URL_TEXT);
      slowest.add(new CrawlReport.SlowPage(url, answer.time()));
      if (slowest.size() > SLOWEST) {
        slowest.remove();
      }
    }
  }

  /** Writes the present numbers, to be read by {@link #read}. */
  void write(DataOutput out) throws IOException {
    out.writeLong(answered);
    out.writeLong(errors);
    out.writeLong(bytes);
    out.writeInt(statuses.size());
    for (Map.Entry<Integer, Count> status : statuses.entrySet()) {
      out.writeInt(status.getKey());
      status.getValue().write(out);
    }
    out.writeInt(mediaTypes.size());
    for (Map.Entry<String, MediaCount> media : mediaTypes.entrySet()) {
      LongText.write(out, media.getKey());
      out.writeLong(media.getValue().count);
      out.writeLong(media.getValue().bytes);
    }
    write(out, skipped);
    write(out, failed);
    write(out, cut);
    out.writeInt(slowest.size());
    for (CrawlReport.SlowPage page : slowest) {
      LongText.write(out, page.url());
      out.writeLong(page.time().toNanos());
    }
  }

  /** Reads the numbers that {@link #write} wrote. */
  static VerdictCounter read(DataInput in) throws IOException {
    var counter = new VerdictCounter();
    counter.answered = in.readLong();
    counter.errors = in.readLong();
    counter.bytes = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      counter.statuses.put(in.readInt(), Count.read(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      var media = new MediaCount();
      counter.mediaTypes.put(LongText.read(in), media);
      media.count = in.readLong();
      media.bytes = in.readLong();
    }
    readInto(counter.skipped, in);
    readInto(counter.failed, in);
    readInto(counter.cut, in);
    for (int left = in.readInt(); left > 0; left--) {
      counter.slowest.add(
          new CrawlReport.SlowPage(LongText.read(in), Duration.ofNanos(in.readLong())));
    }
    return counter;
  }

  private static void write(DataOutput out, Map<String, Count> counts) throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<String, Count> count : counts.entrySet()) {
      LongText.write(out, count.getKey());
      count.getValue().write(out);
    }
  }

  private static void readInto(Map<String, Count> counts, DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      counts.put(LongText.read(in), Count.read(in));
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
      long toDo,
      StopReason stopReason,
      Optional<CrawlReport.ItemTally> items,
      Optional<CrawlReport.RenderTally> renderings,
      Optional<Instant> finishedBefore,
      UnaryOperator<String> names) {
    var counter = new TreeMap<Integer, CrawlReport.Tally>();
    statuses.forEach((status, count) -> counter.put(status, count.tally(names)));
    return new CrawlReport(
        roots,
        failedRoots,
        started,
        elapsed,
        counter,
        mediaTypes.entrySet().stream()
            .map(entry ->
                new CrawlReport.MediaTypeTally(
                    entry.getKey(), entry.getValue().count, entry.getValue().bytes))
            .sorted((a, b) -> Long.compare(b.count(), a.count()))
            .toList(),
        reasons(skipped, names),
        reasons(failed, names),
        reasons(cut, names),
        slowest.stream()
            .map(page -> new CrawlReport.SlowPage(names.apply(page.url()), page.time()))
            .sorted((a, b) -> b.time().compareTo(a.time()))
            .toList(),
        bytes,
        toDo,
        stopReason,
        items,
        renderings,
        finishedBefore,
        List.of());
  }

  private static List<CrawlReport.ReasonTally> reasons(
      Map<String, Count> counts, UnaryOperator<String> names) {
    return counts.entrySet().stream()
        .map(entry -> new CrawlReport.ReasonTally(entry.getKey(), entry.getValue().tally(names)))
        .sorted((a, b) -> Long.compare(b.urls().count(), a.urls().count()))
        .toList();
  }
}
