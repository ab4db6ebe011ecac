package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.cli.Arachne;
import dev.arachne.frontier.Share;
import dev.arachne.options.Root;
import dev.arachne.options.UsageException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;

/** {@code arachne cluster why URL CRAWL}: shows all entries about one URL. */
final class WhyVerb extends ReadingVerb {
  private final Argument<String> url = required("URL", text -> text).says("The URL.");
  private final Argument<String> crawl =
      required("CRAWL", text -> text).says("The name of the crawl.");

  private int code;

  WhyVerb() {
    super("why", "[OPTION]... URL CRAWL", "Tells what became of a URL in a crawl, and why.");
  }

  @Override
  protected int run() throws UsageException, IOException {
    Kept kept = kept(crawl.typed());
    if (!(Root.of(url.typed()) instanceof Root.Page(CrawlUrl page))) {
      throw new UsageException(url.typed(), "is a folder; use the URL of a page");
    }
    int shard = Share.numberOf(page.host(), kept.shards());
    read(
        kept,
        shard,
        directory ->
            code =
                Arachne.run(
                    new String[] {"why", page.toString(), directory.toString()}, out(), err()));
    return code;
  }
}
