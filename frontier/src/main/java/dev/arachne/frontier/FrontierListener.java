package dev.arachne.frontier;

import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is told, on the frontier's loop, what has been committed. Must come back at once. */
public interface FrontierListener {
  /** The last word on a URL. */
  void decided(Verdict verdict);

  /** Records for outputs, in the order in which they belong there. */
  default void recorded(List<OutputRecord> records) {}

  /**
   * What to write into {@link OutputRecord#LINES} about a URL; called before the commit, on
   * whatever thread, so it must be a function of the verdict.
   */
  default byte @Nullable [] line(Verdict verdict) {
    return null;
  }
}
