package dev.arachne.export;

import java.util.Locale;

/**
 * The outcome of an export.
 *
 * @param pages that the export has now
 * @param written of these, those that were written by this run
 * @param removed pages that the export had before, and does not have any more
 * @param duplicates pages that were omitted for their canonical URL
 * @param unread pages of which neither text nor body was kept or can be read
 */
public record ExportReport(int pages, int written, int removed, int duplicates, int unread) {
  /** The report for users, without an end of line. */
  public String text() {
    String text =
        String.format(
            Locale.ROOT,
            "%,d pages: %,d written, %,d as they were, %,d removed",
            pages,
            written,
            pages - written,
            removed);
    String without =
        String.format(
            Locale.ROOT, "; %,d left out, since their canonical page is there", duplicates);
    String failed = String.format(Locale.ROOT, "; %,d cannot be read", unread);
    return text + (duplicates == 0 ? "" : without) + (unread == 0 ? "" : failed);
  }
}
