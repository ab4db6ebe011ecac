package dev.arachne.archive;

/** Strings as JSON has them (RFC 8259 7), in ASCII. */
final class Json {
  private Json() {}

  static String of(String text) {
    var json = new StringBuilder(text.length() + 2);
    append(text, json);
    return json.toString();
  }

  static void append(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
