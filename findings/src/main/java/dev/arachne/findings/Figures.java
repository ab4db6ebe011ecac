package dev.arachne.findings;

import java.time.Duration;
import java.util.Locale;

/** Formats numbers for people, in the same form for all languages of the system. */
final class Figures {
  private Figures() {}

  /** {@code 10,249}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 950 B}, {@code 1.2 MB}; a kB is 1,000 bytes. */
  static String bytes(long bytes) {
    if (bytes < 1_000) {
      return bytes + " B";
    }
    double size = bytes / 1e3;
    String unit = "kB";
    if (size >= 999.5) {
      size /= 1e3;
      unit = "MB";
    }
    if (size >= 999.5) {
      size /= 1e3;
      unit = "GB";
    }
    return String.format(Locale.ROOT, size < 9.95 ? "%.1f %s" : "%.0f %s", size, unit);
  }

  /** {@code 40 ms}, {@code 4.1 s}, {@code 2 min 5 s}, {@code 3 h 20 min}. */
  static String time(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 1) {
      return time.toMillis() + " ms";
    }
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
    return seconds < 3_600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
  }
}
