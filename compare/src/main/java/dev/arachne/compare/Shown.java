package dev.arachne.compare;

import java.time.Duration;
import java.util.Locale;

/** Figures as people read them, with three digits. */
final class Shown {
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

  private Shown() {}

  /** {@code 47.3 s}, {@code 1.92 s}, {@code 490 ms}, {@code 2.4 ms}. */
  static String time(Duration time) {
    return seconds(time.toNanos() / 1e9);
  }

  /** The same for a number of seconds. */
  static String seconds(double seconds) {
    return seconds < 0.9995 ? digits(seconds * 1e3) + " ms" : digits(seconds) + " s";
  }

  /** {@code 950 B}, {@code 3.2 kB}, {@code 42 MB}; a kB is 1,000 bytes. */
  static String bytes(double bytes) {
    double scaled = bytes;
    int unit = 0;
    while (scaled >= 999.5) {
      scaled /= 1000;
      unit++;
    }
    return (unit == 0 ? "" + Math.round(bytes) : digits(scaled)) + " " + BYTES[unit];
  }

  /** {@code 1.04}, {@code 47.3}, {@code 204}, {@code 3,051}; no zeros at the end. */
  static String digits(double number) {
    int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", number);
    return decimals == 0 ? text : text.replaceFirst("\\.?0+$", "");
  }
}
