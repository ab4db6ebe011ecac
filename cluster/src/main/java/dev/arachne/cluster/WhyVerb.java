package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.cli.Arachne;
import dev.arachne.frontier.HostPartition;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;

/** {@code arachne cluster why URL CRAWL}: shows all entries about one URL. */
final class WhyVerb extends ReadingVerb {
  private final Argument<String> url = required("URL", text -> text).help("The URL.");
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");

  private int code;

  WhyVerb() {
    super("why", "[OPTION]... URL CRAWL", "Tells what became of a URL in a crawl, and why.");
  }

  @Override
  protected int run() throws UsageException, IOException {
    Kept kept = kept(crawl.typed());
    if (!(Seed.of(url.typed()) instanceof Seed.Page(CrawlUrl page))) {
      throw new UsageException(url.typed(), "is a folder; use the URL of a page");
    }
    int shard = HostPartition.numberOf(page.host(), kept.shards());
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
