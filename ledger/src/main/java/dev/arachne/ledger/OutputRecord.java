package dev.arachne.ledger;

/**
 * Bytes that belong to the end of an output, a file for example. They are committed with the
 * verdict to which they belong, and kept until the output is known to have them for good. So a file
 * can be repaired after any damage.
 *
 * @param output which output of the crawl, by its name
 * @param offset where in the output they belong, in bytes
 * @param bytes whole lines, or other whole units of that output
 */
public record OutputRecord(String output, long offset, byte[] bytes) {
  /** The output that has a line for each verdict. */
  public static final String LINES = "lines";

  /** A record for the end of an output, wherever that is when the record is committed. */
  public OutputRecord(String output, byte[] bytes) {
    this(output, 0, bytes);
  }

  /** The same record without its bytes, for {@link LedgerWriter#settled}. */
  public OutputRecord place() {
    return new OutputRecord(output, offset, new byte[0]);
  }

  /** The offset of the next record of the output. */
  public long end() {
    return offset + bytes.length;
  }
}
