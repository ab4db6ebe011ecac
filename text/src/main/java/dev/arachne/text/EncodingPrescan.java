package dev.arachne.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a declared encoding in the first bytes of a page (WHATWG HTML 13.2.3.2, "prescan a byte
 * stream to determine its encoding", and "get an XML encoding"). This is not tokenizing: the
 * standard requires a scan that works on half a tag.
 */
final class EncodingPrescan {
  /** The number of bytes within which a declaration has to be. */
  private static final int LIMIT = 1024;

  private static final byte[] COMMENT = "<!--".getBytes(US_ASCII);
  private static final byte[] META = "<meta".getBytes(US_ASCII);
  private static final byte[] CHARSET = "charset".getBytes(US_ASCII);
  private static final byte[] XML = "<?xml".getBytes(US_ASCII);
  private static final byte[] XML_ENCODING = "encoding".getBytes(US_ASCII);
  private static final byte[] XML_UTF_16LE = {'<', 0, '?', 0, 'x', 0};
  private static final byte[] XML_UTF_16BE = {0, '<', 0, '?', 0, 'x'};

  private final byte[] in;
  private final int from;
  private final int end;
  private int p;

  /** The result of the last call of {@link #attribute}. */
  private int nameFrom;

  private int nameTo;
  private int valueFrom;
  private int valueTo;

  /** The relevant attributes of a {@code meta}: of several with one name the first. */
  private @Nullable Value charset;

  private @Nullable Value content;
  private @Nullable Value httpEquiv;

  /** A range of the page. */
  private record Value(int from, int to) {}

  private EncodingPrescan(byte[] in, int from, int to) {
    this.in = in;
    this.from = from;
    this.end = Math.min(to, from + LIMIT);
    this.p = from;
  }

  /** The encoding that {@code in[from, to)} declares. */
  static Optional<Encoding> declared(byte[] in, int from, int to) {
    EncodingPrescan scan = new EncodingPrescan(in, from, to);
    Optional<Encoding> found = scan.utf16Xml();
    if (found.isEmpty()) {
      found = scan.meta();
    }
    return found.isPresent() ? found : scan.xmlDeclaration();
  }

  private Optional<Encoding> utf16Xml() {
    if (Bytes.startsWithIgnoringCase(in, from, end, XML_UTF_16LE)) {
      return Optional.of(Encoding.UTF_16LE);
    }
    return Bytes.startsWithIgnoringCase(in, from, end, XML_UTF_16BE)
        ? Optional.of(Encoding.UTF_16BE)
        : Optional.empty();
  }

  private Optional<Encoding> meta() {
    while ((p = Bytes.indexOf(in, p, end, '<')) < end) {
      if (Bytes.startsWithIgnoringCase(in, p, end, COMMENT)) {
        skipComment();
      } else if (startsMeta()) {
        p += META.length;
        Optional<Encoding> found = metaElement();
        if (found.isPresent()) {
          return found;
        }
      } else if (startsTag()) {
        p = tagNameEnd(p);
        while (attribute()) {}
      } else if (p + 1 < end && (in[p + 1] == '!' || in[p + 1] == '/' || in[p + 1] == '?')) {
        p = Bytes.indexOf(in, p, end, '>');
      }
      p++;
    }
    return Optional.empty();
  }

  private void skipComment() {
    p = Bytes.indexOf(in, p + 4, end, '>');
    while (p < end && (in[p - 1] != '-' || in[p - 2] != '-')) {
      p = Bytes.indexOf(in, p + 1, end, '>');
    }
  }

  private boolean startsMeta() {
    int behind = p + META.length;
    return behind < end
        && Bytes.startsWithIgnoringCase(in, p, end, META)
        && (Bytes.isSpace(in[behind]) || in[behind] == '/');
  }

  private boolean startsTag() {
    int letter = p + 1 < end && in[p + 1] == '/' ? p + 2 : p + 1;
    return letter < end && Bytes.isLetter(in[letter]);
  }

  private int tagNameEnd(int tag) {
    int q = tag + 1;
    while (q < end && !Bytes.isSpace(in[q]) && in[q] != '>') {
      q++;
    }
    return q;
  }

  private Optional<Encoding> metaElement() {
    charset = null;
    content = null;
    httpEquiv = null;
    while (attribute()) {
      if (charset == null && isNamed("charset")) {
        charset = new Value(valueFrom, valueTo);
      } else if (content == null && isNamed("content")) {
        content = new Value(valueFrom, valueTo);
      } else if (httpEquiv == null && isNamed("http-equiv")) {
        httpEquiv = new Value(valueFrom, valueTo);
      }
    }
    boolean cutOff = p >= end;
    return cutOff ? Optional.empty() : declaredByMeta().map(EncodingPrescan::asDeclared);
  }

  private boolean isNamed(String name) {
    return Bytes.equalsIgnoringCase(in, nameFrom, nameTo, name);
  }

  private Optional<Encoding> declaredByMeta() {
    if (charset != null) {
      return encoding(charset.from(), charset.to());
    }
    boolean isOfContentType =
        httpEquiv != null
            && Bytes.equalsIgnoringCase(in, httpEquiv.from(), httpEquiv.to(), "content-type");
    return isOfContentType && content != null
        ? inContent(content.from(), content.to())
        : Optional.empty();
  }

  /**
   * "Algorithm for extracting a character encoding from a meta element" (2.5.3), whose content is
   * {@code in[from, to)}.
   */
  private Optional<Encoding> inContent(int from, int to) {
    int q = from;
    while (q < to) {
      if (!Bytes.startsWithIgnoringCase(in, q, to, CHARSET)) {
        q++;
        continue;
      }
      q = Bytes.skipSpaces(in, q + CHARSET.length, to);
      if (q < to && in[q] == '=') {
        return quotedOrBare(Bytes.skipSpaces(in, q + 1, to), to);
      }
    }
    return Optional.empty();
  }

  private Optional<Encoding> quotedOrBare(int at, int to) {
    if (at == to) {
      return Optional.empty();
    }
    if (in[at] == '"' || in[at] == '\'') {
      int close = Bytes.indexOf(in, at + 1, to, in[at]);
      return close == to ? Optional.empty() : encoding(at + 1, close);
    }
    int labelTo = at;
    while (labelTo < to && in[labelTo] != ';' && !Bytes.isSpace(in[labelTo])) {
      labelTo++;
    }
    return encoding(at, labelTo);
  }

  private Optional<Encoding> encoding(int labelFrom, int labelTo) {
    return Encoding.forLabel(new String(in, labelFrom, labelTo - labelFrom, ISO_8859_1));
  }

  /**
   * A page that was readable byte by byte to this point is not in UTF-16, even if it declares that.
   */
  private static Encoding asDeclared(Encoding encoding) {
    return switch (encoding) {
      case UTF_16BE, UTF_16LE -> Encoding.UTF_8;
      case X_USER_DEFINED -> Encoding.WINDOWS_1252;
      default -> encoding;
    };
  }

  /**
   * "Get an attribute": false at the tag's end, {@code p} being at its {@code >}, or at the end of
   * the bytes.
   */
  private boolean attribute() {
    while (p < end && (Bytes.isSpace(in[p]) || in[p] == '/')) {
      p++;
    }
    if (p >= end || in[p] == '>') {
      return false;
    }
    nameFrom = p;
    while (p < end && !endsName()) {
      p++;
    }
    nameTo = p;
    valueFrom = p;
    valueTo = p;
    p = Bytes.skipSpaces(in, p, end);
    if (p < end && in[p] == '=') {
      p = Bytes.skipSpaces(in, p + 1, end);
      return value();
    }
    return p < end;
  }

  private boolean endsName() {
    byte b = in[p];
    return (b == '=' && p > nameFrom) || Bytes.isSpace(b) || b == '/' || b == '>';
  }

  private boolean value() {
    if (p >= end) {
      return false;
    }
    if (in[p] == '"' || in[p] == '\'') {
      valueFrom = p + 1;
      valueTo = Bytes.indexOf(in, valueFrom, end, in[p]);
      p = Math.min(valueTo + 1, end);
      return valueTo < end;
    }
    valueFrom = p;
    while (p < end && !Bytes.endsUnquotedValue(in[p])) {
      p++;
    }
    valueTo = p;
    return p < end;
  }

  /** "Get an XML encoding". */
  private Optional<Encoding> xmlDeclaration() {
    int close = Bytes.indexOf(in, from, end, '>');
    if (!startsWith(XML, from, end) || close == end) {
      return Optional.empty();
    }
    int q = from + XML.length;
    while (q < close && !startsWith(XML_ENCODING, q, close)) {
      q++;
    }
    q = skipControls(q + XML_ENCODING.length, close);
    if (q >= close || in[q] != '=') {
      return Optional.empty();
    }
    q = skipControls(q + 1, close);
    if (q >= close || (in[q] != '"' && in[q] != '\'')) {
      return Optional.empty();
    }
    int labelTo = Bytes.indexOf(in, q + 1, close, in[q]);
    String label = new String(in, q + 1, labelTo - q - 1, ISO_8859_1);
    boolean malformed = labelTo == close || label.chars().anyMatch(c -> c <= ' ');
    return malformed
        ? Optional.empty()
        : Encoding.forLabel(label)
            .map(found -> found == Encoding.X_USER_DEFINED ? found : asDeclared(found));
  }

  private boolean startsWith(byte[] word, int at, int to) {
    return to - at >= word.length && Arrays.equals(in, at, at + word.length, word, 0, word.length);
  }

  private int skipControls(int at, int to) {
    int q = at;
    while (q < to && in[q] >= 0 && in[q] <= ' ') {
      q++;
    }
    return q;
  }
}
