package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;

/**
 * The keys of the rows by which a ledger is read. The first byte is the kind of a row; numbers sort
 * as they count.
 *
 * <pre>
 *   L position          ledger: all entries, in order
 *   S host url          seen: the position of the ledger's last entry about the URL
 *   R host              the position of the ledger's last entry about its robots rules
 *   O output offset     a record of an output that may not have reached it yet
 *   N name position     a note for a reader of the ledger, about the entry there
 *   P name              the position up to which a reader has read the ledger
 *   A                   up to where the files of the crawl's archive are committed
 *   A NUL name          the same of files that are kept by one of several machines
 *   A source            the earlier archive of this place is in rows G
 *   G digest            the record of an archive that has the payload of this digest
 *   K                   state that the crawl builds from the ledger's entries
 *   C                   counts
 *   H host              host: its origin, and the frontier's part
 *   T host url          a URL that is too far away by every known path
 *   U change host place a URL to do that is set aside by a change, as in row Q
 *   Z number            the position of the ledger's entry about a change
 * </pre>
 *
 * <p>Q, D, I, X, Y, W, M, E, J and B are the first bytes of rows that the frontier alone reads, and
 * so are the values of rows U; F is that of rows of an engine that has the store. {@code host} is a
 * hash of the origin, made unique by the origin in its row H.
 *
 * <p>A change of the contents of a row raises the number of the format in which crawls are kept;
 * RowFormatTest shows where.
 */
public final class LedgerKeys {
  static final byte[] COUNTS = {'C'};
  static final byte[] CHECKPOINT = {'K'};

  private LedgerKeys() {}

  /** The first key of rows that begin with {@code kind}; those of {@code kind + 1} end them. */
  public static byte[] kind(int kind) {
    return new byte[] {(byte) kind};
  }

  /** The row of a host. */
  public static byte[] host(long host) {
    return new RowWriter().octet('H').fixed(host).toBytes();
  }

  /** Reads the origin with which the row of a host begins, and origins in other rows. */
  public static Origin origin(RowReader row) {
    return CrawlUrl.of(row.text() + "/").origin();
  }

  /** The number that the key of a host has, unless another host has it; the next one then. */
  public static long hash(Origin host) {
    return CrawlUrl.of(host + "/").fingerprint().high();
  }

  /** The row of a URL that is too far away by every known path. */
  public static byte[] tooFar(long host, Fingerprint url) {
    return new RowWriter().octet('T').fixed(host).fixed(url.high()).fixed(url.low()).toBytes();
  }

  /**
   * The number with which a key begins: its host, or the position of an entry of the ledger, for
   * example.
   */
  public static long number(byte[] key) {
    var reader = new RowReader(key);
    reader.octet();
    return reader.fixed();
  }

  static byte[] ledger(long position) {
    return new RowWriter().octet('L').fixed(position).toBytes();
  }

  static byte[] seen(long host, Fingerprint url) {
    return new RowWriter().octet('S').fixed(host).fixed(url.high()).fixed(url.low()).toBytes();
  }

  static byte[] rules(long host) {
    return new RowWriter().octet('R').fixed(host).toBytes();
  }

  static byte[] output(String name, long offset) {
    return new RowWriter().octet('O').text(name).fixed(offset).toBytes();
  }

  static OutputRecord output(RowStore.Row row) {
    var key = new RowReader(row.key());
    key.octet();
    return new OutputRecord(key.text(), key.fixed(), row.value());
  }

  /** The row of the position up to which the files of the crawl's archive are committed. */
  public static byte[] archiveEnd() {
    return kind('A');
  }

  /** The same of the files that a machine of this name keeps; no archive has such a name. */
  public static byte[] archiveEnd(String keeper) {
    return new RowWriter().octet('A').text("\0" + keeper).toBytes();
  }

  /** The row that marks the payloads of an earlier archive as known. */
  public static byte[] archiveKnown(String source) {
    return new RowWriter().octet('A').text(source).toBytes();
  }

  /** The row of the record of an archive that has a payload. */
  public static byte[] payload(byte[] digest) {
    return new RowWriter().octet('G').raw(digest).toBytes();
  }

  /** Whether a key is that of a note for the reader of this name. */
  public static boolean isNote(byte[] key, String name) {
    if (key[0] != 'N') {
      return false;
    }
    var reader = new RowReader(key);
    reader.octet();
    return reader.text().equals(name);
  }

  static byte[] note(String name, long position) {
    return new RowWriter().octet('N').text(name).fixed(position).toBytes();
  }

  /** The row of the change of a number. */
  static byte[] change(int number) {
    return new RowWriter().octet('Z').fixed(number).toBytes();
  }

  /** The row of a reader's position. */
  static byte[] position(String name) {
    return new RowWriter().octet('P').text(name).toBytes();
  }
}
