package dev.arachne.findings;

import dev.arachne.findings.UrlFacts.Outcome;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Priority;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.MarkupReading;
import dev.arachne.pages.Reading;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inspection of a kept crawl, also while it runs: facts of URLs from its ledger, and the markup
 * of its pages from its notes, its archive or its saved files. Confined to one thread.
 */
public final class CrawlInspection {
  private final CrawlPages pages;
  private final Map<Long, Latest> latest = new HashMap<>();
  private @Nullable Instant began;
  private @Nullable Instant ended;

  /** The known facts of a URL: its discovery, and the position of its last verdict. */
  private static final class Latest {
    private final Discovery discovery;
    private final UrlFacts.Site site;
    private LedgerEntry.@Nullable Decided decided;
    private long position = -1;

    Latest(LedgerEntry.Found found) {
      this.discovery = found.discovery();
      this.site = found.isExternal() ? UrlFacts.Site.OTHER : UrlFacts.Site.OWN;
    }
  }

  private CrawlInspection(CrawlPages pages) {
    this.pages = pages;
  }

  /**
   * Inspects the crawl in a directory.
   *
   * @param sitemap the URLs in the sitemaps of the site; empty if they are not known
   * @throws UsageException if no crawl is kept there
   * @throws IOException if its files cannot be read
   */
  public static SiteReport of(Path crawl, Thresholds thresholds, Optional<Set<String>> sitemap)
      throws UsageException, IOException {
    return CrawlPages.read(
        crawl,
        pages -> {
          try (var inspector =
              new Inspector(
                  thresholds,
                  url -> CrawlUrl.parse(url) instanceof CrawlUrl its ? pages.shown(its) : url)) {
            sitemap.ifPresent(inspector::sitemap);
            return new CrawlInspection(pages).report(inspector);
          }
        });
  }

  private SiteReport report(Inspector inspector) throws IOException {
    readLedger();
    List<Latest> inOrder =
        latest.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(Map.Entry::getValue)
            .toList();
    for (Latest its : inOrder) {
      if (isOfNoPage(its)) {
        continue; // The crawl only guessed this URL.
      }
      inspector.url(facts(its));
      if (its.discovery.priority().isSitemap()) {
        inspector.sitemapAt(its.discovery.url().toString());
      }
    }
    long missing = 0;
    for (Latest its : inOrder) {
      if (its.position >= 0 && its.site == UrlFacts.Site.OWN) {
        missing += page(inspector, pages.at(its.position));
      }
    }
    notes(inspector, missing);
    List<String> roots = pages.options().seeds().roots();
    return inspector.report(roots, Optional.ofNullable(began), Optional.ofNullable(ended));
  }

  private static boolean isOfNoPage(Latest its) {
    if (its.decided == null) {
      return false;
    }
    Disposition came = its.decided.disposition();
    return came instanceof Disposition.Dropped(DropReason reason, String _, var _)
        && (reason == DropReason.NO_SITEMAP || reason == DropReason.PROBE);
  }

  private void readLedger() {
    pages
        .ledger()
        .read((entry, position) -> {
          switch (entry) {
            case LedgerEntry.Found found -> latest.put(position, new Latest(found));
            case LedgerEntry.Decided decided -> {
              Latest its = latest.get(decided.found());
              if (its != null) {
                its.decided = decided;
                its.position = position;
              }
              ended = decided.at();
            }
            case LedgerEntry.Begun begun -> began = began == null ? begun.at() : began;
            case LedgerEntry.Tried _,
                LedgerEntry.Reopened _,
                LedgerEntry.RulesFetched _,
                LedgerEntry.Changed _,
                LedgerEntry.SubresourceFetched _,
                LedgerEntry.Departure _ -> {}
          }
        });
  }

  /** Returns 1 if the page is HTML and its markup was not kept, else 0. */
  private int page(Inspector inspector, DecidedPage page) throws IOException {
    return switch (pages.markupOf(page)) {
      case MarkupReading.Read(var markup, var head) -> {
        inspector.page(page.url().toString(), markup, head == MarkupReading.Head.KNOWN);
        yield 0;
      }
      case MarkupReading.Unread(Reading.Why why) -> {
        boolean isMissing =
            page.isHtml() && (why == Reading.Why.NOT_KEPT || why == Reading.Why.DAMAGED);
        if (isMissing) {
          inspector.unread();
        }
        yield isMissing ? 1 : 0;
      }
    };
  }

  private void notes(Inspector inspector, long missing) {
    if (missing > 0) {
      String why =
          pages.options().outputs().notesMarkup()
              ? " They are larger than --memory has room for, or were crawled before --report."
              : " Crawl again with --report FILE, --warc or --save DIR for that.";
      inspector.note(
          "The markup of %s pages was not kept: for links on them only the first page that"
                  .formatted(missing)
              + " links to a URL is known, and nothing of their titles, fragments and texts."
              + why);
    }
  }

  private static UrlFacts facts(Latest its) {
    Discovery found = its.discovery;
    Optional<Disposition.Answer> answer =
        its.decided == null ? Optional.empty() : its.decided.disposition().answered();
    return new UrlFacts(
        found.url().toString(),
        found.via() instanceof CrawlUrl via ? via.toString() : "",
        found.depth(),
        outcome(its),
        answer.map(Disposition.Answer::status).orElse(0),
        answer.map(Disposition.Answer::mediaType).orElse(""),
        answer.map(Disposition.Answer::bytes).orElse(0L),
        answer.map(it -> it.time().toNanos() / 1_000).orElse(0L),
        target(its),
        detail(its),
        its.site);
  }

  private static Outcome outcome(Latest its) {
    if (its.decided == null) {
      return its.discovery.rejection().map(CrawlInspection::outcome).orElse(Outcome.PENDING);
    }
    return switch (its.decided.disposition()) {
      case Disposition.Done(var answer) when answer.status() < 400 -> Outcome.FINE;
      case Disposition.Done _ when its.discovery.priority() == Priority.GUESSES -> Outcome.LEFT;
      case Disposition.Done _ -> Outcome.BROKEN;
      case Disposition.Moved _ -> Outcome.REDIRECT;
      case Disposition.Dropped(DropReason reason, String detail, var _) ->
          reason == DropReason.ROBOTS_UNREACHABLE
                  && its.site == UrlFacts.Site.OTHER
                  && detail.contains("status ")
              ? Outcome.BLOCKED // Its host is there, and only its robots.txt is not.
              : outcome(reason);
    };
  }

  private static Outcome outcome(DropReason reason) {
    return switch (reason) {
      case OTHER_HOST, NOT_REQUISITE -> Outcome.OUTSIDE;
      case ROBOTS -> Outcome.BLOCKED;
      case TOO_MANY_REDIRECTS -> Outcome.TOO_FAR;
      case EXCLUDED,
          NOT_INCLUDED,
          OUT_OF_SCOPE,
          TOO_DEEP,
          BUDGET,
          TRAP,
          SAME_PAGE,
          PURPOSE,
          TOO_LARGE,
          NOT_ARCHIVED,
          NO_SITEMAP,
          GUESS,
          PROBE ->
          Outcome.LEFT;
      case LINKS_CUT, PROCESSING -> Outcome.FINE;
      case ROBOTS_UNREACHABLE, BAD_REDIRECT, LOGIN, FETCH, SOFT_404 -> Outcome.BROKEN;
    };
  }

  private static String target(Latest its) {
    if (its.decided != null
        && its.decided.disposition() instanceof Disposition.Moved(var _, String target)) {
      return CrawlUrl.parse(target) instanceof CrawlUrl url ? url.toString() : target;
    }
    return "";
  }

  private static String detail(Latest its) {
    if (its.decided == null) {
      return its.discovery.rejection().map(DropReason::text).orElse("");
    }
    return its.decided.disposition() instanceof Disposition.Dropped(var reason, var detail, var _)
        ? detail.isEmpty() ? reason.text() : reason.text() + ": " + detail
        : "";
  }
}
