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
 * @param about the content of the record's note
 * @param fields of the record
 * @param member the whole record, compressed
 * @param likeness the way in which it may repeat an earlier record
 * @param head of the response, which is the block of a revisit; empty if it cannot repeat one
 */
record StagedRecord(
    About about, WarcFields fields, RecordBytes member, Likeness likeness, byte[] head) {
  private static final byte[] NO_HEAD = {};

  /**
   * Fields of a record as values.
   *
   * @param self the reference to it in other records
   * @param payload digest; empty if it has none
   * @param refersTo the record with the payload, if this is a revisit
   */
  record About(
      WarcType type, Reference self, Optional<WarcDigest> payload, Optional<Reference> refersTo) {

    /** Returns the fields of a record without a payload of its own or of another record. */
    static About plain(WarcType type, Reference self) {
      return new About(type, self, Optional.empty(), Optional.empty());
    }
  }

  /** The way in which a record may repeat an earlier one, so that a revisit can replace it. */
  enum Likeness {
    /** It cannot. */
    NONE,
    /** It has a payload, which another record may have as well. */
    PAYLOAD,
    /** The server answered that the URL has not changed since an earlier capture (304). */
    NOT_MODIFIED
  }

  /** Returns a record that cannot repeat one. */
  static StagedRecord unlike(About about, WarcFields fields, RecordBytes member) {
    return new StagedRecord(about, fields, member, Likeness.NONE, NO_HEAD);
  }
}
