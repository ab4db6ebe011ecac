package dev.arachne.sitemap;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/** The dates of sitemaps and feeds: W3C date and time format, RFC 822. */
final class SitemapDates {
  /** The longest text that may be a date; it also bounds the cost of a hostile one. */
  private static final int MAX_LENGTH = 64;

  /** RFC 822 5.1. */
  private static final Map<String, String> NAMED_ZONES =
      Map.ofEntries(
          Map.entry("UT", "GMT"),
          Map.entry("UTC", "GMT"),
          Map.entry("GMT", "GMT"),
          Map.entry("Z", "GMT"),
          Map.entry("EST", "-0500"),
          Map.entry("EDT", "-0400"),
          Map.entry("CST", "-0600"),
          Map.entry("CDT", "-0500"),
          Map.entry("MST", "-0700"),
          Map.entry("MDT", "-0600"),
          Map.entry("PST", "-0800"),
          Map.entry("PDT", "-0700"));

  private SitemapDates() {}

  static Optional<Instant> parse(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(isW3c(text) ? w3c(text) : rfc822(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Begins with a year of four digits and a hyphen, or is that year. */
  private static boolean isW3c(String text) {
    return text.length() == 4 || (text.length() > 4 && text.charAt(4) == '-');
  }

  private static Instant w3c(String text) {
    if (text.length() == 4) {
      return Year.parse(text).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
    if (text.length() == 7) {
      return YearMonth.parse(text).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
    if (text.length() == 10) {
      return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
    String iso = text.replace(' ', 'T');
    boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
    return zoned
        ? OffsetDateTime.parse(withColonInOffset(iso)).toInstant()
        : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
  }

  private static String withColonInOffset(String iso) {
    int sign = Math.max(iso.lastIndexOf('+'), iso.lastIndexOf('-'));
    boolean basic = sign > 10 && iso.length() - sign == 5;
    return basic ? iso.substring(0, sign + 3) + ":" + iso.substring(sign + 3) : iso;
  }

  /**
   * Reads a date of RFC 822: day of week and seconds may be absent, the year may have two digits.
   */
  private static Instant rfc822(String text) {
    int comma = text.indexOf(',');
    String[] words = text.substring(comma + 1).strip().split("\\s+", -1);
    if (words.length < 5) {
      throw new DateTimeException("not a date: " + text);
    }
    String time = words[3].length() == 5 ? words[3] + ":00" : words[3];
    String zone = words[4];
    String date = "%s %s %s".formatted(words[0], words[1], fullYear(words[2]));
    String offset =
        zone.startsWith("+") || zone.startsWith("-") ? zone : NAMED_ZONES.getOrDefault(zone, "?");
    return OffsetDateTime.parse(
            date + " " + time + " " + offset, DateTimeFormatter.RFC_1123_DATE_TIME)
        .toInstant();
  }

  /** RFC 2822 4.3. */
  private static String fullYear(String year) {
    if (year.length() != 2) {
      return year;
    }
    return (year.compareTo("50") < 0 ? "20" : "19") + year;
  }
}
