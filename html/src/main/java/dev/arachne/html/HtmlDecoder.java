package dev.arachne.html;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;

/**
 * Decodes ranges that the tokenizer reported: character references (WHATWG HTML 13.2.5.72-80), line
 * ends (13.2.3.5) and U+0000. Appends UTF-8 to a scratch; confined to one thread.
 */
public final class HtmlDecoder {
  private static final int REPLACEMENT = 0xFFFD;

  /** The characters of numeric references to the C1 controls (13.2.5.80), from 0x80. */
  private static final String C1_MEANINGS =
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F"
          + "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

  private final CharacterReferences named = new CharacterReferences();

  /** Appends the text of {@code in[from, to)}, read under {@code model}. */
  public void appendText(byte[] in, int from, int to, ContentModel model, ByteScratch out) {
    boolean references = model == ContentModel.DATA || model == ContentModel.RCDATA;
    boolean keepsNul = model == ContentModel.DATA || model == ContentModel.CDATA_SECTION;
    append(in, from, to, references ? References.IN_TEXT : References.NONE, keepsNul, out);
  }

  /** Appends the value of an attribute. */
  public void appendAttributeValue(byte[] in, int from, int to, ByteScratch out) {
    append(in, from, to, References.IN_ATTRIBUTE, false, out);
  }

  /** Appends the text of a comment or a document type, which has no references. */
  void appendLiteral(byte[] in, int from, int to, ByteScratch out) {
    append(in, from, to, References.NONE, false, out);
  }

  /** Appends the name of a tag or an attribute, in lower case. */
  void appendName(byte[] in, int from, int to, ByteScratch out) {
    for (int p = from; p < to; p++) {
      if (in[p] == 0) {
        out.appendCodePoint(REPLACEMENT);
      } else {
        out.append(Bytes.lowerCase(in[p]));
      }
    }
  }

  private enum References {
    NONE,
    IN_TEXT,
    IN_ATTRIBUTE
  }

  private void append(
      byte[] in, int from, int to, References references, boolean keepsNul, ByteScratch out) {
    int copied = from;
    int p = from;
    while (p < to) {
      byte b = in[p];
      if (b == '&' && references != References.NONE) {
        out.append(in, copied, p);
        p = appendReference(in, p, to, references, out);
        copied = p;
      } else if (b == '\r') {
        out.append(in, copied, p);
        out.append('\n');
        p += p + 1 < to && in[p + 1] == '\n' ? 2 : 1;
        copied = p;
      } else if (b == 0 && !keepsNul) {
        out.append(in, copied, p);
        out.appendCodePoint(REPLACEMENT);
        copied = ++p;
      } else {
        p++;
      }
    }
    out.append(in, copied, to);
  }

  /**
   * Character reference state (13.2.5.72) at the {@code &} at {@code p}; returns the index at which
   * to continue.
   */
  private int appendReference(byte[] in, int p, int to, References references, ByteScratch out) {
    int next = p + 1;
    if (next < to && in[next] == '#') {
      return appendNumeric(in, p, to, out);
    }
    if (next < to && Bytes.isLetter(in[next]) && named.find(in, next, to)) {
      int behind = named.matchedTo();
      boolean closed = in[behind - 1] == ';';
      boolean partOfAQuery =
          references == References.IN_ATTRIBUTE
              && !closed
              && behind < to
              && (in[behind] == '=' || Bytes.isAlphanumeric(in[behind]));
      if (!partOfAQuery) {
        named.appendMeaning(out);
        return behind;
      }
    }
    out.append('&');
    return next;
  }

  private int appendNumeric(byte[] in, int ampersand, int to, ByteScratch out) {
    int p = ampersand + 2;
    boolean hex = p < to && (in[p] | 0x20) == 'x';
    int radix = hex ? 16 : 10;
    if (hex) {
      p++;
    }
    int digitsFrom = p;
    int c = 0;
    for (int digit; p < to && (digit = asciiDigit(in[p], radix)) >= 0; p++) {
      c = Math.min(c * radix + digit, Character.MAX_CODE_POINT + 1); // stays above, however long
    }
    if (p == digitsFrom) {
      out.append('&');
      return ampersand + 1;
    }
    out.appendCodePoint(meaning(c));
    return p < to && in[p] == ';' ? p + 1 : p;
  }

  private static int asciiDigit(byte b, int radix) {
    return b < 0 ? -1 : Character.digit(b, radix);
  }

  /** Numeric character reference end state (13.2.5.80). */
  private static int meaning(int c) {
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    if (c == 0 || c > Character.MAX_CODE_POINT || surrogate) {
      return REPLACEMENT;
    }
    return c >= 0x80 && c < 0xA0 ? C1_MEANINGS.charAt(c - 0x80) : c;
  }
}
