package dev.arachne.extract;

import dev.arachne.text.Bytes;

/**
 * Iterates over the image candidates of a {@code srcset} attribute (WHATWG HTML 4.8.4.3.10, "parse
 * a srcset attribute"). Reusable, confined to one thread.
 */
final class Srcset {
  private final SrcsetDescriptors descriptors = new SrcsetDescriptors();
  private byte[] in = {};
  private int p;
  private int end;
  private int from;
  private int to;

  /** Begins with the decoded value {@code in[from, to)}. */
  void begin(byte[] in, int from, int to) {
    this.in = in;
    p = from;
    end = to;
  }

  /** Moves to the next candidate whose descriptors are valid; false at the end. */
  boolean next() {
    while (true) {
      while (p < end && (in[p] == ',' || Bytes.isSpace(in[p]))) {
        p++;
      }
      if (p == end) {
        return false;
      }
      from = p;
      while (p < end && !Bytes.isSpace(in[p])) {
        p++;
      }
      to = p;
      while (in[to - 1] == ',') {
        to--;
      }
      if (to < p) {
        return true; // a comma at its end means that no descriptors follow
      }
      if (descriptors()) {
        return true;
      }
    }
  }

  /** The start of the candidate's URL. */
  int from() {
    return from;
  }

  /** The end of the candidate's URL. */
  int to() {
    return to;
  }

  /**
   * Reads descriptors up to a comma that is not in parentheses; returns whether they are valid
   * together.
   */
  private boolean descriptors() {
    descriptors.clear();
    boolean parenthesised = false;
    int start = -1;
    while (p < end) {
      byte b = in[p];
      boolean ends = !parenthesised && (b == ',' || Bytes.isSpace(b));
      if (ends && start >= 0) {
        descriptors.add(in, start, p);
        start = -1;
      } else if (!ends && start < 0) {
        start = p;
      }
      if (b == ',' && ends) {
        p++;
        return descriptors.areValid();
      }
      parenthesised = b == '(' || (parenthesised && b != ')');
      p++;
    }
    if (start >= 0) {
      descriptors.add(in, start, end);
    }
    return descriptors.areValid();
  }
}
