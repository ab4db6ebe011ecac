package dev.arachne.extract;

/**
 * What {@link HtmlTokenizer} reports to. A token is a range of the input: names in their original
 * case, values with their character references, text as it stands; {@link HtmlText} decodes what
 * the sink cares for, and nothing else is paid for.
 */
interface TokenSink {

  /** The ranges of all further calls index {@code in}. */
  void begin(byte[] in);

  /**
   * The name of a start tag has been read. The tag counts only once {@link #startTag} is called:
   * one that the input's end cuts off is dropped.
   *
   * @return whether the tag matters; of one that does not, nothing more is reported, and the text
   *     after it is read as {@link ContentModel#DATA}
   */
  boolean startTagOpened(int nameFrom, int nameTo);

  /**
   * An attribute of the open tag, in the page's order. Of several with one name the first counts.
   */
  void attribute(int nameFrom, int nameTo, int valueFrom, int valueTo);

  /**
   * The open start tag is complete.
   *
   * @param to the index after its {@code >}
   * @return how the text after it is to be read: the part of tree construction that a tokenizer
   *     cannot do without
   */
  ContentModel startTag(int to, boolean selfClosing);

  /**
   * An end tag.
   *
   * @param from the index of its {@code <}
   */
  void endTag(int from, int nameFrom, int nameTo);

  /** A run of text read under {@code model}; adjacent runs make one character token. */
  void text(int from, int to, ContentModel model);

  /** A comment, its delimiters excluded. */
  void comment(int from, int to);

  /**
   * A document type: what stands after the word {@code DOCTYPE} and before the {@code >}.
   *
   * @param closed whether the {@code >} was there, or the input's end
   */
  void doctype(int from, int to, boolean closed);

  /**
   * Whether the adjusted current node is foreign (SVG, MathML), so that {@code <![CDATA[} opens a
   * section.
   */
  boolean inForeignContent();
}
