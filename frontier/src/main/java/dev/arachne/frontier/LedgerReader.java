package dev.arachne.frontier;

import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.ReaderRows;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import java.util.List;

/**
 * Reads the ledger of a crawl while it grows, in order, from a position that is kept in the crawl's
 * own store under a name. It gets only entries that are on the disk: no crash, not even a power
 * cut, can undo them. However far it is behind, nothing waits for it except callers of {@link
 * #behind}: entries that it has not read are on the disk.
 *
 * <pre>
 *   ledger   | read, and kept | read |      behind      |
 *            0                ^      ^ position         ^ synced
 *                             from here after a crash
 * </pre>
 *
 * <p>Confined to the frontier's loop.
 *
 * @see Frontier#reader
 */
public final class LedgerReader {
  private final Frontier frontier;
  private final ReaderRows rows;
  private final Condition news;
  private long kept = -1;
  private long position;
  private boolean finished;
  private boolean stopped;

  LedgerReader(Frontier frontier, ReaderRows rows, Condition news) {
    this.frontier = frontier;
    this.rows = rows;
    this.news = news;
  }

  /**
   * Begins at the position that was kept last, perhaps by an earlier process, or at 0. Waits for a
   * commit, so that the next sync covers unsynced commits of earlier processes, too.
   *
   * @return that position
   */
  public long begin() {
    kept = frontier.ask(_ -> rows.position());
    position = kept;
    return kept;
  }

  /** Continues with the entry at this position. */
  public void goOn(long from) {
    position = from;
  }

  /** Entries of the ledger that it has not read, those included that are not on the disk yet. */
  public long behind() {
    return frontier.ledgerSize() - position;
  }

  /**
   * The next entries; waits until there are any.
   *
   * @param most how many at most
   * @return an empty list if it was stopped, or finished
   * @throws IllegalStateException before {@link #begin}
   */
  public List<CommittedEntry> read(int most) {
    if (kept < 0) {
      throw new IllegalStateException("a reader that has not begun");
    }
    while (!isOver() && position >= frontier.synced()) {
      if (finished || frontier.synced() < 0) {
        frontier.syncSoon();
      }
      news.await(Deadline.NEVER);
    }
    if (isOver()) {
      return List.of();
    }
    long from = position;
    long to = Math.min(from + most, frontier.synced());
    List<CommittedEntry> read = frontier.ask(_ -> rows.read(from, to));
    position = from + read.size();
    return read;
  }

  private boolean isOver() {
    return stopped || frontier.isClosed() || (finished && behind() <= 0);
  }

  /** Keeps the position, and has the notes that were read deleted. Waits for the commit. */
  public void keep() {
    long from = Math.min(kept, position);
    long to = position;
    frontier.ask(_ -> {
      rows.keep(from, to);
      return true;
    });
    kept = to;
  }

  /** Has committed entries synced now, so that they can be read. */
  public void hurry() {
    frontier.syncSoon();
  }

  /** Finishes it: {@link #read} returns an empty list after the last entry. */
  public void finish() {
    finished = true;
    news.signalAll();
  }

  /** Stops it: {@link #read} returns no more entries, which a later process reads. */
  public void stop() {
    stopped = true;
    news.signalAll();
  }
}
