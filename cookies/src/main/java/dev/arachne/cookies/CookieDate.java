package dev.arachne.cookies;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the dates of cookies, whose parts may come in any order (RFC 6265bis 5.1.1). */
final class CookieDate {

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private int hour = -1;
  private int minute;
  private int second;
  private int day = -1;
  private int month = -1;
  private int year = -1;

  private CookieDate() {}

  /** Returns the instant, or empty if the text has none. */
  static Optional<Instant> parse(String text) {
    var date = new CookieDate();
    int from = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean inToken = i < text.length() && !isDelimiter(text.charAt(i));
      if (inToken && from < 0) {
        from = i;
      } else if (!inToken && from >= 0) {
        date.take(text.substring(from, i).toLowerCase(Locale.ROOT));
        from = -1;
      }
    }
    return date.instant();
  }

  private void take(String token) {
    int digits = digitsAt(token, 0);
    if (hour < 0 && digits >= 1 && digits <= 2 && takeTime(token)) {
      return;
    }
    if (day < 0 && digits >= 1 && digits <= 2) {
      day = Integer.parseInt(token, 0, digits, 10);
    } else if (month < 0 && token.length() >= 3 && MONTHS.contains(token.substring(0, 3))) {
      month = MONTHS.indexOf(token.substring(0, 3)) + 1;
    } else if (year < 0 && digits >= 2 && digits <= 4) {
      year = Integer.parseInt(token, 0, digits, 10);
      year += year >= 70 && year <= 99 ? 1900 : year <= 69 ? 2000 : 0;
    }
  }

  /** Reads a time: three numbers of one or two digits with colons between. */
  private boolean takeTime(String token) {
    int[] parts = new int[3];
    int at = 0;
    for (int i = 0; i < 3; i++) {
      int digits = digitsAt(token, at);
      if (digits < 1 || digits > 2) {
        return false;
      }
      parts[i] = Integer.parseInt(token, at, at + digits, 10);
      at += digits;
      if (i < 2 && (at >= token.length() || token.charAt(at++) != ':')) {
        return false;
      }
    }
    hour = parts[0];
    minute = parts[1];
    second = parts[2];
    return true;
  }

  private Optional<Instant> instant() {
    if (hour < 0 || day < 0 || month < 0 || year < 1601) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          LocalDateTime.of(year, month, day, hour, minute, second).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static int digitsAt(String token, int from) {
    int at = from;
    while (at < token.length() && token.charAt(at) >= '0' && token.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }

  private static boolean isDelimiter(char c) {
    return c == '\t'
        || (c >= 0x20 && c <= 0x2F)
        || (c >= 0x3B && c <= 0x40)
        || (c >= 0x5B && c <= 0x60)
        || (c >= 0x7B && c <= 0x7E);
  }
}
