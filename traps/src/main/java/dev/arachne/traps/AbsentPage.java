package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;

/**
 * A page that a site has served, status 200, for an absent URL. Immutable.
 *
 * @param place the path at which it was requested
 * @param words those of the page
 */
public record AbsentPage(String place, PageWords words) {
  /** The name of the note in which a visit brings it. */
  public static final String NOTES = "absent";

  /** The page in the form of its note. */
  public byte[] toBytes() {
    return write(new RowWriter()).toBytes();
  }

  /** Reads a page from its note. */
  public static AbsentPage read(byte[] noted) {
    return read(new RowReader(noted));
  }

  RowWriter write(RowWriter row) {
    return words.write(row.text(place));
  }

  static AbsentPage read(RowReader row) {
    return new AbsentPage(row.text(), PageWords.read(row));
  }
}
