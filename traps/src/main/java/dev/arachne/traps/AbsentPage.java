package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;

/**
 * A page that a site has answered with, status 200, where nothing is. Immutable.
 *
 * @param place the path at which it was asked for
 * @param words what it said
 */
public record AbsentPage(String place, PageWords words) {
  /** The name of the note in which a visit brings it. */
  public static final String NOTES = "absent";

  /** As it is noted. */
  public byte[] toBytes() {
    return write(new RowWriter()).toBytes();
  }

  /** Reads it again. */
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
