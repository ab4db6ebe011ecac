package dev.arachne.text;

/**
 * Decodes a document that must not be read into one U+FFFD, since its encoding has been used for
 * attacks (WHATWG Encoding 14.1.1).
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
