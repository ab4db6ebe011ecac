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

  /**
   * Bytes of findings and places in memory. A check may take half of the room that those before it
   * have left.
   */
  private static final long MOST_BYTES = 64L << 20;

  /** Places of a finding that are kept when half of the check's room is in use. */
  static final int FEW_PLACES = 3;

  /** The memory that a finding, and a place, take in addition to their characters. */
  private static final int FINDING_BYTES = 200;

  private static final int PLACE_BYTES = 200;

  private static final Check[] CHECKS = Check.values();

  private final LineSorter lines = new LineSorter();
  private final Map<Check, Long> counts = new EnumMap<>(Check.class);
  private final List<Finding> findings = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private String last = "";
  private String key = "";
  private String detail = "";
  private long count;

  /** Bytes that may still be taken, in all and by the check at hand. */
  private long room;

  private long roomOfCheck;
  private long shareOfCheck;
  private String checkAtHand = "";

  /** Bytes that the finding at hand has taken, and whether it is kept, and has a place. */
  private long taken;

  private boolean isKept;
  private boolean isPlaced;

  /** A sorter that keeps 64 MiB of findings. */
  FindingSorter() {
    this(MOST_BYTES);
  }

  /**
   * A sorter without findings.
   *
   * @param bytes of findings and places that are kept at most, by an estimate from above
   */
  FindingSorter(long bytes) {
    this.room = bytes;
  }

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

  /**
   * Replaces control characters with a blank: white space of a text never counts, and a text with
   * other controls is not readable.
   */
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
      begin(fields[0]);
      isKept = take(FINDING_BYTES, fields[1], fields[7]);
    }
    count++;
    isPlaced |= !fields[2].isEmpty();
    if (isKept
        && places.size() < mostPlaces()
        && !fields[2].isEmpty()
        && take(PLACE_BYTES, fields[2], fields[5], fields[6])) {
      places.add(
          new Place(
              fields[2],
              fields[5],
              fields[6],
              Integer.parseInt(fields[3]),
              Integer.parseInt(fields[4])));
    }
  }

  /** The next finding, maybe of the next check. */
  private void begin(String check) {
    if (!check.equals(checkAtHand)) {
      checkAtHand = check;
      shareOfCheck = room / 2;
      roomOfCheck = shareOfCheck;
    }
    taken = 0;
    isPlaced = false;
  }

  private int mostPlaces() {
    return roomOfCheck > shareOfCheck / 2 ? Finding.MOST_PLACES : FEW_PLACES;
  }

  /** Takes room for texts; false if there is no more. */
  private boolean take(long bytes, String... texts) {
    long all = bytes;
    for (String text : texts) {
      all += 2L * text.length();
    }
    if (all > roomOfCheck) {
      return false;
    }
    taken += all;
    roomOfCheck -= all;
    room -= all;
    return true;
  }

  private void end() {
    if (!key.isEmpty()) {
      Check check = CHECKS[Integer.parseInt(key.substring(0, 2))];
      if (!check.isOfTexts() || count > 1) {
        long before = counts.merge(check, 1L, Long::sum);
        if (isKept && before <= MOST_FINDINGS) {
          findings.add(new Finding(check, key.substring(3), detail, isPlaced ? count : 0, places));
          taken = 0;
        }
      }
    }
    room += taken; // The findings dropped are, for example, of a text on one page only.
    roomOfCheck += taken;
    taken = 0;
    places.clear();
    count = 0;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
