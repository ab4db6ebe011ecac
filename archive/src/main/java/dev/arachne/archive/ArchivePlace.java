package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place of a record in an archive, and its content: the note that a crawl keeps with a visit.
 * Immutable.
 *
 * @param type of the record
 * @param file its name, without a directory
 * @param offset of the record's gzip member, in bytes
 * @param length of the member, in bytes
 * @param date as the record has it
 * @param url as the record has it
 * @param payload digest of the payload; empty if the record has none
 * @param refersTo the record that has the payload, if this one is a revisit
 */
public record ArchivePlace(
    WarcType type,
    String file,
    long offset,
    long length,
    Instant date,
    String url,
    Optional<WarcDigest> payload,
    Optional<Reference> refersTo) {
  private static final int LINES = 7;

  /** The name of the notes of crawls that are such places. */
  public static final String NOTES = "archive";

  /** The place in its stored form: a line for each value. */
  public byte[] toBytes() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                type.text(),
                file,
                Long.toString(offset),
                Long.toString(length),
                date.toString(),
                url,
                payload.map(WarcDigest::toString).orElse("")));
    refersTo.map(Reference::lines).ifPresent(lines::addAll);
    return String.join("\n", lines).getBytes(UTF_8);
  }

  /**
   * Reads the stored form that {@link #toBytes} makes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static ArchivePlace read(byte[] bytes) {
    List<String> lines = List.of(new String(bytes, UTF_8).split("\n", -1));
    if (lines.size() < LINES) {
      throw new IllegalArgumentException("no place in an archive: " + lines.size() + " lines");
    }
    List<String> rest = lines.subList(LINES, lines.size());
    return new ArchivePlace(
        WarcType.parse(lines.get(0)).orElseThrow(IllegalArgumentException::new),
        lines.get(1),
        Long.parseLong(lines.get(2)),
        Long.parseLong(lines.get(3)),
        Instant.parse(lines.get(4)),
        lines.get(5),
        WarcDigest.parse(lines.get(6)),
        rest.isEmpty() ? Optional.empty() : Optional.of(Reference.of(rest)));
  }
}
