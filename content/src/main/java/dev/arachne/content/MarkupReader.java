package dev.arachne.content;

import dev.arachne.content.MarkupLink.Kind;
import dev.arachne.text.DocumentText;
import dev.arachne.text.Encoding;
import dev.arachne.text.EncodingSniffer;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RejectedUrl;
import dev.arachne.url.RejectionReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Reads the markup of a page for checks of the page. Time and memory are proportional to the page.
 * It never throws on any input. Confined to one thread.
 */
public final class MarkupReader {
  /** References of a page that are kept. */
  public static final int MOST_LINKS = 20_000;

  /** Anchors of a page that are kept. */
  public static final int MOST_ANCHORS = 50_000;

  /** Titles, descriptions and headings of a page that are kept, of each. */
  public static final int MOST_TEXTS = 10;

  /** Characters of a reference that are kept if it is not a URL. */
  public static final int LONGEST_REFERENCE = 300;

  /** Characters of an anchor, and of a fragment: longer ones are skipped. */
  public static final int LONGEST_ANCHOR = 300;

  private static final int LONGEST_TEXT = 500;
  private static final int DEPTH = 256;

  private final CrawlUrl url;
  private final DocumentText source;
  private final List<String> titles = new ArrayList<>();
  private final List<String> descriptions = new ArrayList<>();
  private final List<String> headings = new ArrayList<>();
  private final List<MarkupLink> links = new ArrayList<>();
  private final List<String> anchors = new ArrayList<>();
  private final StringBuilder robots = new StringBuilder();
  private final References references;
  private CrawlUrl base;
  private String declared = "";
  private boolean cut;

  private MarkupReader(DocumentText source, CrawlUrl url) {
    this.source = source;
    this.url = url;
    base = url;
    references = new References(url, source.encoding().queryCharset());
  }

  /**
   * Reads a page.
   *
   * @param body the page, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   * @param url its URL, after redirects
   * @return empty if it is not HTML
   */
  public static Optional<PageMarkup> read(byte[] body, String contentType, CrawlUrl url) {
    DocumentText document = DocumentText.of(body, contentType);
    return document
        .type()
        .filter(type -> type.isHtml() || type.is("application", "xhtml+xml"))
        .map(_ -> new MarkupReader(document, url).read(body, contentType));
  }

  private PageMarkup read(byte[] body, String contentType) {
    String text = source.text();
    cut = text.length() > PageReader.LIMIT;
    Document page =
        Parser.htmlParser()
            .setMaxDepth(DEPTH)
            .setTrackPosition(true)
            .parseInput(cut ? text.substring(0, PageReader.LIMIT) : text, "");
    Element stated = page.selectFirst("base[href]");
    if (stated != null) {
      references.base(stated.attr("href"));
      base = references.url(stated.attr("href")).orElse(url);
    }
    for (Element element : page.getAllElements()) {
      take(element);
    }
    String title = titles.isEmpty() ? "" : titles.getFirst();
    String language = page.selectFirst("html") instanceof Element root ? root.attr("lang") : "";
    PageCharset charset = charset(body, contentType);
    String main = PlainText.of(MainContent.of(PartTree.of(page.body(), PageReader.NODES), title));
    return new PageMarkup(
        titles,
        descriptions,
        headings,
        links,
        anchors,
        start(language),
        start(robots.toString()),
        charset,
        words(main),
        SimHash.of(main),
        cut);
  }

  private void take(Element element) {
    if (element.attributesSize() > 0) {
      anchor(element.id());
    }
    switch (element.normalName()) {
      case "title" -> {
        if (titles.size() < MOST_TEXTS && element.closest("svg") == null) {
          text(titles, element.text());
        }
      }
      case "h1" -> {
        if (headings.size() < MOST_TEXTS) { // Each may be nested in the others.
          text(headings, text(element));
        }
      }
      case "meta" -> meta(element);
      case "a" -> {
        anchor(element.attr("name"));
        link(element, "href", Kind.PAGE, PageReader.linkText(element));
      }
      case "area" -> link(element, "href", Kind.PAGE, element.attr("alt"));
      case "img" -> {
        link(element, "src", Kind.IMAGE, element.attr("alt"));
        candidates(element);
      }
      case "source" -> {
        boolean isPicture = element.parent() instanceof Element its && its.nameIs("picture");
        link(element, "src", isPicture ? Kind.IMAGE : Kind.MEDIA, "");
        candidates(element);
      }
      case "input" -> {
        if (element.attr("type").equalsIgnoreCase("image")) {
          link(element, "src", Kind.IMAGE, element.attr("alt"));
        }
      }
      case "script" -> link(element, "src", Kind.SCRIPT, "");
      case "iframe", "frame" -> link(element, "src", Kind.FRAME, element.attr("title"));
      case "audio", "track", "embed" -> link(element, "src", Kind.MEDIA, "");
      case "video" -> {
        link(element, "src", Kind.MEDIA, "");
        link(element, "poster", Kind.IMAGE, "");
      }
      case "object" -> link(element, "data", Kind.MEDIA, "");
      case "form" -> link(element, "action", Kind.FORM, "");
      case "link" -> related(element);
      default -> {}
    }
  }

  private void meta(Element element) {
    String name = element.attr("name").strip().toLowerCase(Locale.ROOT);
    if (name.equals("description")) {
      text(descriptions, element.attr("content"));
    } else if (name.equals("robots")) {
      robots.append(robots.isEmpty() ? "" : ",").append(start(element.attr("content")));
    }
    if (declared.isEmpty()) {
      declared = element.attr("charset").strip();
      if (element.attr("http-equiv").equalsIgnoreCase("content-type")) {
        declared =
            MediaType.parse(element.attr("content")).flatMap(MediaType::charset).orElse(declared);
      }
    }
  }

  private void related(Element element) {
    String relation = " " + element.attr("rel").toLowerCase(Locale.ROOT).strip() + " ";
    relation = relation.replaceAll("\\s+", " ");
    if (relation.contains(" canonical ")) {
      link(element, "href", Kind.CANONICAL, "");
    } else if (relation.contains(" stylesheet ")) {
      link(element, "href", Kind.STYLE, "");
    } else if (relation.contains("icon ")) {
      link(element, "href", Kind.IMAGE, "");
    } else if (relation.contains(" alternate ") && element.hasAttr("hreflang")) {
      link(element, "href", Kind.ALTERNATE, element.attr("hreflang"));
    } else if (relation.contains(" alternate ")
        || relation.contains(" next ")
        || relation.contains(" prev ")) {
      link(element, "href", Kind.RELATED, "");
    }
  }

  /** The candidates of a {@code srcset}, by their URLs: commas and spaces end them. */
  private void candidates(Element element) {
    String set = element.attr("srcset");
    int from = 0;
    while (from < set.length() && !cut) {
      while (from < set.length() && (set.charAt(from) == ',' || isSpace(set.charAt(from)))) {
        from++;
      }
      int to = from;
      while (to < set.length() && !isSpace(set.charAt(to))) {
        to++;
      }
      int end = to;
      while (end > from && set.charAt(end - 1) == ',') {
        end--;
      }
      String candidate = set.substring(from, end);
      boolean ended = end < to;
      if (!candidate.isEmpty()) {
        add(element, candidate, Kind.IMAGE, element.attr("alt"));
      }
      from =
          ended ? to : Math.max(to, set.indexOf(',', to) < 0 ? set.length() : set.indexOf(',', to));
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
  }

  private void link(Element element, String attribute, Kind kind, String text) {
    if (element.hasAttr(attribute)) {
      add(element, element.attr(attribute), kind, text);
    }
  }

  private void add(Element element, String typed, Kind kind, String text) {
    String reference = typed.strip();
    if (reference.isEmpty() && kind != Kind.CANONICAL) {
      return;
    }
    int hash = reference.indexOf('#');
    String fragment = hash < 0 ? "" : reference.substring(hash + 1);
    Optional<CrawlUrl> target = hash == 0 ? Optional.of(url) : references.url(reference);
    if (target.isEmpty() && !isMalformed(reference)) {
      return;
    }
    if (links.size() >= MOST_LINKS) {
      cut = true;
      return;
    }
    var at = element.sourceRange().start();
    links.add(
        new MarkupLink(
            kind,
            target,
            target.isPresent() ? "" : head(reference, LONGEST_REFERENCE),
            fragment.length() <= LONGEST_ANCHOR ? fragment : "",
            head(Spaces.single(text), PageReader.LONGEST_LINK_TEXT),
            Math.max(1, at.lineNumber()),
            Math.max(1, at.columnNumber())));
  }

  /** Whether a reference was intended as a URL of the web; false if it has another scheme. */
  private boolean isMalformed(String reference) {
    return base.resolve(reference) instanceof RejectedUrl rejected
        && rejected.reason().rule() != RejectionReason.Rule.SCHEME;
  }

  private PageCharset charset(byte[] body, String contentType) {
    boolean plain = true;
    int marks = 0;
    for (int i = 0; i < body.length; i++) {
      plain &= body[i] >= 0;
      if (body[i] == (byte) 0xBD
          && i > 1
          && body[i - 1] == (byte) 0xBF
          && body[i - 2] == (byte) 0xEF) {
        marks++;
      }
    }
    int replaced = (int) source.text().chars().filter(c -> c == 0xFFFD).count();
    return new PageCharset(
        start(MediaType.parse(contentType).flatMap(MediaType::charset).orElse("")),
        start(declared),
        source.encoding().standardName(),
        plain,
        EncodingSniffer.ofByteOrderMark(body, 0, body.length).isPresent(),
        Math.max(0, replaced - (source.encoding() == Encoding.UTF_8 ? marks : 0)));
  }

  private void anchor(String name) {
    if (!name.isEmpty() && name.length() <= LONGEST_ANCHOR) {
      if (anchors.size() < MOST_ANCHORS) {
        anchors.add(name);
      } else {
        cut = true;
      }
    }
  }

  /** The text of a heading; that of its images without one. */
  private static String text(Element heading) {
    String text = heading.text();
    return text.isBlank() && heading.selectFirst("img[alt]") instanceof Element image
        ? image.attr("alt")
        : text;
  }

  private static void text(List<String> texts, String text) {
    if (texts.size() < MOST_TEXTS) {
      texts.add(start(text));
    }
  }

  private static String start(String text) {
    return head(Spaces.single(text), LONGEST_TEXT);
  }

  private static String head(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  /** Words as people count them; of scripts without spaces each two characters are one. */
  private static int words(String text) {
    int words = 0;
    int alone = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isAlone = c >= 0x0E00 && c < 0x0F00 || c >= 0x3040 && c < 0xA000;
      alone += isAlone ? 1 : 0;
      boolean isLetter = !isAlone && Character.isLetterOrDigit(c);
      words += isLetter && !inside ? 1 : 0;
      inside = isLetter;
    }
    return words + alone / 2;
  }
}
