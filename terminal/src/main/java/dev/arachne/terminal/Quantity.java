package dev.arachne.terminal;

import java.time.Duration;
import java.util.Locale;

/** Formats numbers for people, with three digits. */
public final class Quantity {
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  private Quantity() {}

  /** {@code 10,249}. Made by hand, since a formatter takes longer to load than a page to fetch. */
  public static String count(long count) {
    var text = new StringBuilder().append(count);
    for (int i = text.length() - 3; i > 0 && text.charAt(i - 1) != '-'; i -= 3) {
      text.insert(i, ',');
    }
    return text.toString();
  }

  /** {@code 0.3}, {@code 12}, {@code 2,499}: a decimal only where it matters. */
  static String rate(double perSecond) {
    return perSecond < 9.95 && perSecond > 0 ? decimal(perSecond) : count(Math.round(perSecond));
  }

  /** {@code 950 B}, {@code 1.2 MB}, {@code 267 MB}; a kB is 1,000 bytes. */
  public static String bytes(long bytes) {
    double scaled = bytes;
    int unit = 0;
    while (scaled >= 999.5) {
      scaled /= 1000;
      unit++;
    }
    return (unit == 0 ? Long.toString(bytes) : rate(scaled)) + " " + BYTES[unit];
  }

  /**
   * {@code 40 ms}, {@code 4.1 s}, {@code 59 s}, {@code 2 min 05 s}, {@code 3 h 20 min}, {@code 2 d
   * 4 h}.
   */
  public static String time(Duration time) {
    long millis = time.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    if (millis < 9_950) {
      return decimal(millis / 1000.0) + " s";
    }
    long seconds = Math.round(millis / 1000.0);
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return String.format(Locale.ROOT, "%d min %02d s", minutes, seconds % 60);
    }
    long hours = minutes / 60;
    if (hours < 48) {
      return String.format(Locale.ROOT, "%d h %02d min", hours, minutes % 60);
    }
    return hours / 24 + " d " + hours % 24 + " h";
  }

  /**
   * A time that is known to lie between two: {@code 29 s} where they are near each other, else
   * {@code 40–70 s}, {@code 2–5 min}, {@code up to 3 h}.
   *
   * @param most not below {@code least}
   */
  public static String band(Duration least, Duration most) {
    if (isNarrow(least, most)) {
      return time(least.plus(most).dividedBy(2));
    }
    long seconds = most.toSeconds();
    long unit = seconds < 100 ? 1 : seconds < 100 * 60 ? 60 : seconds < 48 * 3_600 ? 3_600 : 86_400;
    String name = unit == 1 ? "s" : unit == 60 ? "min" : unit == 3_600 ? "h" : "d";
    long from = least.toSeconds() / unit;
    long to = Math.ceilDiv(most.toMillis(), 1_000 * unit);
    String span = from == 0 ? "up to " + to : to == from ? "" + to : from + "–" + to;
    return span + " " + name;
  }

  /** Whether the middle of a band can replace the band: within an eighth, or a second. */
  private static boolean isNarrow(Duration least, Duration most) {
    long width = most.minus(least).toMillis();
    return width <= 2_000 || 4 * width <= least.toMillis();
  }

  private static String decimal(double number) {
    long tenths = Math.round(number * 10);
    return tenths / 10 + "." + tenths % 10;
  }
}
