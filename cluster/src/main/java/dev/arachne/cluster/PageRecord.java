package dev.arachne.cluster;

import dev.arachne.ledger.Verdict;
import dev.arachne.output.PageLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A record of the topic of pages: the URL, and a line of JSON about its verdict. Immutable.
 *
 * @param key the URL
 * @param value the line
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageRecord(byte[] key, byte[] value) {
  private static final PageLine LINE = new PageLine(List.of(), UnaryOperator.identity());

  /** The record of a verdict; empty for those that reports omit. */
  static Optional<PageRecord> of(Verdict verdict) {
    if (verdict.isOfNoPage()) {
      return Optional.empty();
    }
    byte[] url = verdict.discovery().url().toString().getBytes(StandardCharsets.UTF_8);
    return Optional.of(new PageRecord(url, LINE.json(verdict)));
  }
}
