package dev.arachne.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Dates as they are typed: UTC, with hyphens or as digits, as much of them as matters. */
final class TypedDate {
  /** Four to fourteen digits, or a date with hyphens, and perhaps a time. */
  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}|\\d{6}|\\d{8}|\\d{10}|\\d{12}|\\d{14}|\\d{4}-\\d\\d(-\\d\\d(T[\\d:.+Z-]+)?)?");

  private static final String FIRST_INSTANT = "00000101000000";

  private TypedDate() {}

  /** Whether it looks like a date. */
  static boolean isOne(String text) {
    return DATE.matcher(text).matches();
  }

  /** The first instant of what is named. */
  static Instant parse(String text) {
    try {
      if (!isOne(text)) {
        throw new DateTimeException(text);
      }
      if (text.contains("T")) {
        return OffsetDateTime.parse(text).toInstant();
      }
      String digits = text.replace("-", "");
      digits += FIRST_INSTANT.substring(digits.length());
      return LocalDateTime.of(
              Integer.parseInt(digits.substring(0, 4)),
              Integer.parseInt(digits.substring(4, 6)),
              Integer.parseInt(digits.substring(6, 8)),
              Integer.parseInt(digits.substring(8, 10)),
              Integer.parseInt(digits.substring(10, 12)),
              Integer.parseInt(digits.substring(12, 14)))
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'%s' is no date; type one such as 2026-11-23".formatted(text));
    }
  }
}
