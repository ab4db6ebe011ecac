package dev.arachne.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;

/** The text of a piece of HTML: without markup, white space collapsed. Thread-safe. */
public final class TextCollector {
  private TextCollector() {}

  /** The text of {@code in[from, to)}. */
  public static String textOf(byte[] in, int from, int to) {
    HtmlTokenizer tokenizer = new HtmlTokenizer();
    HtmlDecoder text = new HtmlDecoder();
    ByteScratch out = new ByteScratch();
    tokenizer.begin(in, from, to);
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      if (token == HtmlTokenizer.Token.START_TAG) {
        tokenizer.content(content(Element.named(in, tokenizer.nameFrom(), tokenizer.nameTo())));
      } else if (token == HtmlTokenizer.Token.TEXT && tokenizer.textModel() == ContentModel.DATA) {
        text.appendText(in, tokenizer.from(), tokenizer.to(), ContentModel.DATA, out);
      }
      token = tokenizer.next();
    }
    return collapsed(out);
  }

  /** {@code text} without white space at its ends, and with one space for any run of it inside. */
  public static String collapsed(ByteScratch text) {
    byte[] bytes = text.bytes();
    int end = text.length();
    int length = 0;
    for (int i = 0; i < end; i++) {
      if (!Bytes.isSpace(bytes[i])) {
        bytes[length++] = bytes[i];
      } else if (length > 0 && bytes[length - 1] != ' ') {
        bytes[length++] = ' ';
      }
    }
    return new String(bytes, 0, length, UTF_8).stripTrailing();
  }

  /**
   * The content model of an element; the content of scripts and style sheets is not text for
   * readers.
   */
  private static ContentModel content(Element element) {
    return switch (element) {
      case SCRIPT -> ContentModel.SCRIPT_DATA;
      case STYLE -> ContentModel.RAWTEXT;
      default -> ContentModel.DATA;
    };
  }
}
