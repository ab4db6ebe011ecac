package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.index.CrawlIndexing;
import dev.arachne.index.IndexingReport;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** {@code arachne index DIR}: makes the index of a crawl, or brings it up to date. */
final class IndexCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final TypedEmbedding embedding = new TypedEmbedding(options);

  IndexCommand() {
    super("index", "[OPTION]... DIR", "Builds a search index of the pages of a crawl.");
    footer(
        """
        Needs a crawl with --index, --warc, --save or --from, or an import. New pages are added to an
        existing index; an interrupted run can be repeated. --embedding adds vectors for search by meaning.

        Exit code: 1 the crawl cannot be read, the index not be written, or the model not be asked;
        2 a mistake at the command line.

        Examples:
          arachne crawl example.com --warc
          arachne index example.com.crawl
          arachne search example.com.crawl "what I look for"
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Path crawl = directory.typed();
    Optional<URI> endpoint = embedding.endpoint();
    String model = endpoint.isPresent() ? EmbeddedCrawl.model(crawl, embedding.model()) : "";
    IndexingReport report = CrawlIndexing.of(crawl);
    out()
        .println(
            TerminalText.escaped(
                "%s: %s pages, %s verdicts taken in now"
                    .formatted(
                        report.directory(),
                        Quantity.count(report.pages()),
                        Quantity.count(report.verdicts()))));
    if (report.unread() > 0) {
      err()
          .println(
              "warning: of %s pages nothing was kept; they are found by their URLs and by links alone"
                  .formatted(Quantity.count(report.unread())));
    }
    return endpoint.isPresent() ? embed(crawl, endpoint.get(), model) : ExitCode.DONE;
  }

  private int embed(Path crawl, URI endpoint, String model) throws UsageException, IOException {
    out().flush();
    var report = EmbeddedCrawl.index(crawl, endpoint, model, () -> false);
    out().println(TerminalText.escaped(EmbeddedCrawl.text(report)));
    out().flush();
    return EmbeddedCrawl.warning(report, crawl).map(this::failed).orElse(ExitCode.DONE);
  }
}
