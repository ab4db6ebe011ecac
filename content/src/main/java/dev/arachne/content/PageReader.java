package dev.arachne.content;

import dev.arachne.text.DocumentText;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Reads the content of a page. Time and memory are proportional to any page: it is parsed once, to
 * a bounded depth, and traversed a bounded number of times.
 */
public final class PageReader {
  /** Characters of a page that are read. */
  public static final int LIMIT = 4 << 20;

  /** Links of a page that are kept. */
  public static final int MOST_LINKS = 2_000;

  /** Characters of a link's text that are kept. */
  public static final int LONGEST_LINK_TEXT = 100;

  /** Elements and texts of a page that are read. */
  static final int NODES = 400_000;

  /** The maximum depth of nested elements; a deeper element becomes a sibling of its parent. */
  private static final int DEPTH = 256;

  private static final int LONGEST_TITLE = 500;
  private static final int MOST_ALTERNATES = 200;

  private PageReader() {}

  /**
   * Reads a page. It never throws on any input.
   *
   * @param body the page, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   * @param contentLanguage the value of its {@code Content-Language} header, empty if absent
   * @param url its URL, after redirects
   * @return empty if it is not HTML
   */
  public static Optional<PageContent> read(
      byte[] body, String contentType, String contentLanguage, CrawlUrl url) {
    DocumentText document = DocumentText.of(body, contentType);
    return document
        .type()
        .filter(PageReader::isHtml)
        .map(type -> read(document, contentLanguage, url));
  }

  private static boolean isHtml(MediaType type) {
    return type.isHtml() || type.is("application", "xhtml+xml");
  }

  private static PageContent read(DocumentText document, String contentLanguage, CrawlUrl url) {
    String source = document.text();
    boolean cut = source.length() > LIMIT;
    Document page =
        Parser.htmlParser()
            .setMaxDepth(DEPTH)
            .parseInput(cut ? source.substring(0, LIMIT) : source, "");
    var references = new References(url, document.encoding().queryCharset());
    PageElements elements = PageElements.of(page);
    if (elements.base != null) {
      references.base(elements.base.attr("href"));
    }
    return read(page, elements, contentLanguage, references, cut);
  }

  private static PageContent read(
      Document page,
      PageElements elements,
      String contentLanguage,
      References references,
      boolean cut) {
    List<Fact> facts = PageFacts.of(page);
    String whole = start(page.title());
    String shared = start(PageFacts.first(facts, "og:title").orElse(""));
    String title = title(elements, whole, shared);
    List<PageLink> links = links(elements, references); // Extraction changes the tree.
    List<Part> content = MainContent.of(PartTree.of(page.body(), NODES), whole + "\n" + shared);
    String text = PlainText.of(content);
    var writer = new MarkdownWriter(references);
    String markdown = writer.write(title, content);
    return new PageContent(
        title,
        PageFacts.first(facts, "description", "og:description", ".description").orElse(""),
        Bylines.author(elements, facts),
        date(
            facts,
            ".datePublished",
            "article:published_time",
            "og:published_time",
            "datePublished",
            "date",
            "pubdate",
            "publish-date",
            "publish_date",
            "parsely-pub-date",
            "dc.date",
            "dc.date.issued",
            "dcterms.created",
            "sailthru.date"),
        date(
            facts,
            ".dateModified",
            "article:modified_time",
            "og:updated_time",
            "last-modified",
            "dcterms.modified"),
        Languages.of(page, elements, contentLanguage, facts, text),
        text,
        markdown,
        writer.headings(),
        canonical(elements, references),
        alternates(elements, references),
        links,
        facts,
        SimHash.of(text),
        cut);
  }

  private static String start(String text) {
    String single = Spaces.single(text);
    return single.length() > LONGEST_TITLE ? single.substring(0, LONGEST_TITLE) : single;
  }

  /**
   * Titles have the site's name before or behind them; a heading and the title for sharing do not.
   */
  private static String title(PageElements elements, String whole, String shared) {
    if (!shared.isEmpty() && whole.contains(shared)) {
      return shared;
    }
    Element first = elements.heading;
    String heading = first == null ? "" : start(first.text());
    if (!heading.isEmpty() && whole.contains(heading)) {
      return heading;
    }
    return !whole.isEmpty() ? whole : !shared.isEmpty() ? shared : heading;
  }

  private static String date(List<Fact> facts, String... names) {
    for (String name : names) {
      String found = PageFacts.first(facts, name).map(Dates::iso).orElse("");
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static Optional<CrawlUrl> canonical(PageElements elements, References references) {
    Element link = elements.canonical;
    return link == null ? Optional.empty() : references.url(link.attr("href"));
  }

  private static List<Alternate> alternates(PageElements elements, References references) {
    List<Alternate> alternates = new ArrayList<>();
    for (Element link : elements.alternates) {
      String language = link.attr("hreflang").strip();
      if (alternates.size() < MOST_ALTERNATES
          && !language.isEmpty()
          && link.attr("rel").toLowerCase(java.util.Locale.ROOT).contains("alternate")) {
        references
            .url(link.attr("href"))
            .ifPresent(url -> alternates.add(new Alternate(language, url)));
      }
    }
    return alternates;
  }

  private static List<PageLink> links(PageElements elements, References references) {
    Set<PageLink> links = new LinkedHashSet<>();
    for (Element link : elements.anchors) {
      String target = link.attr("href");
      if (!target.isEmpty() && target.charAt(0) != '#' && links.size() < MOST_LINKS) {
        references.url(target).ifPresent(url -> links.add(new PageLink(url, linkText(link))));
      }
    }
    return List.copyOf(links);
  }

  static String linkText(Element link) {
    String text = Spaces.single(link.text());
    if (text.isEmpty()) {
      Element image = link.selectFirst("img[alt]");
      text = image == null ? "" : Spaces.single(image.attr("alt"));
    }
    int end = Math.min(text.length(), LONGEST_LINK_TEXT);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end);
  }
}
