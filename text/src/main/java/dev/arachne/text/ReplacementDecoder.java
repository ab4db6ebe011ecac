package dev.arachne.text;

/**
 * Makes one U+FFFD of a document that is not to be read at all, since its encoding has been used
 * for attacks (WHATWG Encoding 14.1.1).
 */
final class ReplacementDecoder implements TextDecoder {
  private boolean isDone;

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    if (from < to && !isDone) {
      isDone = true;
      out.appendCodePoint(REPLACEMENT);
    }
  }

  @Override
  public void finish(ByteScratch out) {}
}
