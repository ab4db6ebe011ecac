package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a revisit names the record that has its payload; WARC 1.1 sections 5.10 to 5.12. Immutable.
 *
 * @param url as that record has it
 * @param date as that record has it
 * @param id of that record, in angle brackets; empty if it is not known
 */
public record Reference(String url, Instant date, Optional<String> id) {
  private static final int LINES = 3;

  /**
   * To a record with these fields.
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
   * That of a revisit with these fields.
   *
   * @throws IllegalArgumentException if they refer to nothing by URL and date
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

  /** To the record of a line of an index, whose date is there to the second. */
  public static Reference to(Cdxj line) {
    return new Reference(line.url(), line.time(), Optional.empty());
  }

  /** The fields of a revisit that say so. */
  public WarcFields fields() {
    return WarcFields.builder()
        .add(WarcFields.REFERS_TO_TARGET_URI, url)
        .add(WarcFields.REFERS_TO_DATE, date.toString())
        .add(WarcFields.REFERS_TO, id)
        .build();
  }

  /** As it is kept: a line for each value. */
  public byte[] toBytes() {
    return String.join("\n", lines()).getBytes(UTF_8);
  }

  /**
   * Of what {@link #toBytes} has made.
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
