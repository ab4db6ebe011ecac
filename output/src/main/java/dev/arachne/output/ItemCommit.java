package dev.arachne.output;

import dev.arachne.frontier.KeptRow;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.url.CrawlUrl;
import java.util.List;

/**
 * The part of records in the commit of a page. Immutable.
 *
 * @param records for outputs
 * @param rows of records that wait, and of the page for records that wait for it
 * @param details pages for which records may have stopped waiting by the commit
 */
public record ItemCommit(List<OutputRecord> records, List<KeptRow> rows, List<CrawlUrl> details) {
  /** Keeps copies. */
  public ItemCommit {
    records = List.copyOf(records);
    rows = List.copyOf(rows);
    details = List.copyOf(details);
  }
}
