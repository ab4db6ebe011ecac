package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * The links of a page as jsoup's tree has them, in the form that {@link #ours} gives the
 * extractor's.
 */
final class JsoupLinks {
  private static final Map<String, OutlinkKind> SELECTORS = new LinkedHashMap<>();

  static {
    SELECTORS.put("a[href]", OutlinkKind.ANCHOR);
    SELECTORS.put("area[href]", OutlinkKind.AREA);
    SELECTORS.put("link[href]", OutlinkKind.LINK);
    SELECTORS.put("iframe[src]", OutlinkKind.IFRAME);
    SELECTORS.put("frame[src]", OutlinkKind.FRAME);
    SELECTORS.put("img[src]", OutlinkKind.IMAGE);
    SELECTORS.put("script[src]", OutlinkKind.SCRIPT);
  }

  private JsoupLinks() {}

  /** Kind and URL of each link. */
  static Set<String> of(byte[] page, CrawlUrl url) {
    Document document = Jsoup.parse(new String(page, UTF_8), "");
    @Nullable Element baseElement = null;
    for (Element candidate : document.select("base[href]")) {
      baseElement = baseElement == null && isHtml(candidate) ? candidate : baseElement;
    }
    CrawlUrl base =
        baseElement != null && url.resolve(baseElement.attr("href")) instanceof CrawlUrl found
            ? found
            : url;
    Set<String> links = new TreeSet<>();
    SELECTORS.forEach((selector, kind) -> {
      for (Element element : document.select(selector)) {
        String attribute = selector.substring(selector.indexOf('[') + 1, selector.length() - 1);
        boolean link = isHtml(element) || kind == OutlinkKind.ANCHOR; // SVG has no iframe, say
        boolean isPage = kind == OutlinkKind.ANCHOR || kind == OutlinkKind.AREA;
        link &= isPage || !element.attr(attribute).isEmpty();
        if (link && base.resolve(element.attr(attribute)) instanceof CrawlUrl target) {
          links.add(kind + " " + target);
        }
      }
    });
    return links;
  }

  private static boolean isHtml(Element element) {
    return element.tag().namespace().equals(Parser.NamespaceHtml);
  }

  /**
   * As {@link #of}, found by {@code extractor}; the kinds that jsoup is not asked for are left out.
   */
  static Set<String> ours(LinkExtractor extractor, byte[] page, CrawlUrl url) {
    Set<String> links = new TreeSet<>();
    extractor.extract(
        page,
        "text/html;charset=utf-8",
        url,
        (kind, target, note) -> {
          boolean link =
              kind == OutlinkKind.STYLESHEET
                  || kind == OutlinkKind.ICON
                  || kind == OutlinkKind.HINT;
          OutlinkKind asSelected = link ? OutlinkKind.LINK : kind;
          if (SELECTORS.containsValue(asSelected)) {
            links.add(asSelected + " " + target.url());
          }
        });
    return links;
  }
}
