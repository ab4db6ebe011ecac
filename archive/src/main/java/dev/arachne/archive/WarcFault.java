package dev.arachne.archive;

/**
 * A fault of an archive, or a note worth knowing, at one place. Immutable.
 *
 * @param file as it was named to the reader
 * @param offset where the record or the gzip member begins, in bytes of the file as it is stored
 * @param kind of the fault
 * @param detail one line that describes the fault
 */
public record WarcFault(String file, long offset, Kind kind, String detail) implements WarcEntry {

  /** The sorts of faults. */
  public enum Kind {
    /** No record begins where one should. */
    NO_RECORD("no record"),
    /** The file ends within a record or a gzip member. */
    CUT("cut"),
    /** A gzip member cannot be read, or fails its checksum. */
    GZIP("gzip"),
    /** Records share a gzip member, so that none of them can be read alone. */
    SHARED_MEMBER("shared member"),
    /** The head of a record breaks the format. */
    HEAD("head"),
    /** The length of a block is missing, or differs from the length of the stored bytes. */
    LENGTH("length"),
    /** A field that this type of record must have is missing. */
    MISSING_FIELD("missing field"),
    /** A field has a value that it cannot have, or stands twice. */
    BAD_FIELD("bad field"),
    /** Two records have the same id. */
    DUPLICATE_ID("duplicate id"),
    /** The block is not the one whose digest was recorded. */
    BLOCK_DIGEST("block digest"),
    /** The payload is not the one whose digest was recorded. */
    PAYLOAD_DIGEST("payload digest"),
    /** A revisit refers to a record that is not in the files, or has another payload. */
    REVISIT("revisit"),
    /** The zip of a WACZ file is damaged. */
    ZIP("zip"),
    /** A WACZ file differs from its description. */
    PACKAGE("package"),
    /** The index of a WACZ file is not that of its records. */
    INDEX("index"),
    /** The list of pages of a WACZ file cannot be read. */
    PAGES("pages"),
    /** A note: the record states that its block was cut when it was made. */
    TRUNCATED("truncated"),
    /** A note: the payload digest was made of the body with its transfer coding. */
    DIGEST_OF_CODED("digest of coded"),
    /** A note: a digest by an algorithm that is not known here was not checked. */
    UNKNOWN_DIGEST("unknown digest"),
    /** A note: the standard does not have this type of record. */
    UNKNOWN_TYPE("unknown type"),
    /** A note: the HTTP head in the block cannot be read. */
    HTTP_HEAD("http head"),
    /** A note: a page that a WACZ file lists is not in its records. */
    PAGE("page");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** A few words, as reports have them. */
    public String text() {
      return text;
    }

    /** Whether this is only a note, not a fault of the archive. */
    public boolean isNote() {
      return compareTo(TRUNCATED) >= 0;
    }
  }

  /** The fault as one line: file, offset, sort, detail. */
  @Override
  public String toString() {
    return "%s:%d: %s: %s".formatted(file, offset, kind.text, detail);
  }
}
