package dev.arachne.crawl;

import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.WarcFields;

/**
 * A record that is ready to be added to an archive.
 *
 * @param fields of the record
 * @param member the whole record, compressed
 * @param likeness in what it may be like an earlier record
 * @param head of the response, which is the block of a revisit; empty if it is like none
 */
record StagedRecord(WarcFields fields, RecordBytes member, Likeness likeness, byte[] head) {
  private static final byte[] NO_HEAD = {};

  /** In what a record may be like an earlier one, so that a revisit does for it. */
  enum Likeness {
    /** In nothing. */
    NONE,
    /** It has a payload that an earlier record may have, or a later one. */
    PAYLOAD,
    /** The server says that nothing has changed since an earlier capture of the URL (304). */
    NOT_MODIFIED
  }

  /** A record that is like none. */
  static StagedRecord unlike(WarcFields fields, RecordBytes member) {
    return new StagedRecord(fields, member, Likeness.NONE, NO_HEAD);
  }
}
