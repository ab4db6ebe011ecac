package dev.arachne.frontier;

import org.jspecify.annotations.Nullable;

/**
 * A row that a crawl has the frontier keep. Put and deleted with the visit that brings it. The
 * bytes are never changed.
 *
 * @param use how the crawl reads it
 * @param key identifies it among the rows of its use; a later row with the same key replaces it
 * @param value bytes in a format of the crawl's own; null deletes the row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeptRow(Use use, byte[] key, byte @Nullable [] value) {
  /** How a crawl reads its rows. */
  public enum Use {
    /** All at once when it resumes, such as cookies; a crawl in memory has none. */
    STATE,
    /** By their keys while it runs, however many there are. */
    LOOKUP
  }

  /** A row of state. */
  public KeptRow(byte[] key, byte @Nullable [] value) {
    this(Use.STATE, key, value);
  }

  /** A row that is looked up by its key. */
  public static KeptRow lookup(byte[] key, byte @Nullable [] value) {
    return new KeptRow(Use.LOOKUP, key, value);
  }

  byte[] storeKey() {
    return switch (use) {
      case STATE -> FrontierKeys.kept(key);
      case LOOKUP -> FrontierKeys.lookup(key);
    };
  }
}
