package dev.arachne.output;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import java.nio.ByteBuffer;

/**
 * The keys of the rows of {@link Joins}. URLs are in them by their fingerprints.
 *
 * <pre>
 *   p detail page visit slot   a record that waits for its detail page
 *   o url                      the addition of a decided URL to such records
 * </pre>
 */
final class JoinKeys {
  private static final int URL_BYTES = 2 * Long.BYTES;

  /** The first key of records that wait, and the first behind them. */
  static final byte[] WAITING = {'p'};

  static final byte[] END = {'p' + 1};

  private JoinKeys() {}

  static byte[] outcome(CrawlUrl url) {
    return put(ByteBuffer.allocate(1 + URL_BYTES).put((byte) 'o'), url).array();
  }

  static byte[] waiting(WaitingRecord record) {
    ByteBuffer key = ByteBuffer.allocate(1 + 2 * URL_BYTES + 2 * Integer.BYTES).put(WAITING);
    put(put(key, record.detail()), record.page());
    return key.putInt(record.visit()).putInt(record.slot()).array();
  }

  /** The key before all records that wait for a page. */
  static byte[] first(CrawlUrl detail) {
    return put(ByteBuffer.allocate(1 + URL_BYTES).put(WAITING), detail).array();
  }

  /** The key behind them. */
  static byte[] end(CrawlUrl detail) {
    byte[] key = first(detail);
    int last = key.length - 1;
    while (key[last] == -1) {
      key[last--] = 0;
    }
    key[last]++;
    return key;
  }

  private static ByteBuffer put(ByteBuffer key, CrawlUrl url) {
    Fingerprint its = url.fingerprint();
    return key.putLong(its.high()).putLong(its.low());
  }
}
