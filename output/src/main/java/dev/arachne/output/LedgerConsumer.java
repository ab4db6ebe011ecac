package dev.arachne.output;

import dev.arachne.ledger.CommittedEntry;
import java.util.List;

/**
 * A consumer of all decisions of a crawl, in order, each entry of its ledger once: an index, a feed
 * of changes. It may be slower than the crawl, which does not wait for it: pending entries are on
 * the disk. It gets only entries that no crash can undo any more, and the next process continues
 * where it stopped.
 *
 * <p>Called off the crawl's loop, on a thread that may block, one call at a time; the last one has
 * returned when the crawl does. An exception from a call ends the crawl; no entry is lost, and the
 * next process delivers it again.
 */
public interface LedgerConsumer {
  /** Entries in a call of {@link #consume}, at most. */
  int MOST_AT_ONCE = 1_000;

  /**
   * The name under which its position is kept in the crawl: up to 32 small letters, digits and
   * hyphens. Always the same.
   */
  String name();

  /**
   * The name of the notes that it gets with the entries. Notes of its own name are deleted after
   * delivery; others stay.
   *
   * <p>The default is {@link #name}.
   */
  default String notes() {
    return name();
  }

  /**
   * Begins, before everything else.
   *
   * <p>The crawl keeps its position after each call of {@link #consume}, so after a crash in
   * between the next process delivers the last entries again. A consumer that must not get them
   * twice keeps the position after the last entry together with its own results, in one step, and
   * returns it here.
   *
   * @param kept the position after the last entries that it has consumed, as the crawl has it. It
   *     is 0 for a new crawl: data that the consumer has then is from another crawl, or from a
   *     first call that the crawl does not know of, and must be deleted.
   * @return the position from which entries are delivered: at most {@value #MOST_AT_ONCE} after
   *     {@code kept}, or before it if the consumer has lost entries; by default {@code kept}
   */
  default long begin(long kept) throws Exception {
    return kept;
  }

  /**
   * Consumes the next entries, at least one; they are positioned without a gap. When it returns,
   * they must be where they are to survive a power cut.
   */
  void consume(List<CommittedEntry> entries) throws Exception;

  /**
   * How many entries of the ledger it may be behind. A crawl that is farther ahead commits its
   * decisions, and fetches no more until the consumer has come nearer.
   *
   * <p>The default is no bound.
   */
  default long mostBehind() {
    return Long.MAX_VALUE;
  }
}
