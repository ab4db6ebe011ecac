package dev.arachne.json;

import dev.arachne.json.JsonPath.Search;
import dev.arachne.json.JsonTest.Matches.Extent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions of filters (RFC 9485) by the JDK's engine. Their reads of characters are
 * counted, because the expression itself may come from the text that is searched.
 */
final class JsonRegex {
  private static final int LONGEST = 1_000;

  /** Steps to compile an expression, for each of its characters. */
  private static final int COMPILE_STEPS = 20;

  private JsonRegex() {}

  /** Whether {@code text} matches; false if {@code regex} is not a regular expression. */
  static boolean matches(String text, String regex, Extent extent, Search search) {
    search.look((long) COMPILE_STEPS * regex.length());
    if (regex.length() > LONGEST) {
      return false;
    }
    try {
      Matcher matcher = Pattern.compile(java(regex)).matcher(new Counted(text, search));
      return extent == Extent.WHOLE ? matcher.matches() : matcher.find();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /**
   * The same expression in Java's syntax: a dot does not match the end of a line, brackets and
   * ampersands in a class stand for themselves, and there are neither groups with properties nor
   * back references.
   */
  private static String java(String regex) {
    var java = new StringBuilder(regex.length() + 16);
    boolean inClass = false;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\' && i + 1 < regex.length()) {
        char escaped = regex.charAt(++i);
        if (Character.isDigit(escaped) || escaped == 'k') {
          throw new PatternSyntaxException("a back reference", regex, i);
        }
        java.append(c).append(escaped);
      } else if (inClass) {
        inClass = c != ']';
        java.append(c == '[' || c == '&' ? "\\" : "").append(c);
      } else if (c == '(' && i + 1 < regex.length() && regex.charAt(i + 1) == '?') {
        throw new PatternSyntaxException("a group with properties", regex, i);
      } else {
        inClass = c == '[';
        java.append(c == '.' ? "[^\\n\\r]" : String.valueOf(c));
      }
    }
    return java.toString();
  }

  private record Counted(String text, Search search) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      search.look(1);
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
