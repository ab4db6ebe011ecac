package dev.arachne.text;

/**
 * A text that tells how often a character of it is looked at, which is what the backtracking of a
 * regular expression does: so a search in it can be bounded by work, and ends in the same way each
 * time.
 *
 * @param text what it is
 * @param onLook is called before each look; what it throws ends the search
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
