package dev.arachne.index;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates as they are typed behind {@code since:}: a year, a month or a day, in UTC. */
final class SinceDate {
  private static final Pattern DATE =
      Pattern.compile("([0-9]{4})(?:-?([0-9]{2}))?(?:-?([0-9]{2}))?");

  private SinceDate() {}

  /** The first instant of the named period; empty if the text is not a date. */
  static Optional<Instant> parse(String typed) {
    Matcher parts = DATE.matcher(typed);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDate day = LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
      return Optional.of(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(Matcher parts, int group) {
    return parts.group(group) == null ? 1 : Integer.parseInt(parts.group(group));
  }
}
