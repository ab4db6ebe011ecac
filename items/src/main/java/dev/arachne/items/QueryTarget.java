package dev.arachne.items;

import java.util.Optional;
import java.util.function.Supplier;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * A page, or the part of it that is one item, in the four forms that queries look at: a tree for
 * CSS, a tree for XPath, values for JSONPath, and the source for regular expressions. Each is made
 * when it is first needed. Confined to one thread.
 */
final class QueryTarget {

  /** How a text becomes a tree. */
  enum Syntax {
    HTML(Parser::htmlParser),
    XML(Parser::xmlParser),
    /** Plain text: its tree is empty. */
    PLAIN(Parser::xmlParser);

    private final Supplier<Parser> parser;

    Syntax(Supplier<Parser> parser) {
      this.parser = parser;
    }
  }

  private final Syntax syntax;

  /** The text in which the positions of {@link #element} count. */
  private final String text;

  private @Nullable Element element;
  private @Nullable Node xpathContext;
  private @Nullable Object json;
  private boolean isJsonRead;

  private QueryTarget(Syntax syntax, String text, @Nullable Element element) {
    this.syntax = syntax;
    this.text = text;
    this.element = element;
  }

  /** All of {@code text}: a page, or a match of a regular expression in one. */
  static QueryTarget of(Syntax syntax, String text) {
    return new QueryTarget(syntax, text, null);
  }

  /** The part of this fragment that is {@code element}. */
  QueryTarget part(Element element) {
    return new QueryTarget(syntax, text, element);
  }

  /** The part of this fragment whose source is {@code source}. */
  QueryTarget part(String source) {
    return of(syntax, source);
  }

  /** The part of this fragment that is a value of JSON. */
  QueryTarget partOfJson(Object value) {
    var part = of(Syntax.PLAIN, JsonText.of(value));
    part.json = value;
    part.isJsonRead = true;
    return part;
  }

  /** The value of the fragment; empty if it is not JSON. */
  Optional<Object> json() {
    if (!isJsonRead) {
      json = JsonText.read(source()).orElse(null);
      isJsonRead = true;
    }
    return Optional.ofNullable(json);
  }

  Syntax syntax() {
    return syntax;
  }

  Element element() {
    if (element == null) {
      String markup = syntax == Syntax.PLAIN ? "" : text;
      element = syntax.parser.get().setTrackPosition(true).parseInput(markup, "");
    }
    return element;
  }

  /** The text of the fragment, as in the page's source. */
  String source() {
    Element part = element;
    return part == null || part instanceof Document
        ? text
        : text.substring(part.sourceRange().startPos(), part.endSourceRange().endPos());
  }

  /** Characters of {@link #source}. */
  int size() {
    Element part = element;
    return part == null || part instanceof Document
        ? text.length()
        : part.endSourceRange().endPos() - part.sourceRange().startPos();
  }

  /**
   * The node at which XPath starts: of a page its document, of an item the item's element, which
   * then is a document by itself. Evaluating within the page's document would cost the JDK's engine
   * time in proportion to the page, for each field of each item.
   */
  Node xpathContext() {
    if (xpathContext == null) {
      var converter = new W3CDom().namespaceAware(false);
      if (element() instanceof Document page) {
        xpathContext = converter.fromJsoup(page);
      } else {
        var item = emptyDocument();
        converter.convert(element(), item);
        xpathContext = item.getDocumentElement();
      }
    }
    return xpathContext;
  }

  /** The line and column of a character of {@link #source} in the text it is from. */
  String place(int offset) {
    Element part = element;
    int start = part == null || part instanceof Document ? 0 : part.sourceRange().startPos();
    int at = Math.clamp(start + (long) offset, 0, text.length());
    int line = 1;
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return line + ":" + (at - lineStart + 1);
  }

  /** The line and column of an element; empty if it is not in the source, as an implied tbody. */
  String place(Element found) {
    int start = found.sourceRange().startPos();
    return found instanceof Document ? "1:1" : start < 0 ? "" : of(syntax, text).place(start);
  }

  private static org.w3c.dom.Document emptyDocument() {
    try {
      return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().newDocument();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
