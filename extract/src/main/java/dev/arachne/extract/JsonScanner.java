package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;
import java.util.Arrays;

/**
 * Finds the strings of a JSON text (RFC 8259) that are URLs by the names of the members that hold
 * them. It does not validate: in a text that is not JSON it finds less. Confined to one thread.
 */
final class JsonScanner {
  /** The depth of nested containers whose names are known; deeper ones have no links. */
  private static final int MOST_LEVELS = 64;

  /** Work between two checks of the slice, in bytes. */
  private static final int STEP = 4 << 10;

  private static final byte[] NOTHING = {};
  private static final byte[] HTTP = "http".getBytes(US_ASCII);

  private final Slices slices;
  private final Found found;

  /** For each open container the name that it is the value of, as two ints. */
  private final int[] names = new int[2 * (MOST_LEVELS + 1)];

  private byte[] in = NOTHING;
  private int level;
  private boolean isTruncated;

  /** Receives a string that is a URL, or HTML. */
  @FunctionalInterface
  interface Found {
    void add(OutlinkKind kind, ReferenceList.Form form, int from, int to);
  }

  /** The names of members that hold URLs. */
  enum Vocabulary {
    /** JSON Feed 1.1. */
    FEED,
    /** Web Application Manifest. */
    MANIFEST,
    /** JSON-LD with the vocabulary of schema.org. */
    LINKED_DATA
  }

  JsonScanner(Slices slices, Found found) {
    this.slices = slices;
    this.found = found;
  }

  /** Whether some of the text was nested too deep. */
  boolean isTruncated() {
    return isTruncated;
  }

  /** Reads the text in {@code text[from, to)}, which is UTF-8. */
  void read(byte[] text, int from, int to, Vocabulary vocabulary) {
    in = text;
    level = 0;
    isTruncated = false;
    Arrays.fill(names, 0);
    int nameFrom = 0;
    int nameTo = 0;
    int looked = from;
    int p = from;
    while (p < to) {
      if (p - looked >= STEP) {
        slices.spend(p - looked);
        looked = p;
      }
      switch (in[p]) {
        case '{', '[' -> {
          open(nameFrom, nameTo);
          nameFrom = nameTo;
          p++;
        }
        case '}', ']' -> {
          level = Math.max(0, level - 1);
          nameFrom = nameTo;
          p++;
        }
        case ',' -> {
          nameFrom = nameTo;
          p++;
        }
        case '"' -> {
          int end = endOfString(p + 1, to);
          int next = Bytes.skipSpaces(in, Math.min(end + 1, to), to);
          if (next < to && in[next] == ':') {
            nameFrom = p + 1;
            nameTo = end;
            next++;
          } else if (end < to) {
            value(vocabulary, nameFrom, nameTo, p + 1, end);
          }
          p = next;
        }
        default -> p++;
      }
    }
    in = NOTHING;
  }

  private void open(int nameFrom, int nameTo) {
    level++;
    if (level <= MOST_LEVELS) {
      boolean isElement = nameFrom == nameTo; // an array's, which has the name of the array
      names[2 * level] = isElement ? names[2 * (level - 1)] : nameFrom;
      names[2 * level + 1] = isElement ? names[2 * (level - 1) + 1] : nameTo;
    } else {
      isTruncated = true;
    }
  }

  private int endOfString(int from, int to) {
    int p = from;
    while (p < to && in[p] != '"') {
      p += in[p] == '\\' ? 2 : 1;
    }
    return Math.min(p, to);
  }

  private void value(Vocabulary vocabulary, int nameFrom, int nameTo, int from, int to) {
    if (level > MOST_LEVELS || from == to) {
      return;
    }
    boolean isElement = nameFrom == nameTo;
    String name = isElement ? name(level) : name(nameFrom, nameTo);
    String owner = isElement ? "" : name(level);
    switch (vocabulary) {
      case FEED -> feed(owner, name, from, to);
      case MANIFEST -> manifest(owner, name, from, to);
      case LINKED_DATA -> linkedData(name, from, to);
    }
  }

  private String name(int level) {
    return name(names[2 * level], names[2 * level + 1]);
  }

  /** A name as written; the longest relevant one has 16 characters. */
  private String name(int from, int to) {
    return to - from > 32 ? "" : new String(in, from, to - from, US_ASCII);
  }

  private void feed(String owner, String name, int from, int to) {
    switch (name) {
      case "home_page_url", "feed_url", "next_url" -> url(OutlinkKind.LINK, from, to);
      case "icon", "favicon" -> url(OutlinkKind.ICON, from, to);
      case "image", "banner_image", "avatar" -> url(OutlinkKind.IMAGE, from, to);
      case "external_url" -> url(OutlinkKind.FEED_ENTRY, from, to);
      case "content_html" ->
          found.add(OutlinkKind.FEED_ENTRY, ReferenceList.Form.HTML_JSON, from, to);
      case "url" -> {
        switch (owner) {
          case "items" -> url(OutlinkKind.FEED_ENTRY, from, to);
          case "attachments" -> url(OutlinkKind.MEDIA, from, to);
          case "author", "authors" -> url(OutlinkKind.LINK, from, to);
          default -> {}
        }
      }
      default -> {}
    }
  }

  private void manifest(String owner, String name, int from, int to) {
    switch (name) {
      case "start_url" -> url(OutlinkKind.LINK, from, to);
      case "url" -> {
        if (owner.equals("shortcuts")) {
          url(OutlinkKind.LINK, from, to);
        }
      }
      case "src" -> {
        boolean isPicture = owner.equals("screenshots");
        url(isPicture ? OutlinkKind.IMAGE : OutlinkKind.ICON, from, to);
      }
      default -> {}
    }
  }

  /** Handles members that may be a word or an identifier in place of a URL. */
  private void linkedData(String name, int from, int to) {
    switch (name) {
      case "@id",
          "codeRepository",
          "contentUrl",
          "discussionUrl",
          "downloadUrl",
          "embedUrl",
          "image",
          "item",
          "logo",
          "mainEntityOfPage",
          "relatedLink",
          "sameAs",
          "significantLink",
          "thumbnailUrl",
          "url" -> {
        if (in[from] == '/'
            || in[from] == '\\'
            || Bytes.startsWithIgnoringCase(in, from, to, HTTP)) {
          url(OutlinkKind.METADATA, from, to);
        }
      }
      default -> {}
    }
  }

  private void url(OutlinkKind kind, int from, int to) {
    found.add(kind, ReferenceList.Form.JSON, from, to);
  }

  /**
   * Appends the decoded value of the string in {@code in[from, to)}, without its quotes (RFC 8259
   * 7).
   */
  static void appendString(byte[] in, int from, int to, ByteScratch out) {
    int p = from;
    while (p < to) {
      if (in[p] != '\\' || p + 1 == to) {
        out.append(in[p++]);
        continue;
      }
      byte escaped = in[p + 1];
      p += 2;
      switch (escaped) {
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'u' -> p = appendUnit(in, p, to, out);
        default -> out.append(escaped);
      }
    }
  }

  /** Appends a character of four hexadecimal digits, or of two times four; returns its end. */
  private static int appendUnit(byte[] in, int from, int to, ByteScratch out) {
    int first = unit(in, from, to);
    if (first < 0) {
      return from;
    }
    int end = from + 4;
    if (Character.isHighSurrogate((char) first)
        && end + 6 <= to
        && in[end] == '\\'
        && in[end + 1] == 'u') {
      int second = unit(in, end + 2, to);
      if (second >= 0 && Character.isLowSurrogate((char) second)) {
        out.appendCodePoint(Character.toCodePoint((char) first, (char) second));
        return end + 6;
      }
    }
    out.appendCodePoint(Character.isSurrogate((char) first) ? 0xFFFD : first);
    return end;
  }

  /** The value of four hexadecimal digits; -1 if they are not hexadecimal. */
  private static int unit(byte[] in, int from, int to) {
    if (from + 4 > to) {
      return -1;
    }
    int value = 0;
    for (int p = from; p < from + 4; p++) {
      int digit = Character.digit(in[p], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
