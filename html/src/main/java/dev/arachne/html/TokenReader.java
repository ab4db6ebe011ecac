package dev.arachne.html;

/**
 * A second reader of the tokens of an HTML page, in the pass of the first reader. Confined to that
 * reader's thread.
 */
public interface TokenReader {
  /** Ignores all tokens. */
  TokenReader NONE =
      new TokenReader() {
        @Override
        public void begin(byte[] page) {}

        @Override
        public boolean wantsAttributes(Element element) {
          return false;
        }

        @Override
        public void startTag(Element element, HtmlTokenizer tag, TagAttributes attributes) {}

        @Override
        public void endTag(HtmlTokenizer tag) {}

        @Override
        public void text(int from, int to, ContentModel model) {}
      };

  /** Two readers as one. */
  static TokenReader of(TokenReader first, TokenReader second) {
    return first == NONE ? second : second == NONE ? first : new PairOfReaders(first, second);
  }

  /** Begins with a page; the ranges of its tokens are in this array. */
  void begin(byte[] page);

  /** Whether the attributes of an element's tags are needed. */
  boolean wantsAttributes(Element element);

  /**
   * A start tag.
   *
   * @param tag positioned behind its name, or behind its attributes
   * @param attributes those of the tag if {@link #wantsAttributes}; else of any tag
   */
  void startTag(Element element, HtmlTokenizer tag, TagAttributes attributes);

  /** A complete end tag. */
  void endTag(HtmlTokenizer tag);

  /** Whether it needs no more tokens of the page; looked at behind end tags. */
  default boolean hasEnough() {
    return false;
  }

  /**
   * A run of text, or of content that is read as text, such as a script, under a content model.
   * Runs that follow each other are one text.
   */
  void text(int from, int to, ContentModel model);
}
