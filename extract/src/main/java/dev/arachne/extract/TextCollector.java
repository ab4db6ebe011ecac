package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A sink that keeps the text of a piece of HTML: without markup, white space collapsed. */
final class TextCollector implements TokenSink {
  private final HtmlText text = new HtmlText();
  private final ByteScratch out = new ByteScratch();
  private byte[] in = {};
  private Element element = Element.OTHER;

  /** The text of {@code in[from, to)}. */
  static String textOf(byte[] in, int from, int to) {
    TextCollector collector = new TextCollector();
    new HtmlTokenizer(collector).run(in, from, to);
    return collapsed(collector.out);
  }

  /** {@code text} without white space at its ends, and with one space for any run of it inside. */
  static String collapsed(ByteScratch text) {
    byte[] bytes = text.bytes();
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      if (!Bytes.isSpace(bytes[i])) {
        bytes[length++] = bytes[i];
      } else if (length > 0 && bytes[length - 1] != ' ') {
        bytes[length++] = ' ';
      }
    }
    return new String(bytes, 0, length, UTF_8).stripTrailing();
  }

  @Override
  public void begin(byte[] in) {
    this.in = in;
  }

  @Override
  public boolean startTagOpened(int nameFrom, int nameTo) {
    element = Element.named(in, nameFrom, nameTo);
    return element == Element.SCRIPT || element == Element.STYLE;
  }

  @Override
  public void attribute(int nameFrom, int nameTo, int valueFrom, int valueTo) {}

  @Override
  public ContentModel startTag(int to, boolean selfClosing) {
    return element == Element.SCRIPT ? ContentModel.SCRIPT_DATA : ContentModel.RAWTEXT;
  }

  @Override
  public void endTag(int from, int nameFrom, int nameTo) {}

  @Override
  public void text(int from, int to, ContentModel model) {
    if (model == ContentModel.DATA || model == ContentModel.CDATA_SECTION) {
      text.appendText(in, from, to, model, out);
    }
  }

  @Override
  public void comment(int from, int to) {}

  @Override
  public void doctype(int from, int to, boolean closed) {}

  @Override
  public boolean inForeignContent() {
    return false;
  }
}
