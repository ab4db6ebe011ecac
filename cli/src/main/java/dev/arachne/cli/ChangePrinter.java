package dev.arachne.cli;

import dev.arachne.directory.PageChanges;
import dev.arachne.directory.PageChanges.Change;
import dev.arachne.directory.PageChanges.Seen;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.TextDiffs;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Prints the changes on the sites of a crawl, as text or as lines of JSON. */
final class ChangePrinter {
  private final Map<Sort, Long> sums = new EnumMap<>(Sort.class);
  private final @Nullable PrintWriter text;
  private final @Nullable PrintWriter json;
  private final Diffs diffs;

  /** Whether the texts of pages that have changed are compared. */
  enum Diffs {
    TOLD,
    LEFT_OUT
  }

  private enum Sort {
    ADDED("added", '+'),
    CHANGED("changed", '~'),
    MOVED("moved", '>'),
    REMOVED("removed", '-');

    private final String word;
    private final char sign;

    Sort(String word, char sign) {
      this.word = word;
      this.sign = sign;
    }

    static Sort of(Change change) {
      return switch (change) {
        case Change.Added _ -> ADDED;
        case Change.Changed _ -> CHANGED;
        case Change.Moved _ -> MOVED;
        case Change.Removed _ -> REMOVED;
      };
    }
  }

  /**
   * A printer.
   *
   * @param text gets a line for each change; null for none
   * @param json gets an object for each change; null for none
   * @param diffs whether both get the changes in the texts of pages
   */
  ChangePrinter(@Nullable PrintWriter text, @Nullable PrintWriter json, Diffs diffs) {
    this.text = text;
    this.json = json;
    this.diffs = diffs;
  }

  /**
   * Checks that texts can be compared, if they are to be.
   *
   * @throws UsageException if the crawl has not kept them; the message has the option that keeps
   *     them
   */
  void check(Path crawl) throws UsageException, IOException {
    if (diffs == Diffs.TOLD) {
      CrawlPages.read(
          crawl,
          pages -> {
            pages.requireKept();
            return true;
          });
    }
  }

  /** Prints the changes of a crawl since a time, or since its last second visit began. */
  void print(Path crawl, Optional<Instant> since) throws UsageException, IOException {
    sums.clear();
    if (diffs == Diffs.TOLD) {
      CrawlPages.read(
          crawl,
          pages -> {
            var texts = new TextDiffs(pages);
            PageChanges.read(crawl, since, change -> print(change, diff(change, texts)));
            return true;
          });
    } else {
      PageChanges.read(crawl, since, change -> print(change, Optional.empty()));
    }
    for (PrintWriter each : new PrintWriter[] {text, json}) {
      if (each != null) {
        each.flush();
      }
    }
  }

  /** How many changes of each sort there were, in words. */
  String sums() {
    return sums.isEmpty()
        ? "no page has changed"
        : sums.entrySet().stream()
            .map(sum -> Quantity.count(sum.getValue()) + " " + sum.getKey().word)
            .collect(Collectors.joining(", ", "pages: ", ""));
  }

  private static Optional<String> diff(Change change, TextDiffs texts) {
    return change instanceof Change.Changed(var url, var before, var now)
        ? texts.of(url, before.at(), now.at())
        : Optional.empty();
  }

  private void print(Change change, Optional<String> diff) {
    sums.merge(Sort.of(change), 1L, Long::sum);
    if (text != null) {
      text.println(TerminalText.escaped(line(change)));
      diff.ifPresent(
          its -> its.lines().forEach(line -> text.println("  " + TerminalText.escaped(line))));
    }
    if (json != null) {
      json.print(
          JsonLine.of(object -> {
            write(object, change);
            diff.ifPresent(its -> object.writeStringProperty("diff", its));
          })
              + "\n");
    }
  }

  private static String line(Change change) {
    String page = Sort.of(change).sign + " " + change.url();
    return switch (change) {
      case Change.Added(var _, var via, var _) -> via == null ? page : page + "  <- " + via;
      case Change.Changed(var _, var before, var now) ->
          page + "  " + Quantity.bytes(before.bytes()) + " -> " + Quantity.bytes(now.bytes());
      case Change.Moved(var _, var to, var _, var now) -> page + "  " + now.status() + " -> " + to;
      case Change.Removed(var _, var _, var now) -> page + "  " + now.status();
    };
  }

  private static void write(JsonGenerator object, Change change) {
    object.writeStringProperty("change", Sort.of(change).word);
    object.writeStringProperty("url", change.url().toString());
    switch (change) {
      case Change.Added(var _, var via, var now) -> {
        if (via != null) {
          object.writeStringProperty("via", via.toString());
        }
        write(object, "now", now);
      }
      case Change.Changed(var _, var before, var now) -> {
        write(object, "before", before);
        write(object, "now", now);
      }
      case Change.Moved(var _, var to, var before, var now) -> {
        object.writeStringProperty("to", to);
        write(object, "before", before);
        write(object, "now", now);
      }
      case Change.Removed(var _, var before, var now) -> {
        write(object, "before", before);
        write(object, "now", now);
      }
    }
  }

  private static void write(JsonGenerator object, String name, Seen seen) {
    object.writeObjectPropertyStart(name);
    object.writeStringProperty("time", seen.at().toString());
    object.writeNumberProperty("status", seen.status());
    object.writeNumberProperty("bytes", seen.bytes());
    seen.digest()
        .map(PayloadDigest::toString)
        .ifPresent(digest -> object.writeStringProperty("digest", digest));
    object.writeEndObject();
  }
}
