package dev.arachne.frontier;

import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Verdict;
import java.util.List;

/** Receives committed verdicts, on the frontier's loop. Must return at once. */
public interface FrontierListener {
  /** Receives the final verdict on a URL. */
  void decided(Verdict verdict);

  /** Receives records for outputs, in the order in which they belong there. */
  default void recorded(List<OutputRecord> records) {}

  /**
   * The text to write into outputs about a URL, such as {@link OutputRecord#LINES}. It is called
   * before the commit, on any thread, so it must be a function of the two.
   *
   * @param page its title and saved body
   */
  default List<OutputRecord> lines(Verdict verdict, PageSummary page) {
    return List.of();
  }
}
