package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.text.DocumentText;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;

/**
 * A page as a tree, for a handler that looks for its records by itself: decoded as a browser would,
 * its references resolved as the crawler does. Confined to one thread.
 */
public final class PageDocument {
  private final QueryTarget page;
  private final CrawlUrl url;
  private final UrlResolver resolver = new UrlResolver();
  private PageOrigin origin = PageOrigin.NONE;

  private PageDocument(QueryTarget page, CrawlUrl url) {
    this.page = page;
    this.url = url;
  }

  /**
   * Reads a page. HTML and XML have a tree; other texts have an empty one, and other media types
   * have no content at all. It never throws, regardless of the bytes.
   *
   * @param body the page, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if it had no such header
   * @param url where it was found, after redirects
   */
  public static PageDocument parse(byte[] body, String contentType, CrawlUrl url) {
    DocumentText text = DocumentText.of(body, contentType);
    String source = text.type().filter(PageDocument::isText).isPresent() ? text.text() : "";
    var document = new PageDocument(QueryTarget.of(syntax(text.type()), source), url);
    document.resolver.queryCharset(text.encoding().queryCharset());
    document.resolver.base(url);
    Element base = document.tree().selectFirst("base[href]");
    if (base != null) {
      document.resolve(base.attr("href")).ifPresent(document.resolver::base);
    }
    return document;
  }

  /** The same page, with how it was fetched. */
  public PageDocument from(PageOrigin its) {
    origin = its;
    return this;
  }

  PageOrigin origin() {
    return origin;
  }

  /** The URL of the page, after redirects. */
  CrawlUrl url() {
    return url;
  }

  /**
   * The matches of an expression in the page, in order: a CSS selector, or with a prefix {@code
   * xpath:}, {@code regex:}, {@code json:}, {@code jsonld:} or {@code page:}.
   *
   * @throws RulesException if it is not an expression
   * @throws WorkLimitException if the page would take unreasonably long
   */
  public List<Match> matches(String expression) throws RulesException {
    Query query = Query.parse(expression);
    WorkBudget budget = WorkBudget.ofPage();
    Stream<Match> matches =
        query instanceof PageQuery
            ? query.values(page, TextMode.TEXT, this, budget).map(text -> new Match(text, ""))
            : query.matches(page, budget);
    try {
      return matches.peek(match -> budget.keep(match.text())).toList();
    } catch (StackOverflowError e) {
      throw new WorkLimitException("the expression recurses too deeply on this page");
    }
  }

  /** The text of the page, decoded. */
  public String source() {
    return page.source();
  }

  private static boolean isText(MediaType type) {
    return type.type().equals("text")
        || type.isXml()
        || type.subtype().equals("json")
        || type.subtype().endsWith("+json")
        || type.subtype().equals("javascript");
  }

  private static QueryTarget.Syntax syntax(Optional<MediaType> type) {
    if (type.filter(MediaType::isHtml).isPresent()
        || type.filter(its -> its.is("application", "xhtml+xml")).isPresent()) {
      return QueryTarget.Syntax.HTML;
    }
    return type.filter(MediaType::isXml).isPresent()
        ? QueryTarget.Syntax.XML
        : QueryTarget.Syntax.PLAIN;
  }

  /** The root of the tree, a {@link org.jsoup.nodes.Document}. */
  public Element tree() {
    return page.element();
  }

  /** Whether a text is a CSS selector for {@link #select}. */
  public static boolean isSelector(String text) {
    try {
      QueryParser.parse(text);
      return true;
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      return false;
    }
  }

  /** The elements that a CSS selector finds, in the page's order. */
  public Elements select(String css) {
    return tree().select(css);
  }

  /**
   * The URL of a reference of the page; empty if a crawler does not fetch it.
   *
   * @param reference as it is in an attribute, character references decoded
   */
  public Optional<CrawlUrl> resolve(String reference) {
    byte[] utf8 = reference.getBytes(UTF_8);
    return resolver.resolve(utf8, 0, utf8.length) ? Optional.of(resolver.url()) : Optional.empty();
  }

  /** The links of the elements that a CSS selector finds, in the page's order. */
  public List<Follow> follows(String css) {
    return select(css).stream()
        .map(TextMode.LINK::of)
        .filter(reference -> !reference.isBlank())
        .flatMap(reference -> resolve(reference).stream())
        .map(Follow::link)
        .toList();
  }

  /** All of the page, for queries. */
  QueryTarget page() {
    return page;
  }
}
