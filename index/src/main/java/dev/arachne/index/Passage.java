package dev.arachne.index;

import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of a page's text that gets a vector: models read some hundred words, and a long page
 * has more than one meaning. Immutable.
 *
 * @param from where it begins in the text
 * @param to behind its last character
 * @param text the model's input: the page's title and the stretch
 */
record Passage(int from, int to, String text) {
  /** Characters of a stretch; 512 tokens, which small models read, are more in most languages. */
  private static final int LENGTH = 1_200;

  /** Passages of a page, at most: the text behind them has no vector. */
  private static final int MOST = 16;

  private static final int LONGEST_TITLE = 200;

  /** The passages of a page; an empty list for a page without text. */
  static List<Passage> of(String title, String text) {
    String head = title.substring(0, Math.min(title.length(), LONGEST_TITLE)).strip();
    List<Passage> passages = new ArrayList<>();
    int from = 0;
    while (from < text.length() && passages.size() < MOST) {
      int to = end(text, from);
      String stretch = text.substring(from, to).strip();
      if (!stretch.isEmpty()) {
        passages.add(new Passage(from, to, head.isEmpty() ? stretch : head + "\n" + stretch));
      }
      from = to;
    }
    if (passages.isEmpty() && !head.isEmpty()) {
      passages.add(new Passage(0, 0, head));
    }
    return passages;
  }

  /** The end of the passage: of the last line, else sentence, else word, in its second half. */
  private static int end(String text, int from) {
    int to = Math.min(text.length(), from + LENGTH);
    if (to == text.length()) {
      return to;
    }
    int sentence = 0;
    int word = 0;
    for (int i = to; i > from + LENGTH / 2; i--) {
      char before = text.charAt(i - 1);
      if (before == '\n') {
        return i;
      }
      if (Character.isWhitespace(before)) {
        word = word == 0 ? i : word;
        char end = text.charAt(i - 2);
        sentence = sentence == 0 && (end == '.' || end == '!' || end == '?') ? i : sentence;
      } else if (before == '。' && sentence == 0) {
        sentence = i;
      }
    }
    if (sentence > 0 || word > 0) {
      return sentence > 0 ? sentence : word;
    }
    return Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
  }
}
