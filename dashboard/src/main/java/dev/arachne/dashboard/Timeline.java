package dev.arachne.dashboard;

import dev.arachne.report.Bottleneck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The numbers of URLs decided in each bit of time, by outcome, and the bottleneck then. The bits
 * are of a second at first; when there are too many, two become one. Confined to one thread at a
 * time.
 */
final class Timeline {
  private static final int MOST = 360;

  /** Bits at the end that may have changed since the whole timeline was written. */
  private static final int END = 12;

  /**
   * Milliseconds of a slice: the verdicts between two looks are spread over slices of that time.
   */
  private static final long SLICE = 200;

  private static final long MOST_SLICES = 300;

  /**
   * Milliseconds of the longest silence within a process. A longer one is between two processes of
   * the crawl, and takes no room.
   */
  private static final long MOST_SILENCE = 60_000;

  private static final int OUTCOMES = Outcome.PENDING.ordinal();
  private static final int KINDS = Bottleneck.Kind.values().length;

  private final List<Bit> bits = new ArrayList<>();
  private long width = 1_000;
  private long start = -1;
  private long last;

  /** The total time of such silences. */
  private long silence;

  private static final class Bit {
    private final long[] outcomes = new long[OUTCOMES];
    private final int[] kinds = new int[KINDS];

    void add(Bit other) {
      for (int i = 0; i < OUTCOMES; i++) {
        outcomes[i] += other.outcomes[i];
      }
      for (int i = 0; i < KINDS; i++) {
        kinds[i] += other.kinds[i];
      }
    }

    /** The bottleneck for most of the time; -1 if it is unknown. */
    int kind() {
      int most = -1;
      for (int i = 0; i < KINDS; i++) {
        most = kinds[i] > (most < 0 ? 0 : kinds[most]) ? i : most;
      }
      return most;
    }
  }

  /**
   * Adds URLs that were decided from one look to the next, in milliseconds since 1970: looks are
   * not taken on the second.
   */
  void add(long from, long at, Outcome outcome, long urls) {
    long slices = slices(from, at);
    for (long slice = 0; slice < slices; slice++) {
      long share = urls * (slice + 1) / slices - urls * slice / slices;
      add(middle(from, at, slice, slices), outcome, share);
    }
  }

  /** Adds the bottleneck of the time from one look to the next. */
  void add(long from, long at, Optional<Bottleneck.Kind> kind) {
    long slices = slices(from, at);
    for (long slice = 0; slice < slices; slice++) {
      add(middle(from, at, slice, slices), kind);
    }
  }

  private static long slices(long from, long at) {
    return Math.clamp((at - from) / SLICE, 1, MOST_SLICES);
  }

  private static long middle(long from, long at, long slice, long slices) {
    return from + (at - from) * (2 * slice + 1) / (2 * slices);
  }

  /** Adds URLs that were decided at a time, in milliseconds since 1970. */
  void add(long at, Outcome outcome, long urls) {
    if (urls > 0) {
      bit(at).outcomes[outcome.ordinal()] += urls;
    }
  }

  /** Adds the bottleneck at a time; empty if it is unknown. */
  void add(long at, Optional<Bottleneck.Kind> kind) {
    Bit bit = bit(at);
    kind.ifPresent(its -> bit.kinds[its.ordinal()]++);
  }

  private Bit bit(long at) {
    if (start < 0) {
      start = at;
      last = at;
    }
    if (at - last > MOST_SILENCE) {
      silence += at - last;
    }
    last = Math.max(last, at);
    long place = Math.max(0, at - silence - start) / width;
    while (place >= MOST) {
      halve();
      place = Math.max(0, at - silence - start) / width;
    }
    while (bits.size() <= place) {
      bits.add(new Bit());
    }
    return bits.get((int) place);
  }

  private void halve() {
    for (int i = 0; i < bits.size(); i += 2) {
      Bit merged = bits.get(i);
      if (i + 1 < bits.size()) {
        merged.add(bits.get(i + 1));
      }
      bits.set(i / 2, merged);
    }
    bits.subList((bits.size() + 1) / 2, bits.size()).clear();
    width *= 2;
  }

  /**
   * Writes it as an object: the width of a bit in seconds, the place of the first written bit, and
   * a list for each outcome.
   */
  void write(JsonGenerator json) {
    write(0, json);
  }

  /** The same of the last bits alone. */
  void writeEnd(JsonGenerator json) {
    write(Math.max(0, bits.size() - END), json);
  }

  private void write(int from, JsonGenerator json) {
    List<Bit> told = bits.subList(from, bits.size());
    json.writeStartObject();
    json.writeNumberProperty("width", width / 1_000);
    json.writeNumberProperty("from", from);
    for (int i = 0; i < OUTCOMES; i++) {
      json.writeArrayPropertyStart(Outcome.values()[i].text());
      for (Bit bit : told) {
        json.writeNumber(bit.outcomes[i]);
      }
      json.writeEndArray();
    }
    json.writeArrayPropertyStart("by");
    for (Bit bit : told) {
      json.writeNumber(bit.kind());
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
