package dev.arachne.export;

import dev.arachne.content.PageContent;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.output.SavedName;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.Reading;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages of an export in the order of their first verdicts. They follow the ledger: after the
 * same entries they are the same, whether these were followed at once or by many runs. Confined to
 * one thread.
 *
 * <p>Each page's URL, name and digest are in memory.
 */
final class ExportedPages {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final String extension;
  private final Map<CrawlUrl, ExportedPage> pages = new LinkedHashMap<>();

  /** Names that are taken, in lower case, since some file systems ignore case. */
  private final Set<String> taken = new HashSet<>();

  /** The position in the ledger up to which it was followed. */
  private long position;

  /** An export without pages yet; {@code extension} is the end of their names. */
  ExportedPages(String extension) {
    this.extension = extension;
  }

  /** Takes a page of an earlier run. */
  void add(ExportedPage page) {
    pages.put(page.url(), page);
    taken.add(page.name().toLowerCase(Locale.ROOT));
  }

  Collection<ExportedPage> all() {
    return pages.values();
  }

  long position() {
    return position;
  }

  /** Sets the position up to which an earlier run has followed the ledger. */
  void position(long followed) {
    position = followed;
  }

  /** Follows the ledger to a position. */
  void follow(CrawlPages crawl, long end) throws IOException {
    crawl.from(
        position,
        verdict -> {
          if (verdict.position() < end) {
            follow(crawl, verdict);
          }
        });
    position = end;
  }

  private void follow(CrawlPages crawl, DecidedPage verdict) {
    @Nullable ExportedPage known = pages.get(verdict.url());
    if (verdict.isReadable()) {
      ExportedPage page = known == null ? added(crawl, verdict) : known;
      String digest = PageProvenance.of(crawl, verdict).digest();
      if (!page.isThere() || digest.isEmpty() || !digest.equals(page.digest)) {
        page.position = verdict.position();
        page.digest = digest;
      }
    } else if (known != null && isGone(verdict.entry().disposition())) {
      known.position = ExportedPage.GONE;
    }
  }

  /**
   * Whether a verdict means that a page is gone; a page that could not be fetched, or was
   * unchanged, stays.
   */
  private static boolean isGone(Disposition.Final verdict) {
    return switch (verdict) {
      case Disposition.Done(Disposition.Answer answer) ->
          !verdict.isUnchanged()
              && answer.status() != TOO_MANY_REQUESTS
              && answer.status() < SERVER_ERROR;
      case Disposition.Moved _ -> true;
      case Disposition.Dropped dropped -> dropped.reason().kind() == DropReason.Kind.SKIPPED;
    };
  }

  private ExportedPage added(CrawlPages crawl, DecidedPage verdict) {
    var page = new ExportedPage(verdict.url(), name(crawl.shown(verdict.url()), verdict.url()));
    add(page);
    return page;
  }

  /**
   * The name of the URL itself, if no other page has it. A folder does not end as files do, so its
   * name is never the name of a file.
   */
  private String name(String shown, CrawlUrl url) {
    String fingerprint = url.fingerprint().toString();
    String plain = withFolders(SavedName.of(shown, fingerprint));
    for (String path : new String[] {plain, SavedName.marked(plain, fingerprint)}) {
      String name = path + extension;
      if (name.length() <= SavedName.LONGEST_PATH
          && !taken.contains(name.toLowerCase(Locale.ROOT))) {
        return name;
      }
    }
    return SavedName.own(plain, fingerprint) + extension;
  }

  private String withFolders(String path) {
    return path.replaceAll("(?i)(" + java.util.regex.Pattern.quote(extension) + ")/", "$1_/");
  }

  /**
   * Reads the content of a page.
   *
   * @return empty if it cannot be read
   */
  Optional<PageContent> read(CrawlPages crawl, ExportedPage page) {
    if (crawl.contentOf(crawl.at(page.position)) instanceof Reading.Read(PageContent content)) {
      page.read = page.position;
      page.canonical = content.canonical().orElse(page.url());
      return Optional.of(content);
    }
    page.read = ExportedPage.GONE;
    return Optional.empty();
  }

  /**
   * Whether a page is omitted as a duplicate: the page that it names as canonical is there, and
   * names no other. All pages must have been read before.
   */
  boolean isDuplicate(ExportedPage page) {
    Optional<ExportedPage> canonical = canonical(page);
    return canonical.isPresent() && canonical(canonical.get()).isEmpty();
  }

  /** The other page that a page names, if it is there. */
  private Optional<ExportedPage> canonical(ExportedPage page) {
    return page.canonical.equals(page.url())
        ? Optional.empty()
        : Optional.ofNullable(pages.get(page.canonical)).filter(ExportedPage::isRead);
  }
}
