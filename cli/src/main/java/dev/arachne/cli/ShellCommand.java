package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalWidth;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne shell URL|FILE}: tries expressions on a page. */
final class ShellCommand extends Verb {
  /** Columns of a line where there is no terminal, or its width is unknown. */
  private static final int USUAL_COLUMNS = 100;

  private final Streams streams;
  private final Argument<String> place =
      optional("PAGE", text -> text).help("A URL (http:// may be omitted), or a file.");
  private final Argument<Boolean> ignoreRobots =
      options.flag("--ignore-robots").help("Fetch the page also if robots.txt disallows it.");
  private final RenderingArguments rendering =
      new RenderingArguments(section("Rendering"), "use the document");

  ShellCommand(Streams streams) {
    super(
        "shell",
        "[OPTION]... URL|FILE",
        "Tries expressions on a page: shows their matches, with the place of each.");
    this.streams = streams;
    footer(
        """
        Each line is an expression of arachne scrape: a CSS selector, xpath:XPATH, json:JSONPATH,
        jsonld:JSONPATH, regex:REGEX or page:url; or one of :links, :headers, :source, :open URL|FILE,
        :rules FILE (the records that the rules find on the page), :help and :quit. With --render, pages of
        the web are rendered, and files are read as they are.

        Exit code: 0 done; 1 there was no page, or a line of a pipe was wrong; 2 a mistake at the command
        line.

        Examples:
          arachne shell https://example.com/
          echo 'li.film .title' | arachne shell saved.html
        """);
  }

  @Override
  protected int run() throws IOException {
    String typed = place.or("");
    if (typed.isBlank()) {
      throw mistake("no page; use arachne shell URL, or a file");
    }
    RobotsPolicy robots = ignoreRobots.isOn() ? RobotsPolicy.IGNORE : RobotsPolicy.OBEY;
    try (ShellInput input = ShellInput.of(streams)) {
      int columns = input.isTerminal() ? TerminalWidth.ofProcess().columns() : 0;
      Optional<BrowserOptions> browser = rendering.browser(CrawlOptions.DEFAULT_USER_AGENT);
      var shell = new Shell(out(), err(), robots, browser, columns > 0 ? columns : USUAL_COLUMNS);
      if (!shell.open(typed)) {
        return ExitCode.FAILED;
      }
      boolean allRight = shell.run(input);
      return allRight || input.isTerminal() ? ExitCode.DONE : ExitCode.FAILED;
    } catch (TypeConversionException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }
}
