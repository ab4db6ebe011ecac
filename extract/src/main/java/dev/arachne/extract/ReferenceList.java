package dev.arachne.extract;

import java.util.Arrays;
import java.util.Set;

/**
 * The references found on a page, as ranges of it: eight ints each, not decoded or resolved yet.
 * They stay here until the whole page has been read, because only then its base URL is certain.
 */
@SuppressWarnings("EnumOrdinal") // the numbers never leave this class
final class ReferenceList {

  /** The form of a range, by which it is read. */
  enum Form {
    /** An attribute that is one URL. */
    URL,
    /** The {@code srcset} attribute. */
    SRCSET,
    /** The {@code content} attribute of a refresh. */
    REFRESH,
    /** A {@code style} attribute. */
    STYLE_ATTRIBUTE,
    /** The text of a {@code style} element, or a style sheet. */
    STYLE_SHEET,
    /** A script, in which some strings may be URLs. */
    SCRIPT,
    /** Text that is one URL. */
    TEXT,
    /** A CDATA section that is one URL. */
    CDATA,
    /** A string of JSON that is one URL. */
    JSON,
    /** An attribute that is an HTML document. */
    HTML_ATTRIBUTE,
    /** Text that is a part of an HTML document. */
    HTML_TEXT,
    /** A CDATA section that is a part of an HTML document. */
    HTML_CDATA,
    /** A string of JSON that is a part of an HTML document. */
    HTML_JSON;

    /** Whether the range is a document of its own, whose length is unbounded. */
    boolean isDocument() {
      return switch (this) {
        case HTML_ATTRIBUTE, HTML_TEXT, HTML_CDATA, HTML_JSON -> true;
        default -> false;
      };
    }

    /** Whether the range is one value, whose length is bounded. */
    boolean isValue() {
      return !isDocument() && this != SCRIPT;
    }
  }

  private static final OutlinkKind[] KINDS = OutlinkKind.values();
  private static final Form[] FORMS = Form.values();
  private static final int WIDTH = 8;

  private static final int INITIAL = WIDTH * 128;

  /** The largest array that is kept once it is emptied, in ints. */
  private static final int KEPT = 1 << 18;

  private int[] rows = new int[INITIAL];
  private int length;

  void clear() {
    length = 0;
    if (rows.length > KEPT) {
      rows = new int[INITIAL];
    }
  }

  int size() {
    return length / WIDTH;
  }

  /** Adds a reference whose rel and text are still empty; returns its index. */
  int add(OutlinkKind kind, Form form, int from, int to) {
    if (length == rows.length) {
      rows = Arrays.copyOf(rows, rows.length * 2);
    }
    rows[length] = kind.ordinal();
    rows[length + 1] = form.ordinal();
    rows[length + 2] = from;
    rows[length + 3] = to;
    Arrays.fill(rows, length + 4, length + WIDTH, 0);
    length += WIDTH;
    return size() - 1;
  }

  /**
   * Adds a reference of a wanted kind, or one to a document. If a limit is reached, it records that
   * instead.
   */
  void add(
      OutlinkKind kind,
      Form form,
      int from,
      int to,
      LinkOptions options,
      Set<Truncation> truncations) {
    if (!options.kinds().contains(kind) && !form.isDocument()) {
      return;
    }
    if (to - from > options.maxAttributeBytes() && form.isValue()) {
      truncations.add(Truncation.ATTRIBUTE);
    } else if (size() == options.maxLinks()) {
      truncations.add(Truncation.LINKS);
    } else {
      add(kind, form, from, to);
    }
  }

  void rel(int index, int from, int to) {
    rows[index * WIDTH + 4] = from;
    rows[index * WIDTH + 5] = to;
  }

  void text(int index, int from, int to) {
    rows[index * WIDTH + 6] = from;
    rows[index * WIDTH + 7] = to;
  }

  OutlinkKind kind(int index) {
    return KINDS[rows[index * WIDTH]];
  }

  Form form(int index) {
    return FORMS[rows[index * WIDTH + 1]];
  }

  int from(int index) {
    return rows[index * WIDTH + 2];
  }

  int to(int index) {
    return rows[index * WIDTH + 3];
  }

  int relFrom(int index) {
    return rows[index * WIDTH + 4];
  }

  int relTo(int index) {
    return rows[index * WIDTH + 5];
  }

  int textFrom(int index) {
    return rows[index * WIDTH + 6];
  }

  int textTo(int index) {
    return rows[index * WIDTH + 7];
  }
}
