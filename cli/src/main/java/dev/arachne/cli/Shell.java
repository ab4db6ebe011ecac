package dev.arachne.cli;

import static dev.arachne.cli.RulesTrial.count;

import dev.arachne.browser.BrowserOptions;
import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.items.ItemRules;
import dev.arachne.items.Match;
import dev.arachne.items.PageDocument;
import dev.arachne.items.PageOrigin;
import dev.arachne.items.RulesException;
import dev.arachne.items.WorkLimitException;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.Headers;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** A page on which expressions are tried, a line each. Confined to one thread. */
final class Shell {
  /** Matches and links that are shown. */
  private static final int MOST_SHOWN = 10;

  private static final int MOST_LINKS = 100;

  /** Columns for the place of a match, at most. */
  private static final int PLACE_COLUMNS = 32;

  private static final String HELP =
      """
      li.film .title      CSS; also ::attr(NAME), ::text
      xpath://li/a/@href  XPath
      json:$..title       JSONPath in a page of JSON
      jsonld:$.name       JSONPath in JSON-LD
      regex:(\\d{4})       in the source of the page
      page:url            or source, status, time
      :rules FILE         the records of these rules
      :links  :headers  :source
      :open URL|FILE      another page
      :quit               or ^D
      """;

  private final PrintWriter out;
  private final PrintWriter err;
  private final RobotsPolicy robots;
  private final Optional<BrowserOptions> browser;
  private final int columns;
  private @Nullable PageSource source;
  private @Nullable PageDocument page;

  Shell(
      PrintWriter out,
      PrintWriter err,
      RobotsPolicy robots,
      Optional<BrowserOptions> browser,
      int columns) {
    this.out = out;
    this.err = err;
    this.robots = robots;
    this.browser = browser;
    this.columns = columns;
  }

  /** A line was wrong; the message says why. */
  private static final class WrongException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongException(String message) {
      super(message);
    }
  }

  /**
   * Opens a page and says which.
   *
   * @return whether there is one
   */
  boolean open(String place) {
    try {
      read(place);
      return true;
    } catch (WrongException e) {
      tell(e);
      return false;
    }
  }

  /**
   * Reads lines to the end, or to {@code :quit}.
   *
   * @return whether none was wrong
   */
  boolean run(ShellInput input) throws IOException {
    boolean allRight = true;
    for (Optional<String> line = input.line(); line.isPresent(); line = input.line()) {
      String typed = line.get().strip();
      if (typed.equals(":quit") || typed.equals(":q")) {
        break;
      }
      try {
        answer(typed);
      } catch (WrongException e) {
        tell(e);
        allRight = false;
      }
      out.flush();
    }
    return allRight;
  }

  private void tell(WrongException wrong) {
    out.flush();
    err.println("arachne shell: " + TerminalText.escaped(String.valueOf(wrong.getMessage())));
    err.flush();
  }

  private void answer(String typed) throws WrongException {
    String[] words = typed.split("\\s+", 2);
    String argument = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "" -> {}
      case ":help" -> out.print(HELP);
      case ":links" -> printLinks();
      case ":headers" -> printHeaders();
      case ":source" -> printSource();
      case ":open" -> read(named(argument, ":open URL or FILE"));
      case ":rules" -> tryRules(named(argument, ":rules FILE"));
      default -> {
        if (typed.startsWith(":") && !typed.matches(":[a-z-]+\\(.*|:(is|not|has|root)\\b.*")) {
          throw new WrongException("'" + words[0] + "' is not known; :help lists all");
        }
        printMatches(typed);
      }
    }
  }

  private static String named(String argument, String usage) throws WrongException {
    if (argument.isEmpty()) {
      throw new WrongException("nothing is named; use " + usage);
    }
    return argument;
  }

  private void read(String place) throws WrongException {
    PageSource read;
    try {
      read = PageSource.readPolitely(place, robots, _ -> browser);
    } catch (IOException | UsageException | TypeConversionException e) {
      throw new WrongException(String.valueOf(e.getMessage()));
    }
    source = read;
    int status = read.response().map(its -> its.status()).orElse(200);
    page =
        PageDocument.parse(read.bytes(), read.contentType(), read.url())
            .from(new PageOrigin(status, Optional.empty(), 0, Optional.empty()));
    String type = read.contentType().isEmpty() ? "" : ", " + read.contentType();
    out.println(
        fitting(
            TerminalText.escaped(
                PageSource.display(read.url())
                    + read.response().map(its -> "  " + its.status()).orElse("")
                    + "  "
                    + Quantity.bytes(read.bytes().length)
                    + type)));
    out.flush();
  }

  private PageDocument page() {
    return Objects.requireNonNull(page);
  }

  private void printMatches(String expression) throws WrongException {
    List<Match> matches;
    try {
      matches = page().matches(expression);
    } catch (RulesException | WorkLimitException e) {
      throw new WrongException(String.valueOf(e.getMessage()));
    }
    out.println(
        switch (matches.size()) {
          case 0 -> "no match";
          case 1 -> "1 match";
          default -> matches.size() + " matches";
        });
    List<Match> shown = matches.subList(0, Math.min(matches.size(), MOST_SHOWN));
    int width =
        Math.min(
            PLACE_COLUMNS, shown.stream().mapToInt(its -> its.place().length()).max().orElse(0));
    for (Match match : shown) {
      String place = width == 0 ? "" : ("%-" + width + "s  ").formatted(match.place());
      out.println(fitting("  " + TerminalText.escaped(place + match.text())));
    }
    if (matches.size() > shown.size()) {
      out.println("  ... " + (matches.size() - shown.size()) + " more");
    }
  }

  private void printLinks() {
    PageSource read = Objects.requireNonNull(source);
    Set<String> links = new LinkedHashSet<>();
    read.announced().forEach(link -> links.add(PageSource.display(link.url())));
    new LinkExtractor(LinkOptions.defaults())
        .extract(
            read.bytes(),
            read.contentType(),
            read.url(),
            (kind, target, note) -> links.add(PageSource.display(target.url())));
    read.scripted().forEach(link -> links.add(PageSource.display(link.url())));
    out.println(count(links.size(), "link"));
    links.stream()
        .limit(MOST_LINKS)
        .forEach(link -> out.println("  " + TerminalText.escaped(link)));
    if (links.size() > MOST_LINKS) {
      out.println("  ... " + (links.size() - MOST_LINKS) + " more");
    }
  }

  private void printHeaders() {
    var response = Objects.requireNonNull(source).response();
    if (response.isEmpty()) {
      out.println("a file has no headers");
      return;
    }
    out.println("status: " + response.get().status());
    Headers headers = response.get().headers();
    for (int i = 0; i < headers.count(); i++) {
      out.println(TerminalText.escaped(headers.name(i) + ": " + headers.value(i)));
    }
  }

  private void printSource() {
    page().source().lines().forEach(line -> out.println(TerminalText.escaped(line)));
  }

  private void tryRules(String file) throws WrongException {
    try {
      ItemRules rules = ScrapeRules.read(Path.of(file));
      out.print(RulesTrial.of(rules, page()).text());
    } catch (TypeConversionException | WorkLimitException | InvalidPathException e) {
      throw new WrongException(String.valueOf(e.getMessage()));
    }
  }

  /** A line of the terminal's width. */
  private String fitting(String line) {
    return line.length() <= columns ? line : line.substring(0, Math.max(1, columns - 3)) + "...";
  }
}
