package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The reference of a revisit to the record with its payload; WARC 1.1 sections 5.10 to 5.12.
 * Immutable.
 *
 * @param url as that record has it
 * @param date as that record has it
 * @param id of that record, in angle brackets; empty if it is not known
 */
public record Reference(String url, Instant date, Optional<String> id) {
  private static final int LINES = 3;

  /**
   * A reference to a record with these fields.
   *
   * @throws IllegalArgumentException if they have no target and date
   */
  public static Reference to(WarcFields fields) {
    return new Reference(
        fields.first(WarcFields.TARGET_URI).orElseThrow(IllegalArgumentException::new),
        fields
            .first(WarcFields.DATE)
            .flatMap(WarcRecord::instant)
            .orElseThrow(IllegalArgumentException::new),
        fields.first(WarcFields.RECORD_ID));
  }

  /**
   * The reference of a revisit with these fields.
   *
   * @throws IllegalArgumentException if they do not refer to a record by URL and date
   */
  public static Reference of(WarcFields fields) {
    return new Reference(
        fields.first(WarcFields.REFERS_TO_TARGET_URI).orElseThrow(IllegalArgumentException::new),
        fields
            .first(WarcFields.REFERS_TO_DATE)
            .flatMap(WarcRecord::instant)
            .orElseThrow(IllegalArgumentException::new),
        fields.first(WarcFields.REFERS_TO));
  }

  /** A reference to the record of a line of an index, whose date is to the second. */
  public static Reference to(Cdxj line) {
    return new Reference(line.url(), line.time(), Optional.empty());
  }

  /** The fields of a revisit with this reference. */
  public WarcFields fields() {
    return WarcFields.builder()
        .add(WarcFields.REFERS_TO_TARGET_URI, url)
        .add(WarcFields.REFERS_TO_DATE, date.toString())
        .add(WarcFields.REFERS_TO, id)
        .build();
  }

  /** The reference in its stored form: a line for each value. */
  public byte[] toBytes() {
    return String.join("\n", lines()).getBytes(UTF_8);
  }

  /**
   * Reads the stored form that {@link #toBytes} makes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Reference read(byte[] bytes) {
    return of(List.of(new String(bytes, UTF_8).split("\n", -1)));
  }

  List<String> lines() {
    return List.of(url, date.toString(), id.orElse(""));
  }

  static Reference of(List<String> lines) {
    if (lines.size() != LINES) {
      throw new IllegalArgumentException("no reference to a record: " + lines.size() + " lines");
    }
    return new Reference(
        lines.get(0),
        Instant.parse(lines.get(1)),
        Optional.of(lines.get(2)).filter(id -> !id.isEmpty()));
  }
}
