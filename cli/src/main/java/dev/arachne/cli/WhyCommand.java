package dev.arachne.cli;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.Reference;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.UsageException;
import dev.arachne.pages.ServedFolders;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;

/** {@code arachne why URL DIR}: the whole story of one URL in a crawl. */
final class WhyCommand extends Verb {
  private final Argument<String> url =
      required("URL", text -> text).help("The URL, or a file of a crawled folder.");
  private final Argument<Path> directory = directory();

  WhyCommand() {
    super("why", "URL DIR", "Explains what happened to a URL in a crawl, and why.");
    footer(
        """
        Exit code: 0 the URL was found by the crawl; 1 it was not; 2 a mistake at the command line.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    ServedFolders folders = ServedFolders.of(directory.typed());
    UrlStory story = UrlStory.of(folders.typed(url.typed()), directory.typed());
    out().print(folders.shownIn(text(story)));
    out().flush();
    return story.entries().isEmpty() && !story.isTooFar() ? ExitCode.FAILED : ExitCode.DONE;
  }

  static String text(UrlStory story) {
    var text = new StringBuilder();
    text.append(TerminalText.escaped(story.url().toString())).append('\n');
    if (story.entries().isEmpty()) {
      return text.append(
              story.isTooFar()
                  ? "  was found, so far only beyond --depth or --max-redirects\n"
                  : "  was never found\n")
          .toString();
    }
    for (int i = 0; i < story.entries().size(); i++) {
      text.append(line(story.entries().get(i)));
      if (story.archived().get(i) instanceof ArchivePlace place) {
        text.append(line(place));
      }
      if (story.renderings().get(i) instanceof RenderingNote rendering) {
        text.append(lines(rendering));
      }
    }
    if (!isEnd(story.entries().getLast())) {
      text.append(waiting(story));
    }
    story.robots().ifPresent(robots -> text.append(line(robots)));
    text.append("path from the seed\n");
    for (CrawlUrl step : story.way()) {
      text.append("  ").append(TerminalText.escaped(step.toString())).append('\n');
    }
    return text.toString();
  }

  private static String lines(RenderingNote rendering) {
    String why = TerminalText.escaped(rendering.why());
    if (rendering.way() == RenderingNote.Way.PASSED) {
      return "    taken as it came: " + why + "\n";
    }
    var text = new StringBuilder("    shown in a browser");
    text.append(why.isEmpty() ? "" : ", " + why);
    if (!rendering.failure().isEmpty()) {
      text.append("; not all of it: ").append(TerminalText.escaped(rendering.failure()));
    }
    text.append("; it brought ")
        .append(counted(rendering.links(), "link"))
        .append(" and ")
        .append(counted(rendering.words(), "word"));
    int requests = rendering.requests().count();
    text.append(requests == 0 ? "\n" : ", and asked for " + requests + ":\n");
    for (RenderingNote.Request request : rendering.requests().first()) {
      text.append("      ")
          .append(TerminalText.escaped(request.url() + ": " + request.outcome()))
          .append('\n');
    }
    if (!rendering.actions().isEmpty()) {
      text.append("      actions on it:\n");
    }
    for (RenderingNote.Action action : rendering.actions()) {
      text.append("        ")
          .append(TerminalText.escaped(action.text() + ": " + counted(action.links(), "link")))
          .append('\n');
    }
    if (!rendering.errors().isEmpty()) {
      text.append("      errors of its scripts:\n");
    }
    for (String error : rendering.errors()) {
      text.append("        ").append(TerminalText.escaped(error)).append('\n');
    }
    return text.toString();
  }

  private static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String waiting(UrlStory story) {
    String why =
        story
            .change()
            .map(by ->
                by.change() instanceof Change.Pause
                    ? "waits, since the crawl is paused by " + by.text()
                    : "is excluded by " + by.text() + ", unless that is undone")
            .orElse("waits for its turn");
    return "  " + TerminalText.escaped(why) + "\n";
  }

  private static boolean isEnd(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Found found -> found.rejection().isPresent();
      case LedgerEntry.Decided _ -> true;
      case LedgerEntry.Tried _,
          LedgerEntry.Reopened _,
          LedgerEntry.RulesFetched _,
          LedgerEntry.Departure _,
          LedgerEntry.SubresourceFetched _,
          LedgerEntry.Changed _,
          LedgerEntry.Begun _ ->
          false;
    };
  }

  private static String line(UrlStory.RobotsLine robots) {
    return TerminalText.escaped(
            "  %s  robots.txt was fetched: %s; %s it: %s"
                .formatted(
                    robots.fetched(),
                    robots.outcome(),
                    robots.verdict().allowed() ? "allows" : "disallows",
                    robots.verdict().reason()))
        + "\n";
  }

  private static String line(ArchivePlace place) {
    return "    archived in %s at %d, %d bytes: a %s record%s%s\n"
        .formatted(
            place.file(),
            place.offset(),
            place.length(),
            place.type().text(),
            place.payload().map(digest -> ", payload " + digest).orElse(""),
            place.refersTo().map(WhyCommand::text).orElse(""));
  }

  private static String text(Reference to) {
    return TerminalText.escaped(", the same as that of %s at %s".formatted(to.url(), to.date()));
  }

  private static String line(LedgerEntry entry) {
    String what =
        switch (entry) {
          case LedgerEntry.Found found ->
              "found, "
                  + way(found.discovery())
                  + found.rejection().map(reason -> "; skipped: " + reason.text()).orElse("");
          case LedgerEntry.Tried tried ->
              "%s%s: %s; again after %s"
                  .formatted(
                      attempt(tried),
                      asked(tried),
                      tried.disposition().failure(),
                      Quantity.time(tried.disposition().backOff()));
          case LedgerEntry.Decided decided ->
              "%s%s: %s%s%s"
                  .formatted(
                      attempt(decided),
                      asked(decided),
                      outcome(decided.disposition()),
                      digest(decided.disposition()),
                      repeats(decided.repeats()));
          case LedgerEntry.Reopened it -> "to be visited again: visit " + it.visit();
          case LedgerEntry.RulesFetched _,
              LedgerEntry.Departure _,
              LedgerEntry.SubresourceFetched _,
              LedgerEntry.Changed _,
              LedgerEntry.Begun _ ->
              "";
        };
    return "  " + entry.at() + "  " + TerminalText.escaped(what) + "\n";
  }

  private static String way(Discovery discovery) {
    return switch (discovery.priority()) {
      case PAGES, REQUISITES -> links(discovery.depth());
      case DETAILS -> "the detail page of a record, " + links(discovery.depth());
      case API -> "requested by a script of its page, " + links(discovery.depth());
      case GUESSES -> "in a script, " + links(discovery.depth());
      case EXTERNAL -> "of another site, " + links(discovery.depth());
      case SITEMAPS -> "a sitemap that robots.txt names";
      case INDEXED_SITEMAPS -> "a sitemap that an index of sitemaps lists";
      case USUAL_SITEMAPS -> "looked for, as robots.txt names no sitemap";
      case PROBES -> "a page that is not there, to see how its host answers";
    };
  }

  private static String links(int depth) {
    return depth == 0 ? "a seed" : depth + (depth == 1 ? " link" : " links") + " from a seed";
  }

  private static String attempt(LedgerEntry.Attempt entry) {
    String attempt = "try " + entry.attempt();
    return entry.visit() == 1 ? attempt : "visit " + entry.visit() + ", " + attempt;
  }

  private static String asked(LedgerEntry.Attempt entry) {
    return entry
        .exchange()
        .map(exchange ->
            ", asked %s at %s, %s"
                .formatted(
                    exchange.address().getHostAddress(),
                    exchange.sent(),
                    Quantity.time(exchange.took())))
        .orElse("");
  }

  private static String digest(Disposition disposition) {
    return disposition
        .answered()
        .flatMap(Disposition.Answer::digest)
        .map(digest -> "; " + digest)
        .orElse("");
  }

  private static String repeats(long repeats) {
    return repeats == 0
        ? ""
        : "; " + repeats + (repeats == 1 ? " more link" : " more links") + " to it";
  }

  static String outcome(Disposition.Final disposition) {
    return switch (disposition) {
      case Disposition.Done(Disposition.Answer answer) ->
          answer.status()
              + " "
              + Quantity.bytes(answer.bytes())
              + " "
              + answer.mediaType()
              + answer.cut().map(cut -> "; cut: " + cut.text()).orElse("")
              + answer.altSvc().map(offer -> "; its host also serves " + offer).orElse("");
      case Disposition.Moved(Disposition.Answer answer, String target) ->
          answer.status() + " -> " + target;
      case Disposition.Dropped(DropReason reason, String detail, var _) ->
          reason.text() + (detail.isEmpty() ? "" : " (" + detail + ")");
    };
  }
}
