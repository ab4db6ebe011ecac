package dev.arachne.text;

/**
 * A text that reports each read of a character. The backtracking of a regular expression causes
 * such reads, so the work of a search can be bounded, and it ends in the same way each time.
 *
 * @param text the text
 * @param onLook is called before each read; its exception ends the search
 */
public record CountedText(String text, Runnable onLook) implements CharSequence {
  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    onLook.run();
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
