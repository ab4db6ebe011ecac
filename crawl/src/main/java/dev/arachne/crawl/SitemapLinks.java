package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Priority;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.robots.RobotsDirective;
import dev.arachne.robots.RobotsDirectives;
import dev.arachne.runtime.EventLoop;
import dev.arachne.sitemap.Sitemap;
import dev.arachne.sitemap.SitemapEntry;
import dev.arachne.sitemap.SitemapFormat;
import dev.arachne.sitemap.SitemapIssue;
import dev.arachne.sitemap.SitemapOptions;
import dev.arachne.sitemap.SitemapReader;
import dev.arachne.sitemap.SitemapReading;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The stage of a visit that reads a sitemap: its entries go to the frontier in parts, while the
 * rest is still to be read. Confined to its event loop.
 */
final class SitemapLinks {
  /** Bytes of a sitemap that are requested. */
  static final long MOST_BYTES = SitemapOptions.defaults().maxBytes();

  /** Bytes from which the type of an XML document is sniffed. */
  private static final int SNIFFED_BYTES = 1 << 10;

  /** Bytes of a discovery without the text of its URL. */
  private static final int DISCOVERY_BYTES = 150;

  private final CrawlOptions options;
  private final boolean areWanted;
  private final Scope scope;
  private final Frontier frontier;
  private final PageLinks pages;
  private final boolean areHintsWanted;
  private final SitemapReader reader = new SitemapReader();

  SitemapLinks(CrawlOptions options, Scope scope, Frontier frontier, PageLinks pages) {
    this.options = options;
    this.areWanted = options.sitemaps() != SitemapPolicy.IGNORE;
    this.scope = scope;
    this.frontier = frontier;
    this.areHintsWanted = SecondVisit.areFewVisited(options);
    this.pages = pages;
  }

  /**
   * Reads an outcome, if it is a sitemap, and waits until its entries are committed.
   *
   * @param links gets notes of skipped entries
   * @param share holds the bytes of the entries
   * @return whether it is a sitemap
   */
  boolean read(
      Lease lease,
      RequestIdentity who,
      FetchOutcome outcome,
      FoundLinks links,
      ByteBudget.Share share) {
    if (!areWanted
        || lease.priority() == Priority.EXTERNAL
        || !(outcome instanceof FetchOutcome.Answered answered)
        || answered.response().status() != 200
        || answered.response().completeness() instanceof Completeness.TooLarge
        || who.hasEnded(answered.response())
        || !(lease.priority().isSitemap() || looksLikeSitemap(answered.response()))) {
      return false;
    }
    var listed = new Listed(lease, answered.response(), share);
    Sitemap sitemap = listed.read();
    if (sitemap.form() == SitemapFormat.UNKNOWN) {
      return false;
    }
    listed.whyCut(sitemap).ifPresent(links::cut);
    return true;
  }

  /** Whether a redirect from the usual place may lead to a sitemap. */
  static boolean isLikely(ParsedUrl target) {
    return target instanceof CrawlUrl url
        && (url.path().contains("sitemap")
            || url.path().endsWith(".xml")
            || url.path().endsWith(".gz"));
  }

  /** Whether a linked document is a sitemap, by its first bytes; one in gzip by its name. */
  private static boolean looksLikeSitemap(HttpResponse response) {
    int type = response.headers().find("Content-Type", 0);
    String contentType = type < 0 ? "" : response.headers().value(type);
    if (contentType.startsWith("text/html")) {
      return false;
    }
    String path = response.url().path();
    if (path.endsWith(".xml.gz")) {
      return true;
    }
    if (!contentType.contains("xml") && !path.endsWith(".xml")) {
      return false;
    }
    String start = new String(beginning(response), ISO_8859_1);
    return start.contains("<urlset") || start.contains("<sitemapindex");
  }

  private static byte[] beginning(HttpResponse response) {
    if (response.stored().isPresent()) {
      return blocking(response, () -> response.stored().get().beginning(SNIFFED_BYTES));
    }
    return response
        .content()
        .read((bytes, from, to) ->
            Arrays.copyOfRange(bytes, from, Math.min(to, from + SNIFFED_BYTES)));
  }

  private static <T> T blocking(HttpResponse response, Callable<T> work) {
    return EventLoop.current().offloadWhole("the sitemap " + response.url(), work);
  }

  /** One sitemap during reading. */
  private final class Listed {
    private final Lease lease;
    private final HttpResponse response;
    private final ByteBudget.Share share;
    private final List<SitemapEntry> entries = new ArrayList<>();
    private SitemapFormat form = SitemapFormat.UNKNOWN;

    /** Whether this is an index in an index, whose entries are not followed. */
    private boolean isNestedIndex;

    Listed(Lease lease, HttpResponse response, ByteBudget.Share share) {
      this.lease = lease;
      this.response = response;
      this.share = share;
    }

    Sitemap read() {
      if (response.stored().isEmpty()) {
        // The body does not change while the reading waits.
        return read(new ByteArrayInputStream(response.body()));
      }
      InputStream file = blocking(response, () -> response.stored().get().open());
      try {
        return read(file);
      } finally {
        blocking(
            response,
            () -> {
              file.close();
              return true;
            });
      }
    }

    private Sitemap read(InputStream in) {
      SitemapReading reading = reader.begin(in, lease.url(), this::entry);
      while (readPart(reading)) {
        offer();
        EventLoop.yieldNow();
      }
      offer();
      return reading.result();
    }

    private boolean readPart(SitemapReading reading) {
      if (response.stored().isPresent()) {
        return blocking(response, reading::readPart);
      }
      try {
        return reading.readPart();
      } catch (IOException e) {
        throw new UncheckedIOException("bytes in memory", e);
      }
    }

    private void entry(SitemapFormat its, SitemapEntry entry) {
      form = its;
      if (areHintsWanted && its != SitemapFormat.INDEX) {
        entry
            .lastModified()
            .ifPresent(at -> frontier.reopenings().hints().changed(entry.url(), at));
      }
      entries.add(entry);
    }

    /** Returns why entries were or may have been skipped, or empty if none were. */
    Optional<String> whyCut(Sitemap sitemap) {
      if (isNestedIndex) {
        return Optional.of("it is an index of sitemaps in an index of sitemaps");
      }
      Set<SitemapIssue> flaws = sitemap.flaws();
      if (flaws.contains(SitemapIssue.TOO_MANY_ENTRIES)) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "a sitemap may have %,d entries",
                SitemapOptions.defaults().maxEntries()));
      }
      if (flaws.contains(SitemapIssue.PACKED_TOO_TIGHTLY)) {
        return Optional.of("its gzip data would become too many bytes");
      }
      return flaws.contains(SitemapIssue.TOO_LONG) || !response.isComplete()
          ? Optional.of("a sitemap may have " + (MOST_BYTES >> 20) + " MiB, unpacked")
          : Optional.empty();
    }

    /** Orders pages by the site's hints: higher priority first, then the latest change first. */
    private static Comparator<SitemapEntry> byHints() {
      return Comparator.comparingDouble(SitemapEntry::priority)
          .thenComparing(
              entry -> entry.lastModified().orElse(null),
              Comparator.nullsFirst(Comparator.naturalOrder()))
          .reversed();
    }

    /** Offers the entries read up to now, and waits until they are committed. */
    private void offer() {
      entries.sort(byHints()); // The order holds within one part.
      List<Discovery> found = asksNotToFollow() ? List.of() : discoveries();
      entries.clear();
      if (!found.isEmpty()) {
        long bytes = 0;
        for (Discovery discovery : found) {
          bytes += DISCOVERY_BYTES + discovery.url().toString().length();
        }
        share.grow(bytes);
        frontier.found(lease, found);
        share.shrink(bytes);
      }
    }

    private List<Discovery> discoveries() {
      List<Discovery> found = new ArrayList<>();
      for (SitemapEntry entry : entries) {
        if (form == SitemapFormat.INDEX) {
          sitemap(entry.url(), found);
        } else {
          page(entry.url(), found);
          entry.alternates().forEach(alternate -> page(alternate, found));
        }
      }
      return found;
    }

    private void sitemap(CrawlUrl url, List<Discovery> found) {
      isNestedIndex |= lease.priority() == Priority.INDEXED_SITEMAPS;
      if (!isNestedIndex) {
        found.add(
            new Discovery(
                url,
                lease.url(),
                lease.depth(),
                0,
                Priority.INDEXED_SITEMAPS,
                scope.sitemapRejection(url, lease.url())));
      }
    }

    private void page(CrawlUrl listed, List<Discovery> found) {
      Optional<CrawlUrl> url = pages.filtered(listed, lease);
      if (url.isPresent()) {
        int depth = lease.depth() + 1;
        found.add(scope.discovery(url.get(), lease.url(), depth, 0, Priority.PAGES));
      }
    }

    private boolean asksNotToFollow() {
      return options.scope().nofollow() != NofollowPolicy.IGNORE
          && RobotsDirectives.ofHeaders(
                  response.headers().all("X-Robots-Tag"), options.network().robotsName())
              .has(RobotsDirective.NOFOLLOW);
    }
  }
}
