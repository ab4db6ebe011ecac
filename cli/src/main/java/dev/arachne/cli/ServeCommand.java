package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.index.CrawlSearch;
import dev.arachne.index.SearchServer;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** {@code arachne serve DIR}: a page to search a crawl with a browser. */
final class ServeCommand extends Verb {
  private static final int MOST_PORT = 65_535;

  private final Argument<Path> directory = directory();
  private final Argument<Integer> port =
      options
          .option("--port", "N", text -> (int) Values.number(text, 0, MOST_PORT))
          .help("The port to listen on. Default: a free port.");
  private final Argument<InetAddress> bind =
      options
          .option("--bind", "ADDRESS", TypedAddress::parse)
          .help(
              "The address to listen on; others than 127.0.0.1 allow access from other machines.");
  private final TypedEmbedding embedding = new TypedEmbedding(options);

  ServeCommand() {
    super("serve", "[OPTION]... DIR", "Serves a search page for a crawl to a browser.");
    footer(
        """
        Needs a crawl with --index, or arachne index. During a crawl, results grow with its index. It
        serves until ^C.

        Exit code: 1 the index cannot be read, or the port is taken; 2 a mistake at the command line.

        Example:
          arachne serve example.com.crawl --port 8090
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    var at = new InetSocketAddress(bind.or(InetAddress.ofLiteral("127.0.0.1")), port.or(0));
    CrawlSearch search = embedding.open(directory.typed());
    long pages = search.pages();
    String name = String.valueOf(directory.typed().toRealPath().getFileName());
    try (SearchServer server = SearchServer.start(search, name.replaceFirst("\\.crawl$", ""), at)) {
      out()
          .println(
              "%s searches the %s pages of %s; ^C ends it"
                  .formatted(
                      server.url(),
                      Quantity.count(pages),
                      TerminalText.escaped(directory.typed().toString())));
      out().flush();
      server.await();
    } catch (BindException e) {
      search.close();
      return failed("%s: %s; use another --port".formatted(at, e.getMessage()));
    }
    return ExitCode.DONE;
  }
}
