package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a record is in an archive, and what it holds: the note that a crawl keeps with a visit.
 * Immutable.
 *
 * @param type of the record
 * @param file its name, without a directory
 * @param offset of the record's gzip member, in bytes
 * @param length of the member, in bytes
 * @param date as the record has it
 * @param url as the record has it
 * @param payload digest of the payload; empty if the record has none
 */
public record ArchivePlace(
    WarcType type,
    String file,
    long offset,
    long length,
    Instant date,
    String url,
    Optional<WarcDigest> payload) {
  /** The name of the notes of crawls that are such places. */
  public static final String NOTES = "archive";

  /** As it is kept: a line for each value. */
  public byte[] toBytes() {
    return String.join(
            "\n",
            type.text(),
            file,
            Long.toString(offset),
            Long.toString(length),
            date.toString(),
            url,
            payload.map(WarcDigest::toString).orElse(""))
        .getBytes(UTF_8);
  }

  /**
   * Of what {@link #toBytes} has made.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static ArchivePlace read(byte[] bytes) {
    String[] lines = new String(bytes, UTF_8).split("\n", -1);
    if (lines.length != 7) {
      throw new IllegalArgumentException("no place in an archive: " + lines.length + " lines");
    }
    return new ArchivePlace(
        WarcType.parse(lines[0]).orElseThrow(IllegalArgumentException::new),
        lines[1],
        Long.parseLong(lines[2]),
        Long.parseLong(lines[3]),
        Instant.parse(lines[4]),
        lines[5],
        WarcDigest.parse(lines[6]));
  }
}
