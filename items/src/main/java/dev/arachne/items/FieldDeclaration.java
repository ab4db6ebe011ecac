package dev.arachne.items;

import java.util.ArrayList;
import java.util.List;

/**
 * The declaration of a field, as it is written before its expression: a name, and behind a colon
 * its words, separated by commas. A word may have a text in parentheses. That text ends at the
 * first closing parenthesis before a comma, an equals sign or the end, so it may have any other
 * character. Immutable.
 *
 * <pre>
 *   price:number,strip(€),replace(/\s+per night//),default(0)
 * </pre>
 */
record FieldDeclaration(String name, List<Word> words) {
  /**
   * One word.
   *
   * @param word all of it, with its text
   * @param name the part before the text
   * @param text the part in parentheses; empty without
   */
  record Word(String word, String name, String text) {
    private static Word of(String written) {
      String word = written.strip();
      int open = word.indexOf('(');
      return open < 0 || !word.endsWith(")")
          ? new Word(word, word, "")
          : new Word(word, word.substring(0, open), word.substring(open + 1, word.length() - 1));
    }
  }

  /** Parses a declaration. */
  static FieldDeclaration parse(String declaration) throws RulesException {
    int colon = declaration.indexOf(':');
    String name = (colon < 0 ? declaration : declaration.substring(0, colon)).strip();
    List<Word> words = new ArrayList<>();
    int from = colon + 1;
    while (colon >= 0 && from <= declaration.length()) {
      int end = end(declaration, from, ",");
      words.add(Word.of(declaration.substring(from, end)));
      from = end + 1;
    }
    return new FieldDeclaration(name, List.copyOf(words));
  }

  /** The index of the equals sign behind the declaration; -1 without one. */
  static int end(String written) throws RulesException {
    int colon = written.indexOf(':');
    int equals = written.indexOf('=');
    if (equals < 0 || colon < 0 || equals < colon) {
      return equals;
    }
    int end = end(written, colon + 1, "=");
    return end == written.length() ? -1 : end;
  }

  /** The next of some characters outside of parentheses; the length of the text without one. */
  private static int end(String text, int from, String ends) throws RulesException {
    int at = from;
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      at = text.charAt(at) == '(' ? close(text, at) + 1 : at + 1;
    }
    return at;
  }

  private static int close(String text, int open) throws RulesException {
    int close = text.indexOf(')', open);
    while (close >= 0 && close + 1 < text.length() && ",=".indexOf(text.charAt(close + 1)) < 0) {
      close = text.indexOf(')', close + 1);
    }
    if (close < 0) {
      throw new RulesException(
          "'" + text.substring(open) + "' has no ) before a comma, = or the end; add it");
    }
    return close;
  }
}
