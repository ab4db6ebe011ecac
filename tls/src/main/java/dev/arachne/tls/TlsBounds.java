package dev.arachne.tls;

/**
 * Counts the bytes that a peer sends in addition to content, in a handshake and after it. Confined
 * to its channel.
 */
final class TlsBounds {
  /** Bytes that a peer may send in a handshake; certificates of one message have 32 KiB at most. */
  static final int MAX_HANDSHAKE_BYTES = 128 << 10;

  /** The maximum of consecutive records without content (OpenSSL has the same bound). */
  static final int MAX_EMPTY_RECORDS = 32;

  /** Bytes beyond twice the content that a peer may send, for the whole of a connection. */
  static final int MAX_OVERHEAD_BYTES = 1 << 20;

  private boolean established;
  private long recordBytes;
  private long contentBytes;
  private int emptyInARow;

  /** The handshake is over. */
  void established() {
    established = true;
  }

  /** Whether the handshake is over, so that records should have content. */
  boolean areThoseOfContent() {
    return established;
  }

  /** Counts the bytes of a peer's record on the wire, and the content in it. */
  void count(int bytes, int content) throws TlsExcessException {
    recordBytes += bytes;
    contentBytes += content;
    emptyInARow = content == 0 ? emptyInARow + 1 : 0;
    if (!established && recordBytes > MAX_HANDSHAKE_BYTES) {
      throw new TlsExcessException("a handshake of more than " + MAX_HANDSHAKE_BYTES + " bytes");
    }
    if (established && emptyInARow > MAX_EMPTY_RECORDS) {
      throw new TlsExcessException(
          "more than " + MAX_EMPTY_RECORDS + " records in a row without content");
    }
    if (recordBytes - 2 * contentBytes > MAX_OVERHEAD_BYTES) {
      throw new TlsExcessException(
          "records of " + recordBytes + " bytes with " + contentBytes + " bytes of content");
    }
  }
}
