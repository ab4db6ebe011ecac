package dev.arachne.directory;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes on the sites of a crawl from one time to another, by its ledger: pages that were
 * added, changed, moved or removed. Only answers count: a page that could not be fetched, or whose
 * host answered with an error of its own, counts as unchanged. A page is removed only if its host
 * has answered for another page meanwhile.
 *
 * <p>Confined to one thread; memory grows with the number of changes.
 */
public final class PageChanges {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private final Ledger ledger;
  private final Instant since;

  /** The instants at which processes began to work on the crawl. */
  private final NavigableSet<Instant> begins = new TreeSet<>();

  /** The sites that have answered with a page, by the process that requested it. */
  private final Set<WellSite> well = new HashSet<>();

  /** Pages that were absent before, by their content. */
  private final Map<PayloadDigest, CrawlUrl> added = new HashMap<>();

  /** The content of pages that are gone. */
  private final Set<PayloadDigest> lost = new HashSet<>();

  /** The new URLs of moved pages, which are not reported as added. */
  private final Set<CrawlUrl> targets = new HashSet<>();

  private PageChanges(Ledger ledger, Instant since) {
    this.ledger = ledger;
    this.since = since;
  }

  /**
   * A change, and its evidence.
   *
   * <p>Each has the URL of the page.
   */
  public sealed interface Change {
    /** The page that it is about; its old URL if it has moved. */
    CrawlUrl url();

    /** A page that was absent before. */
    record Added(CrawlUrl url, @Nullable CrawlUrl via, Seen now) implements Change {}

    /** A page with another body. */
    record Changed(CrawlUrl url, Seen before, Seen now) implements Change {}

    /** A page at another URL: the old URL redirects there, or is gone and its body is there. */
    record Moved(CrawlUrl url, String to, Seen before, Seen now) implements Change {}

    /** A page that is gone. */
    record Removed(CrawlUrl url, Seen before, Seen now) implements Change {}
  }

  /**
   * A site that has answered with a page.
   *
   * @param site whose page it was
   * @param begin of the process that has requested it
   */
  private record WellSite(Origin site, Instant begin) {}

  /**
   * A response.
   *
   * @param at when it was
   * @param status the HTTP status code
   * @param bytes of the body as they came
   * @param digest of the body, decoded; empty without one
   */
  public record Seen(Instant at, int status, long bytes, Optional<PayloadDigest> digest) {
    static Seen of(LedgerEntry.Decided decided, Disposition.Answer answer) {
      return new Seen(decided.at(), answer.status(), answer.bytes(), answer.digest());
    }
  }

  /** The state of a URL by one verdict. */
  private sealed interface State {
    /** A page, as it was read last. */
    record There(Seen seen) implements State {}

    /** A redirect to another URL. */
    record Elsewhere(Seen seen, String target) implements State {}

    /** An absent page. */
    record Missing(Seen seen) implements State {}
  }

  /**
   * Reads the changes of a kept crawl, in the order of its verdicts, also while it runs.
   *
   * @param since the time from which verdicts are compared with those before; empty for the start
   *     of the last second visit
   * @throws UsageException if no crawl is kept there, or it has never visited pages again and no
   *     time is given
   */
  public static void read(Path crawl, Optional<Instant> since, Consumer<Change> sink)
      throws UsageException, IOException {
    Optional<Instant> begin =
        since.isPresent() ? since : CrawlOptions.recordedIn(crawl).build().seeds().revisitBefore();
    if (begin.isEmpty()) {
      throw new UsageException(
          crawl.toString(),
          "this crawl has visited no page again; use arachne recrawl " + crawl + ", or --since");
    }
    DiskStore.read(
        DirectoryFormat.store(crawl),
        rows -> {
          var changes = new PageChanges(Ledger.of(rows), begin.get());
          changes.ledger.read((entry, _) -> changes.noteWell(entry));
          changes.read(changes::note);
          changes.read(entry -> changes.change(entry).ifPresent(sink));
          return true;
        });
  }

  /** Reads the last verdicts on URLs that were decided since. */
  private void read(Consumer<LedgerEntry.Decided> reader) {
    ledger.read((entry, position) -> {
      if (entry instanceof LedgerEntry.Decided decided
          && !decided.at().isBefore(since)
          && ledger.last(url(decided)).filter(decided::equals).isPresent()) {
        reader.accept(decided);
      }
    });
  }

  private CrawlUrl url(LedgerEntry.Decided decided) {
    return ledger.found(decided.found()).url();
  }

  private void noteWell(LedgerEntry entry) {
    if (entry instanceof LedgerEntry.Begun begun) {
      begins.add(begun.at());
    } else if (entry instanceof LedgerEntry.Decided decided
        && decided.disposition() instanceof Disposition.Done(var answer)
        && (isOk(answer) || decided.disposition().isUnchanged())) {
      well.add(wellSite(decided));
    }
  }

  private WellSite wellSite(LedgerEntry.Decided decided) {
    Instant begin = begins.floor(decided.at());
    return new WellSite(url(decided).origin(), begin == null ? Instant.EPOCH : begin);
  }

  private static boolean isOk(Disposition.Answer answer) {
    return answer.status() / 100 * 100 == OK;
  }

  /** Notes the digests and targets that distinguish a moved page from a removed one. */
  private void note(LedgerEntry.Decided decided) {
    CrawlUrl url = url(decided);
    Optional<State> now = state(decided);
    Optional<State> before = before(decided);
    if (now.isEmpty()) {
      return;
    }
    switch (now.get()) {
      case State.There(Seen seen) -> {
        if (!(before.orElse(null) instanceof State.There)) {
          seen.digest().ifPresent(digest -> added.putIfAbsent(digest, url));
        }
      }
      case State.Elsewhere(var _, String target) -> {
        if (before.orElse(null) instanceof State.There
            && CrawlUrl.parse(target) instanceof CrawlUrl to) {
          targets.add(to);
        }
      }
      case State.Missing _ -> {
        if (before.orElse(null) instanceof State.There(Seen old)) {
          old.digest().ifPresent(lost::add);
        }
      }
    }
  }

  private Optional<Change> change(LedgerEntry.Decided decided) {
    CrawlUrl url = url(decided);
    State now = state(decided).orElse(null);
    State before = before(decided).orElse(null);
    if (now instanceof State.There(Seen seen)) {
      return before instanceof State.There(Seen old)
          ? changed(url, old, seen)
          : added(decided, seen);
    }
    if (!(before instanceof State.There(Seen old))) {
      return Optional.empty();
    }
    return switch (now) {
      case State.Elsewhere(Seen seen, String target) ->
          Optional.of(new Change.Moved(url, target, old, seen));
      case State.Missing(Seen seen) -> missing(url, old, seen);
      case null, default -> Optional.empty();
    };
  }

  private static Optional<Change> changed(CrawlUrl url, Seen before, Seen now) {
    return before.digest().equals(now.digest())
        ? Optional.empty()
        : Optional.of(new Change.Changed(url, before, now));
  }

  private Optional<Change> added(LedgerEntry.Decided decided, Seen now) {
    LedgerEntry.Found found = ledger.found(decided.found());
    boolean hasMoved =
        targets.contains(found.url()) || now.digest().filter(lost::contains).isPresent();
    return hasMoved
        ? Optional.empty()
        : Optional.of(new Change.Added(found.url(), found.discovery().via(), now));
  }

  private Optional<Change> missing(CrawlUrl url, Seen before, Seen now) {
    Optional<CrawlUrl> same = before.digest().map(added::get);
    if (same.isPresent()) {
      return Optional.of(new Change.Moved(url, same.get().toString(), before, now));
    }
    return Optional.of(new Change.Removed(url, before, now));
  }

  /** The state of a URL before the time; empty if it was not known. */
  private Optional<State> before(LedgerEntry.Decided decided) {
    for (LedgerEntry at = decided; at instanceof LedgerEntry.Later later; ) {
      if (later instanceof LedgerEntry.Decided earlier && earlier.at().isBefore(since)) {
        Optional<State> state = state(earlier);
        if (state.isPresent()) {
          return state;
        }
      }
      at = ledger.entry(later.previous());
    }
    return Optional.empty();
  }

  /** The state of a URL by a verdict; empty if that has none. */
  private Optional<State> state(LedgerEntry.Decided decided) {
    if (decided.disposition().isUnchanged()) {
      return unchanged(decided);
    }
    return switch (decided.disposition()) {
      case Disposition.Moved(var answer, String target) ->
          Optional.of(new State.Elsewhere(Seen.of(decided, answer), target));
      case Disposition.Done(var answer) ->
          switch (answer.status()) {
            case NOT_FOUND, GONE ->
                well.contains(wellSite(decided))
                    ? Optional.of(new State.Missing(Seen.of(decided, answer)))
                    : Optional.empty();
            default ->
                isOk(answer)
                    ? Optional.of(new State.There(Seen.of(decided, answer)))
                    : Optional.empty();
          };
      case Disposition.Dropped _ -> Optional.empty();
    };
  }

  /** The state of a URL by the verdict before one. */
  private Optional<State> unchanged(LedgerEntry.Decided decided) {
    for (LedgerEntry at = ledger.entry(decided.previous());
        at instanceof LedgerEntry.Later later;
        at = ledger.entry(later.previous())) {
      if (later instanceof LedgerEntry.Decided earlier) {
        return state(earlier);
      }
    }
    return Optional.empty();
  }
}
