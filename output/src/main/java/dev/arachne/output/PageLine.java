package dev.arachne.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.items.Item;
import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Verdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Writes a verdict as a line of each file of pages. Immutable.
 *
 * @param formats of the files, in their order
 * @param display turns URLs into the form that users know
 */
public record PageLine(List<ItemFormat> formats, UnaryOperator<String> display) {
  /** The columns of a table: all members of an object. */
  private static final List<String> COLUMNS =
      List.of(
          "url",
          "verdict",
          "status",
          "type",
          "bytes",
          "ms",
          "depth",
          "via",
          "location",
          "reason",
          "detail",
          "tries",
          "visit",
          "cut",
          "altSvc",
          "digest",
          "time",
          "title",
          "file");

  /** Writes lines of the files in the options of a crawl. */
  public static PageLine of(List<Path> files, UnaryOperator<String> display) {
    return new PageLine(files.stream().map(PageLine::format).toList(), display);
  }

  /** The format of a file of pages, by its name. */
  static ItemFormat format(Path file) {
    return ItemForm.ofName(file.toString())
        .filter(ItemForm::isTable)
        .orElse(ItemForm.JSONL)
        .format(COLUMNS);
  }

  /** The texts before the first line, each of its file. */
  public List<String> heads() {
    return formats.stream().map(ItemFormat::head).toList();
  }

  /** The lines, each for its file. */
  public List<OutputRecord> of(Verdict verdict, PageSummary page) {
    Item item = item(verdict, page);
    List<OutputRecord> lines = new ArrayList<>();
    for (int i = 0; i < formats.size(); i++) {
      byte[] line = formats.get(i).line(item).getBytes(UTF_8);
      lines.add(new OutputRecord(Outputs.numbered(Outputs.PAGES, i), line));
    }
    return lines;
  }

  /** The line of JSON, with its end. */
  public byte[] json(Verdict verdict) {
    return ItemFormat.jsonLines().line(item(verdict, PageSummary.NONE)).getBytes(UTF_8);
  }

  private Item item(Verdict verdict, PageSummary page) {
    Map<String, Object> line = new LinkedHashMap<>();
    Discovery discovery = verdict.discovery();
    line.put("url", display.apply(discovery.url().toString()));
    switch (verdict.disposition()) {
      case Disposition.Done(Disposition.Answer answer) -> {
        line.put("verdict", "fetched");
        put(line, answer);
      }
      case Disposition.Moved(Disposition.Answer answer, String target) -> {
        line.put("verdict", "redirected");
        put(line, answer);
        line.put("location", display.apply(target));
      }
      case Disposition.Dropped(DropReason reason, String detail, var answer) -> {
        line.put("verdict", reason.kind() == DropReason.Kind.SKIPPED ? "skipped" : "failed");
        line.put("reason", reason.text());
        if (!detail.isEmpty()) {
          line.put("detail", detail);
        }
        answer.ifPresent(its -> put(line, its));
      }
    }
    line.put("depth", discovery.depth());
    if (discovery.via() != null) {
      line.put("via", display.apply(discovery.via().toString()));
    }
    line.put("tries", verdict.attempts());
    if (verdict.visit() > 1) {
      line.put("visit", verdict.visit());
    }
    line.put("time", verdict.at().atOffset(ZoneOffset.UTC));
    if (!page.title().isEmpty()) {
      line.put("title", page.title());
    }
    if (!page.file().isEmpty()) {
      line.put("file", page.file());
    }
    return new Item(line);
  }

  private static void put(Map<String, Object> line, Disposition.Answer answer) {
    line.put("status", answer.status());
    line.put("type", answer.mediaType());
    line.put("bytes", answer.bytes());
    line.put("ms", BigDecimal.valueOf(answer.time().toNanos() / 1_000, 3));
    answer.cut().ifPresent(cut -> line.put("cut", cut.text()));
    answer.altSvc().ifPresent(offer -> line.put("altSvc", offer));
    answer.digest().ifPresent(digest -> line.put("digest", digest.toString()));
  }
}
