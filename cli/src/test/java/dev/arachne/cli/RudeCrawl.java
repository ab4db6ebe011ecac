package dev.arachne.cli;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.HostTable;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.PolitenessTerms;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A kept crawl that sent two requests to an address at once, where it promised a gap. */
final class RudeCrawl {
  private RudeCrawl() {}

  /** Writes it to a directory. */
  static void write(Path directory) throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf("http://h0/")
            .sitemaps(SitemapPolicy.IGNORE)
            .robots(RobotsPolicy.IGNORE)
            .perHost(1)
            .addressDelay(Duration.ofSeconds(5))
            .build();
    OptionsFile.write(directory, KeptOptions.of(options));
    var store = DiskStore.open(DirectoryFormat.store(directory), 16 << 20);
    EventLoop.run(
        "rude",
        () -> {
          Frontier frontier =
              Frontier.open(EventLoop.current(), store, FrontierOptions.DEFAULT, _ -> {});
          Task<?> commits = EventLoop.current().spawn("frontier", frontier);
          frontier.begun(PolitenessTerms.text(options, HostTable.NONE));
          for (String host : List.of("h0", "h1")) {
            frontier.offer(Discovery.root(CrawlUrl.of("http://" + host + "/")));
            Lease lease = Objects.requireNonNull(frontier.lease());
            var exchange =
                new Exchange(
                    InetAddress.ofLiteral("20.0.0.1"),
                    Instant.parse("2026-11-21T18:05:00Z"),
                    Duration.ofMillis(500));
            frontier.complete(
                lease,
                Visit.of(new Disposition.Dropped(DropReason.FETCH, "reset"))
                    .over(List.of(exchange), Optional.empty()));
          }
          frontier.close();
          return commits.await();
        });
  }
}
