package dev.arachne.json;

/** The characters of an expression, one after another. Not thread-safe. */
final class JsonPathText {
  private static final String BLANKS = " \t\n\r";

  private final String text;
  private int at;

  JsonPathText(String text) {
    this.text = text;
  }

  /** The index of the next character. */
  int at() {
    return at;
  }

  void back(int before) {
    at = before;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /** The text that is left, as far as a message shows it. */
  String rest() {
    String rest = text.substring(at);
    return rest.length() <= 12 ? rest : rest.substring(0, 12) + "...";
  }

  boolean isNext(char c) {
    return !atEnd() && text.charAt(at) == c;
  }

  boolean take(String expected) {
    boolean isThere = text.startsWith(expected, at);
    at += isThere ? expected.length() : 0;
    return isThere;
  }

  void skipBlanks() {
    while (!atEnd() && BLANKS.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  String digits() {
    int start = at;
    while (!atEnd() && isDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** A word of a function: lower-case letters, digits and underscores; possibly empty. */
  String word() {
    int start = at;
    while (!atEnd() && isOfWord(text.charAt(at), at == start)) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isOfWord(char c, boolean isFirst) {
    return (c >= 'a' && c <= 'z') || (!isFirst && (isDigit(c) || c == '_'));
  }

  /** The name behind a dot. */
  String memberName() throws JsonPathException {
    int start = at;
    while (!atEnd() && isOfName(text.codePointAt(at), at == start)) {
      at += Character.charCount(text.codePointAt(at));
    }
    if (at == start) {
      throw mistake("a name or * is missing; names of other characters are written ['so']");
    }
    return text.substring(start, at);
  }

  private static boolean isOfName(int c, boolean isFirst) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (c >= 0x80 && !(c >= 0xD800 && c <= 0xDFFF))
        || (!isFirst && c < 0x80 && isDigit((char) c));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A text in quotes, which are next. */
  String string() throws JsonPathException {
    char quote = text.charAt(at);
    int start = at++;
    var string = new StringBuilder();
    while (!isNext(quote)) {
      if (atEnd()) {
        back(start);
        throw mistake("a text in quotes has no end");
      }
      int c = text.codePointAt(at);
      if (c == '\\') {
        at++;
        escaped(quote, string);
      } else if (c < ' ' || (c >= 0xD800 && c <= 0xDFFF)) {
        throw mistake("a control character must be written as an escape");
      } else {
        string.appendCodePoint(c);
        at += Character.charCount(c);
      }
    }
    at++;
    return string.toString();
  }

  private void escaped(char quote, StringBuilder string) throws JsonPathException {
    char c = atEnd() ? '\0' : text.charAt(at);
    at++;
    switch (c) {
      case 'b' -> string.append('\b');
      case 'f' -> string.append('\f');
      case 'n' -> string.append('\n');
      case 'r' -> string.append('\r');
      case 't' -> string.append('\t');
      case '/', '\\' -> string.append(c);
      case 'u' -> unicode(string);
      default -> {
        if (c != quote) {
          at = Math.min(at - 1, text.length());
          throw mistake("this escape does not exist");
        }
        string.append(c);
      }
    }
  }

  private void unicode(StringBuilder string) throws JsonPathException {
    char unit = hexadecimal();
    if (Character.isHighSurrogate(unit) && take("\\u")) {
      char low = hexadecimal();
      if (Character.isLowSurrogate(low)) {
        string.append(unit).append(low);
        return;
      }
    }
    if (Character.isSurrogate(unit)) {
      throw mistake("half of a surrogate pair is not a character");
    }
    string.append(unit);
  }

  private char hexadecimal() throws JsonPathException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = atEnd() || text.charAt(at) >= 0x80 ? -1 : Character.digit(text.charAt(at), 16);
      if (digit < 0) {
        throw mistake("\\u needs four hexadecimal digits");
      }
      value = 16 * value + digit;
      at++;
    }
    return (char) value;
  }

  /** A mistake at the next character. */
  JsonPathException mistake(String problem) {
    return new JsonPathException(problem, at + 1);
  }
}
