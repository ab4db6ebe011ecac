package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * The text format of records: one record is one line, with any content. In UTF-8; immutable; safe
 * for all threads.
 */
public sealed interface ItemFormat permits JsonLines, Csv {

  /** One JSON object a line. */
  static ItemFormat jsonLines() {
    return new JsonLines();
  }

  /** A table with these columns, in this order; fields without a column are omitted. */
  static ItemFormat csv(List<String> columns) {
    return new Csv(columns);
  }

  /** The columns of a table, in their order; none for JSON. */
  List<String> columns();

  /** The text of a file before its first record. */
  String head();

  /** The line of a record, with its line feed. */
  String line(Item item);

  /** The lines of {@code items}. */
  default byte[] lines(List<Item> items) {
    var lines = new StringBuilder();
    items.forEach(item -> lines.append(line(item)));
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
