package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.OptionalLong;

/**
 * The title and the content of a page, as numbers that are almost certainly unique to it. Pages of
 * equal content have equal titles.
 *
 * @param title of its title; 0 without words in it
 * @param content of all of it; empty if only the title was read
 */
public record PageSignature(long title, OptionalLong content) {
  /** The name of the note in which a visit brings it. */
  public static final String NOTES = "signature";

  /** Titles for each one whose page is read to its end, although titles suffice. */
  private static final int TITLES_OF_SAMPLE = 8;

  /** The signature of a page that was read to its end. */
  public static PageSignature of(long title, long content) {
    return new PageSignature(title, OptionalLong.of(content));
  }

  /**
   * Whether pages with this title are read to their end, where titles suffice: an eighth of all
   * titles, and all pages of each. So a copy of a page is compared with it.
   */
  static boolean isSample(long title) {
    return title % TITLES_OF_SAMPLE == 0;
  }

  /** The signature in the form of its note. */
  public byte[] toBytes() {
    var row = new RowWriter().fixed(title);
    content.ifPresent(row::fixed);
    return row.toBytes();
  }

  /** Reads a signature from its note. */
  public static PageSignature read(byte[] noted) {
    var row = new RowReader(noted);
    long title = row.fixed();
    return new PageSignature(
        title, row.atEnd() ? OptionalLong.empty() : OptionalLong.of(row.fixed()));
  }
}
