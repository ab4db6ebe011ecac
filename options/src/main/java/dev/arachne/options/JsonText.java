package dev.arachne.options;

/** Strings and numbers of JSON (RFC 8259), without a library that has to be loaded. */
final class JsonText {
  private JsonText() {}

  /** Appends {@code text} as a JSON string on one line. */
  static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c == '\n') {
        json.append("\\n");
      } else if (isToBeEscaped(c)) {
        json.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          json.append(Character.forDigit(c >> shift & 0xF, 16));
        }
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }

  /** Appends {@code text} as a number if it is one, else as a string. */
  static void number(StringBuilder json, String text) {
    if (text.matches("0|[1-9][0-9]*")) {
      json.append(text);
    } else {
      quote(json, text);
    }
  }

  /** Whether a character may act on a terminal, end a line, or is half a character. */
  private static boolean isToBeEscaped(char c) {
    return Character.isISOControl(c)
        || Character.isSurrogate(c)
        || Character.getType(c) == Character.FORMAT
        || c == '\u2028'
        || c == '\u2029';
  }
}
