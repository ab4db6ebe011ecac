package dev.arachne.content;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates as pages state them, made uniform. */
final class Dates {
  private static final int LONGEST = 40;
  private static final int DATE = 10;

  private Dates() {}

  /**
   * A date as ISO 8601: a date and time with its offset if both are stated, else a date. Empty if
   * its form is unknown.
   */
  static String iso(String stated) {
    String text = stated.strip();
    if (text.length() < 8 || text.length() > LONGEST) {
      return "";
    }
    String time = withTime(text);
    return time.isEmpty() ? date(text) : time;
  }

  private static String withTime(String text) {
    String iso =
        text.length() > DATE && text.charAt(DATE) == ' '
            ? text.substring(0, DATE) + "T" + text.substring(DATE + 1).replace(" ", "")
            : text;
    if (iso.matches(".*[+-]\\d{4}")) {
      iso = iso.substring(0, iso.length() - 2) + ":" + iso.substring(iso.length() - 2);
    }
    try {
      return OffsetDateTime.parse(iso).toString();
    } catch (DateTimeException e) {
      try {
        return OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toString();
      } catch (DateTimeException none) {
        return "";
      }
    }
  }

  private static String date(String text) {
    if (text.matches("\\d{4}-\\d{2}-\\d{2}.*")) {
      return date(text.substring(0, DATE), DateTimeFormatter.ISO_LOCAL_DATE);
    }
    if (text.matches("\\d{8}.*")) {
      return date(text.substring(0, 8), DateTimeFormatter.BASIC_ISO_DATE);
    }
    for (String form :
        new String[] {"MMMM d, uuuu", "MMM d, uuuu", "d MMMM uuuu", "d MMM uuuu", "uuuu/MM/dd"}) {
      String found = date(text, DateTimeFormatter.ofPattern(form, Locale.ENGLISH));
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static String date(String text, DateTimeFormatter form) {
    try {
      return LocalDate.parse(text, form).toString();
    } catch (DateTimeException e) {
      return "";
    }
  }
}
