package dev.arachne.crawl;

import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcType;
import java.util.Optional;

/**
 * A record that is ready to be added to an archive.
 *
 * @param about what a note says of it
 * @param fields of the record
 * @param member the whole record, compressed
 * @param likeness in what it may be like an earlier record
 * @param head of the response, which is the block of a revisit; empty if it is like none
 */
record StagedRecord(
    About about, WarcFields fields, RecordBytes member, Likeness likeness, byte[] head) {
  private static final byte[] NO_HEAD = {};

  /**
   * Some of its fields as values.
   *
   * @param self as others refer to it
   * @param payload digest; empty if it has none
   * @param refersTo the record that has the payload, if this is a revisit
   */
  record About(
      WarcType type, Reference self, Optional<WarcDigest> payload, Optional<Reference> refersTo) {

    /** Of a record that has neither a payload nor that of another one. */
    static About plain(WarcType type, Reference self) {
      return new About(type, self, Optional.empty(), Optional.empty());
    }
  }

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
  static StagedRecord unlike(About about, WarcFields fields, RecordBytes member) {
    return new StagedRecord(about, fields, member, Likeness.NONE, NO_HEAD);
  }
}
