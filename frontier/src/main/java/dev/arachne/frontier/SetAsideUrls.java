package dev.arachne.frontier;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.ledger.VisitNote;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * URLs that are kept from their turn: by a change of the crawl, by an exhausted {@link PathBudget},
 * or since they are likely to bring nothing new ({@link Traps}). They are rows ({@link
 * SetAsideRows}). Some of them come back when nothing else is to do. The others are decided at the
 * end, with the reason that has kept them. Confined to its shard.
 */
final class SetAsideUrls {
  private final SetAsideRows setAside;
  private final Budgets budgets;
  private final Traps traps;
  private final Hosts hosts;
  private final Backlog backlog;

  /** Whether the last sample was empty, and no other work was to do since. */
  private boolean isSampled;

  /**
   * The set-aside URLs of a shard.
   *
   * @param isFound whether a URL was found
   */
  SetAsideUrls(
      RowStore store,
      FrontierOptions options,
      StoredCounts totals,
      Hosts hosts,
      Backlog backlog,
      Predicate<CrawlUrl> isFound) {
    this.setAside = new SetAsideRows(store, totals);
    this.budgets = new Budgets(store, options.budgets());
    this.traps = new Traps(store, options.traps(), options.share(), hosts::of, isFound);
    this.hosts = hosts;
    this.backlog = backlog;
  }

  /**
   * The number under which a URL is kept from its turn, changes apart; 0 if it is to be fetched.
   */
  int number(QueueEntry entry, HostQueue host) {
    return budgets.exhausted(entry, host).isPresent()
        ? SetAsideRows.BUDGET
        : traps.heldBy(entry, host);
  }

  /** Keeps a URL from its turn, under the number of a change, or one that {@link #number} gives. */
  void add(int number, HostQueue host, QueueEntry entry) {
    isSampled = false;
    backlog.decided(host, entry); // It has a row of another kind now.
    setAside.add(number, host.key, entry);
    hosts.changed(host);
  }

  /** Puts the changes into the store, to be committed with the rest. */
  void flush() {
    traps.flush();
  }

  /** Counts a URL that is leased. */
  void leased(QueueEntry entry, HostQueue host) {
    isSampled = false;
    budgets.leased(entry, host);
  }

  /** Records the end of its lease. */
  void ended(QueueEntry entry, HostQueue host) {
    budgets.ended(entry, host);
    traps.ended(entry, host);
  }

  /** Records a request for a URL. */
  void asked(QueueEntry entry, HostQueue host) {
    budgets.asked(entry, host);
  }

  /** Takes in the verdict on a page; returns the other notes of its visit. */
  List<VisitNote> completed(
      QueueEntry entry, HostQueue host, Disposition.Final last, List<VisitNote> notes) {
    return traps.completed(entry, host, last, notes);
  }

  /**
   * Has those URLs come back whose change is not in force any more, or whose template a change
   * opens.
   */
  void keep(Changes changes) {
    setAside.keep(changes);
    traps.keep(changes, setAside);
    isSampled = false;
  }

  /** The part that learns of URLs that bring nothing new. */
  Traps traps() {
    return traps;
  }

  boolean isEmpty() {
    return setAside.isEmpty();
  }

  /** Whether some have yet to come back. */
  boolean areReturning() {
    return setAside.areReturning();
  }

  /** Whether some may have to come back before nothing is left to do. */
  boolean areToSample() {
    return !isSampled && !setAside.isEmpty() && !setAside.areReturning();
  }

  /** Puts some of those that come back into the queues of their hosts. */
  void giveBack() {
    setAside.takeReturning().forEach(this::giveBack);
  }

  /** When nothing else is to do, has those come back that are to be fetched all the same. */
  void sample() {
    boolean areBack = returnRoomy();
    isSampled = !traps.returnSome(setAside, backlog) && !areBack;
  }

  /**
   * Takes out some of those that do not come back.
   *
   * @param decide gets each, and why it is not requested
   */
  void decideSome(Changes changes, BiConsumer<QueueEntry, Disposition.Dropped> decide) {
    setAside.takeLast().forEach(row -> decide.accept(row.entry(), why(row, changes)));
  }

  /** Memory that they take in a store that is memory, in bytes, roughly. */
  long bytes() {
    return setAside.bytes();
  }

  private Disposition.Dropped why(SetAsideRows.Row row, Changes changes) {
    if (row.change() == SetAsideRows.BUDGET) {
      String budget = exhausted(row.entry()).map(PathBudget::toString).orElse("");
      return new Disposition.Dropped(DropReason.BUDGET, budget);
    }
    if (row.change() >= Traps.FIRST) {
      return traps.decide(row);
    }
    LedgerEntry.Changed by = changes.inForce(row.change()); // It is in force to the end.
    DropReason reason =
        by.change() instanceof Change.MaxDepth ? DropReason.TOO_DEEP : DropReason.EXCLUDED;
    return new Disposition.Dropped(reason, by.text());
  }

  /** Has URLs come back for which budgets have room after all; returns whether any does. */
  private boolean returnRoomy() {
    List<QueueEntry> roomy =
        setAside.take(
            SetAsideRows.BUDGET,
            SetAsideRows.AT_ONCE,
            entry -> {
              boolean hasRoom = exhausted(entry).isEmpty();
              if (hasRoom) {
                budgets.leased(entry, host(entry)); // No more come back than there is room for.
              }
              return hasRoom;
            });
    roomy.forEach(entry -> budgets.ended(entry, host(entry)));
    roomy.forEach(this::giveBack);
    return !roomy.isEmpty();
  }

  private Optional<PathBudget> exhausted(QueueEntry entry) {
    return budgets.exhausted(entry, host(entry));
  }

  private void giveBack(QueueEntry entry) {
    backlog.add(host(entry), entry);
  }

  private HostQueue host(QueueEntry entry) {
    return hosts.of(entry.discovery().url());
  }
}
