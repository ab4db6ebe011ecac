package dev.arachne.html;

/** Two readers of the same tokens. */
record PairOfReaders(TokenReader first, TokenReader second) implements TokenReader {
  @Override
  public void begin(byte[] page) {
    first.begin(page);
    second.begin(page);
  }

  @Override
  public boolean wantsAttributes(Element element) {
    return first.wantsAttributes(element) || second.wantsAttributes(element);
  }

  @Override
  public void startTag(Element element, HtmlTokenizer tag, TagAttributes attributes) {
    first.startTag(element, tag, attributes);
    second.startTag(element, tag, attributes);
  }

  @Override
  public void endTag(HtmlTokenizer tag) {
    first.endTag(tag);
    second.endTag(tag);
  }

  @Override
  public boolean hasEnough() {
    return first.hasEnough() && second.hasEnough();
  }

  @Override
  public void text(int from, int to, ContentModel model) {
    first.text(from, to, model);
    second.text(from, to, model);
  }
}
