package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.mcp.Mcp;
import dev.arachne.options.AddressScope;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code arachne mcp [DIR]}: crawls as tools of a language model. */
final class McpCommand extends Verb {
  private static final int MOST_PORT = 65_535;

  /** The port for a URL without one, so that the setup of clients stays valid. */
  private static final String USUAL_PORT = "8642";

  private final Streams streams;

  private final Argument<Path> directory =
      optional("DIR", Path::of)
          .help(
              "The directory of a crawl, or a directory of crawls. Default: the working directory.");
  private final Argument<Integer> http =
      options
          .possibleOption("--http", "PORT", McpCommand::port)
          .help(
              "Listen for HTTP on PORT of this machine, or 8642. Default: use standard input and"
                  + " output.");
  private final Argument<Boolean> allowPrivate =
      options
          .flag("--allow-private")
          .help("Allow the crawl tool to contact private and local addresses.");

  McpCommand(Streams streams) {
    super(
        "mcp",
        "[OPTION]... [DIR]",
        "Runs a Model Context Protocol server, by which language models crawl, search and"
            + " read.");
    this.streams = streams;
    footer(
        """
        Tools: crawl, status, search, read, links, why. How to register it in a client: docs/mcp.md.

        Examples:
          arachne mcp example.com.crawl
          arachne mcp --http=8642
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    Path crawls = directory.or(Path.of(""));
    if (!Files.isDirectory(crawls)) {
      throw new UsageException(crawls.toString(), "is not a directory; use one that has crawls");
    }
    AddressScope addresses = allowPrivate.isOn() ? AddressScope.ANY : AddressScope.PUBLIC_ONLY;
    Mcp mcp = Mcp.of(crawls, addresses, Version.number(), WhyCommand::text);
    if (!http.isGiven()) {
      mcp.serve(streams.in(), streams.out());
      return ExitCode.DONE;
    }
    try (Mcp.Listening listening = mcp.listen(http.typed())) {
      out().println(listening.url() + " is served; ^C ends it");
      out().flush();
      listening.await();
    } catch (BindException e) {
      return failed("port %d: %s; use another".formatted(http.typed(), e.getMessage()));
    }
    return ExitCode.DONE;
  }

  private static int port(String text) {
    return (int) Values.number(text.isEmpty() ? USUAL_PORT : text, 0, MOST_PORT);
  }
}
