package dev.arachne.directory;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The decisions of a crawl about one URL, with their history. Immutable.
 *
 * @param url the URL
 * @param way from a seed to the URL, each found on the one before; empty if it was never found
 * @param entries of the ledger about the URL, in order; the first is its discovery
 * @param archived where the capture of each entry is in the crawl's archive, by the entry's index
 * @param renderings how it was shown in a browser, by the entry's index
 * @param robots the last verdict of its site's robots.txt on it; empty if that was never requested
 * @param change the change that keeps a waiting URL from being requested; empty if it may be
 * @param isTooFar whether it was found, but by paths that are too long, and a shorter one may turn
 *     up
 */
public record UrlStory(
    CrawlUrl url,
    List<CrawlUrl> way,
    List<LedgerEntry> entries,
    Map<Integer, ArchivePlace> archived,
    Map<Integer, RenderingNote> renderings,
    Optional<RobotsLine> robots,
    Optional<LedgerEntry.Changed> change,
    boolean isTooFar) {

  /**
   * The verdict of a site's robots.txt on a URL.
   *
   * @param fetched when the file had been requested
   * @param outcome the answer, such as {@code status 200}; may hold text from the web
   * @param verdict the line, and its meaning
   */
  public record RobotsLine(Instant fetched, String outcome, RobotsVerdict verdict) {
    static RobotsLine of(LedgerEntry.RulesFetched rules, String agent, CrawlUrl url) {
      RobotsRecord record = RobotsRecord.read(rules.rules());
      return new RobotsLine(rules.at(), record.text(), record.access().rules().verdict(agent, url));
    }
  }

  public UrlStory {
    way = List.copyOf(way);
    entries = List.copyOf(entries);
    archived = Map.copyOf(archived);
    renderings = Map.copyOf(renderings);
  }

  /**
   * The story of {@code typed} in the crawl that is kept in {@code directory}.
   *
   * @param typed a URL; for a page of a folder that was crawled, its {@code file:} URL as reports
   *     have it
   * @throws UsageException if no crawl is kept there, or {@code typed} is not a URL
   * @throws IOException if the crawl's files cannot be read
   */
  public static UrlStory of(String typed, Path directory) throws UsageException, IOException {
    String agent = CrawlOptions.recordedIn(directory).build().network().robotsName();
    String crawled = CrawlDirectory.crawledUrl(directory, typed);
    if (!(Seed.of(crawled) instanceof Seed.Page(CrawlUrl url))) {
      throw new UsageException(typed, "is a folder; use the URL of a page");
    }
    return DiskStore.read(
        DirectoryFormat.store(directory), rows -> of(url, agent, Ledger.of(rows)));
  }

  private static UrlStory of(CrawlUrl url, String agent, Ledger ledger) {
    List<LedgerEntry> entries = ledger.about(url);
    if (entries.isEmpty()) {
      return new UrlStory(
          url,
          List.of(),
          entries,
          Map.of(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          ledger.isTooFar(url));
    }
    List<CrawlUrl> way = ledger.way((LedgerEntry.Found) entries.getFirst());
    Optional<RobotsLine> robots =
        entries.size() == 1
            ? Optional.empty()
            : rules(ledger, url, entries.getLast().at())
                .map(rules -> RobotsLine.of(rules, agent, url));
    return new UrlStory(
        url,
        way,
        entries,
        notes(ledger, url, ArchivePlace.NOTES, ArchivePlace::read),
        notes(ledger, url, RenderingNote.NOTES, RenderingNote::read),
        robots,
        change(ledger, entries),
        false);
  }

  private static Optional<LedgerEntry.Changed> change(Ledger ledger, List<LedgerEntry> entries) {
    var found = (LedgerEntry.Found) entries.getFirst();
    Changes changes = ledger.changes();
    return found.rejection().isPresent() || entries.getLast() instanceof LedgerEntry.Decided
        ? Optional.empty()
        : changes.exclusion(found.discovery()).or(changes::pause);
  }

  private static <T> Map<Integer, T> notes(
      Ledger ledger, CrawlUrl url, String name, Function<byte[], T> reader) {
    Map<Integer, T> notes = new HashMap<>();
    List<Long> positions = ledger.positionsAbout(url);
    for (int i = 0; i < positions.size(); i++) {
      int index = i;
      ledger.note(name, positions.get(i)).ifPresent(note -> notes.put(index, reader.apply(note)));
    }
    return notes;
  }

  /** The rules in force: old ones, too, while new ones cannot be fetched. */
  private static Optional<LedgerEntry.RulesFetched> rules(Ledger ledger, CrawlUrl url, Instant at) {
    return ledger
        .rulesAt(url.origin(), at, RobotsRecord::isSaid)
        .map(position -> (LedgerEntry.RulesFetched) ledger.entry(position))
        .or(() -> ledger.rules(url.origin(), at));
  }
}
