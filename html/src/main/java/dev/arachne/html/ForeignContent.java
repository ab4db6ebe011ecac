package dev.arachne.html;

import dev.arachne.text.Bytes;

/**
 * Whether the tokenizer is inside SVG or MathML (WHATWG HTML 13.2.6, 13.2.6.5), where {@code
 * <![CDATA[} opens a section and {@code script}, {@code style}, {@code title} and similar ones are
 * ordinary elements.
 *
 * <p>Only foreign elements are kept on the stack. An integration point (such as {@code
 * foreignObject}) may hold HTML, whose elements are only counted: start tags up, end tags down.
 * That errs where HTML in SVG leaves its elements unclosed, and then takes longer to see the SVG's
 * end. Confined to one thread.
 */
public final class ForeignContent {
  private enum Holds {
    SVG,
    MATHML,
    /** HTML, being an HTML integration point or a MathML text integration point. */
    HTML,
    /** MathML, where an svg start tag is read as in HTML. */
    ANNOTATION
  }

  private final Holds[] holds;
  private final long[] firstWords;
  private final int[] nameFrom;
  private final int[] nameTo;

  /** The number of open HTML elements in an integration point. */
  private final int[] htmlDepth;

  private byte[] in = {};
  private int depth;
  private boolean truncated;

  /** Follows {@code maxNesting} levels; deeper levels are treated as flat. */
  public ForeignContent(int maxNesting) {
    holds = new Holds[maxNesting];
    firstWords = new long[maxNesting];
    nameFrom = new int[maxNesting];
    nameTo = new int[maxNesting];
    htmlDepth = new int[maxNesting];
  }

  /** Begins with the page {@code in}. */
  public void begin(byte[] in) {
    this.in = in;
    depth = 0;
    truncated = false;
  }

  /** Whether the nesting exceeded the limit. */
  public boolean truncated() {
    return truncated;
  }

  /** Whether any foreign element is open: otherwise end tags need not be reported. */
  public boolean isOpen() {
    return depth > 0;
  }

  /** Whether the element that is open is a foreign one. */
  public boolean isCurrent() {
    return depth > 0 && htmlDepth[depth - 1] == 0;
  }

  /** Whether a start tag here makes a foreign element. */
  private boolean holdsForeign() {
    return depth > 0 && holds[depth - 1] != Holds.HTML;
  }

  /**
   * Follows a start tag.
   *
   * @return whether the element is a foreign one
   */
  public boolean startTag(
      Element element, int from, int to, TagAttributes attributes, boolean selfClosing) {
    if (holdsForeign() && breaksOut(element, attributes)) {
      popToHtml();
    }
    boolean asInHtml =
        !holdsForeign() || (holds[depth - 1] == Holds.ANNOTATION && element == Element.SVG);
    boolean root = element == Element.SVG || element == Element.MATH;
    if (asInHtml && !root) {
      if (depth > 0 && !element.isVoid()) {
        htmlDepth[depth - 1]++;
      }
      return false;
    }
    if (!selfClosing) {
      push(held(element, asInHtml, attributes), from, to);
    }
    return true;
  }

  /** Follows an end tag. */
  public void endTag(int from, int to) {
    if (depth > 0 && htmlDepth[depth - 1] > 0) {
      boolean closesPoint = isNamed(depth - 1, from, to);
      htmlDepth[depth - 1]--;
      depth -= closesPoint ? 1 : 0;
      return;
    }
    if (holdsForeign() && closesHtmlParagraph(from, to)) {
      popToHtml();
      return;
    }
    for (int i = depth - 1; i >= 0 && htmlDepth[i] == 0; i--) {
      if (isNamed(i, from, to)) {
        depth = i;
        return;
      }
    }
    Element closed = Element.named(in, from, to);
    if (closed != Element.SVG && closed != Element.MATH) { // a name of no HTML element
      popToHtml();
    }
  }

  private static boolean breaksOut(Element element, TagAttributes attributes) {
    return element.breaksOut()
        || (element == Element.FONT
            && (attributes.has(Attribute.COLOR)
                || attributes.has(Attribute.FACE)
                || attributes.has(Attribute.SIZE)));
  }

  private Holds held(Element element, boolean asInHtml, TagAttributes attributes) {
    if (asInHtml) {
      return element == Element.SVG ? Holds.SVG : Holds.MATHML;
    }
    if (holds[depth - 1] == Holds.SVG) {
      return switch (element) {
        case FOREIGNOBJECT, DESC, TITLE -> Holds.HTML;
        default -> Holds.SVG;
      };
    }
    return switch (element) {
      case MI, MN, MO, MS, MTEXT -> Holds.HTML;
      case ANNOTATION_XML ->
          attributes.is(Attribute.ENCODING, "text/html")
                  || attributes.is(Attribute.ENCODING, "application/xhtml+xml")
              ? Holds.HTML
              : Holds.ANNOTATION;
      default -> Holds.MATHML;
    };
  }

  private void push(Holds held, int from, int to) {
    if (depth == holds.length) {
      truncated = true;
      return;
    }
    holds[depth] = held;
    firstWords[depth] = Bytes.lowerCaseWord(in, from, to - from);
    nameFrom[depth] = from;
    nameTo[depth] = to;
    htmlDepth[depth] = 0;
    depth++;
  }

  private void popToHtml() {
    while (holdsForeign()) {
      depth--;
    }
  }

  /** {@code </p>} and {@code </br>} leave foreign content like the start tags that do. */
  private boolean closesHtmlParagraph(int from, int to) {
    long word = Bytes.lowerCaseWord(in, from, to - from);
    return (to - from == 1 && word == 'p') || (to - from == 2 && word == ('b' | 'r' << 8));
  }

  private boolean isNamed(int i, int from, int to) {
    int length = to - from;
    if (nameTo[i] - nameFrom[i] != length
        || firstWords[i] != Bytes.lowerCaseWord(in, from, length)) {
      return false;
    }
    for (int k = Long.BYTES; k < length; k++) {
      if (Bytes.lowerCase(in[nameFrom[i] + k]) != Bytes.lowerCase(in[from + k])) {
        return false;
      }
    }
    return true;
  }
}
