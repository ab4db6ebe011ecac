package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * The text format of records: one record is one line. In UTF-8; immutable; safe for all threads.
 */
public sealed interface ItemFormat permits JsonLines, JsonArray, Csv, Xml {

  /** One JSON object a line. */
  static ItemFormat jsonLines() {
    return new JsonLines();
  }

  /** A table with these columns, in this order; fields without a column are omitted. */
  static ItemFormat csv(List<String> columns) {
    return new Csv(columns, ',');
  }

  /** The same with tabs between the columns. */
  static ItemFormat tsv(List<String> columns) {
    return new Csv(columns, '\t');
  }

  /** One array of JSON. */
  static ItemFormat json() {
    return new JsonArray();
  }

  /** An XML document. */
  static ItemFormat xml() {
    return new Xml();
  }

  /** The form of a file. */
  ItemForm form();

  /** The columns of a table, in their order; none for JSON. */
  List<String> columns();

  /** The text of a file before its first record. */
  String head();

  /** The text between two records; as long as the head, in whose place the first one would be. */
  default String separator() {
    return "";
  }

  /** The line of a record; with its line feed unless there are separators. */
  String line(Item item);

  /** The text of a file after its last record. */
  default String tail() {
    return "";
  }

  /** The lines of {@code items}, each after a separator. */
  default byte[] lines(List<Item> items) {
    var lines = new StringBuilder();
    items.forEach(item -> lines.append(separator()).append(line(item)));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A single value as text: dates in ISO 8601, numbers without an exponent where they can be. */
  static String text(Object value) {
    return switch (value) {
      case BigDecimal number when Math.abs(number.scale()) <= 100 -> number.toPlainString();
      case OffsetDateTime moment -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(moment);
      case LocalDateTime moment -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(moment);
      case CrawlUrl url -> url.toString();
      default -> String.valueOf(value);
    };
  }
}
