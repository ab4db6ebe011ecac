package dev.arachne.protocol;

/**
 * A header field of a request, sent with its case as given. It is always one line: names and values
 * that would break out of theirs are refused (RFC 9110 5.5). Its value may be a secret, and is not
 * shown by {@link #toString()}. Immutable.
 *
 * @param name a token of RFC 9110 5.6.2
 * @param value printable ISO-8859-1, without white space around it
 */
public record RequestField(String name, String value) {

  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

  public RequestField {
    if (name.isEmpty() || !name.chars().allMatch(RequestField::isTokenChar)) {
      throw new IllegalArgumentException("not a header name: " + printable(name));
    }
    if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= 0xFF && c != 0x7F))
        || !value.strip().equals(value)) {
      throw new IllegalArgumentException("not a value of header " + name + ": " + printable(value));
    }
  }

  @Override
  public String toString() {
    return "header " + name;
  }

  private static boolean isTokenChar(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || TOKEN_SIGNS.indexOf(c) >= 0;
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
