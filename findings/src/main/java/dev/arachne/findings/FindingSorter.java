package dev.arachne.findings;

import dev.arachne.archive.LineSorter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers findings that come in any order, a place at a time, on the disk if they are many.
 * Confined to one thread.
 */
final class FindingSorter implements Closeable {
  /** Findings that are kept of a check; the others are counted. */
  static final int MOST_FINDINGS = 100_000;

  private static final Check[] CHECKS = Check.values();

  private final LineSorter lines = new LineSorter();
  private final Map<Check, Long> counts = new EnumMap<>(Check.class);
  private final List<Finding> findings = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private String last = "";
  private String key = "";
  private String detail = "";
  private long count;

  /** Adds a place of a finding. The first detail, in the order of places, becomes that of all. */
  void add(Check check, String subject, String detail, Place place) throws IOException {
    lines.add(
        String.join(
            "\t",
            "%02d".formatted(check.ordinal()),
            field(subject),
            field(place.page()),
            "%09d".formatted(place.line()),
            "%09d".formatted(place.column()),
            field(place.what()),
            field(place.text()),
            field(detail)));
  }

  /** White space of a text never counts, and what has other controls is not to be read. */
  private static String field(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ') {
        return text.replaceAll("[\\x00-\\x1f]+", " ");
      }
    }
    return text;
  }

  /** All findings, by check and subject; once. */
  List<Finding> drain() throws IOException {
    lines.drain(line -> take(new String(line, StandardCharsets.UTF_8)));
    end();
    return List.copyOf(findings);
  }

  /** How many findings each check has, once drained. */
  Map<Check, Long> counts() {
    return counts;
  }

  private void take(String line) {
    if (line.equals(last)) {
      return;
    }
    last = line;
    String[] fields = line.split("\t", -1);
    String its = fields[0] + "\t" + fields[1];
    if (!its.equals(key)) {
      end();
      key = its;
      detail = fields[7];
    }
    count++;
    if (places.size() < Finding.MOST_PLACES && !fields[2].isEmpty()) {
      places.add(
          new Place(
              fields[2],
              fields[5],
              fields[6],
              Integer.parseInt(fields[3]),
              Integer.parseInt(fields[4])));
    }
  }

  private void end() {
    if (!key.isEmpty()) {
      Check check = CHECKS[Integer.parseInt(key.substring(0, 2))];
      if (!check.isOfTexts() || count > 1) {
        long before = counts.merge(check, 1L, Long::sum);
        if (before <= MOST_FINDINGS) {
          long shown = places.isEmpty() ? 0 : count;
          findings.add(new Finding(check, key.substring(3), detail, shown, places));
        }
      }
    }
    places.clear();
    count = 0;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
