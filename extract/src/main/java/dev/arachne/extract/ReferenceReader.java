package dev.arachne.extract;

import dev.arachne.html.ContentModel;
import dev.arachne.html.HtmlDecoder;
import dev.arachne.html.TagAttributes;
import dev.arachne.html.TextCollector;
import dev.arachne.text.ByteScratch;
import dev.arachne.text.Slices;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the references of a page into resolved links. It decodes references that need it, splits
 * those that hold several, and passes each to the sink in the resolver's scratch.
 */
final class ReferenceReader implements LinkAttributes {
  private static final byte[] NOTHING = {};

  /** The memory of a reference in addition to its bytes, in bytes. */
  private static final int REFERENCE_BYTES = 256;

  /** An entry of a feed has HTML in it, and that has an iframe with a document of its own. */
  private static final int INNER_DOCUMENTS = 2;

  private static final LinkSink NO_SINK = (kind, target, note) -> {};

  private final UrlResolver resolver;
  private final int maxLinks;
  private final int maxBytes;
  private final Slices slices;
  private final HtmlDecoder text = new HtmlDecoder();
  private final ByteScratch decoded = new ByteScratch();
  private final Srcset srcset = new Srcset();
  private final CssScanner css;
  private final ScriptScanner script;
  private ReferenceList references = new ReferenceList();
  private LinkSink sink = NO_SINK;
  private byte[] page = NOTHING;
  private int current;
  private int links;
  private int rejected;
  private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);

  /** The depth of documents that may be nested in this one. */
  private final int levels;

  private final LinkOptions options;
  private @Nullable InnerDocument inner;

  /** The readers of an HTML document in a value of another one. */
  private record InnerDocument(LinkScanner scanner, ReferenceReader reader) {}

  ReferenceReader(UrlResolver resolver, LinkOptions options, Slices slices) {
    this(resolver, options, slices, INNER_DOCUMENTS);
  }

  private ReferenceReader(UrlResolver resolver, LinkOptions options, Slices slices, int levels) {
    this.resolver = resolver;
    this.options = options;
    this.levels = levels;
    this.maxLinks = options.maxLinks();
    this.maxBytes = options.maxAttributeBytes();
    this.slices = slices;
    this.css = new CssScanner(slices);
    this.script = new ScriptScanner(slices);
  }

  void begin(byte[] page, LinkSink sink) {
    this.page = page;
    this.sink = sink;
    links = 0;
    rejected = 0;
    truncations.clear();
  }

  /** Forgets the page. */
  void end() {
    page = NOTHING;
    sink = NO_SINK;
    decoded.clear();
    css.begin(NOTHING, 0, 0);
    script.begin(NOTHING, 0, 0);
    srcset.begin(NOTHING, 0, 0);
    if (inner != null) {
      inner.scanner.read(NOTHING, 0, 0);
      inner.reader.end();
    }
  }

  int links() {
    return links;
  }

  int rejected() {
    return rejected;
  }

  /** The truncations, those of documents within this one included. */
  Set<Truncation> truncations() {
    return truncations;
  }

  void readAll(ReferenceList references) {
    this.references = references;
    for (current = 0; current < references.size() && !isFull(); current++) {
      read(references.form(current), references.from(current), references.to(current));
    }
  }

  /** The URL of an attribute's value, or null. */
  @Nullable CrawlUrl resolved(byte[] page, int from, int to) {
    decoded.clear();
    text.appendAttributeValue(page, from, to, decoded);
    return resolver.resolve(decoded.bytes(), 0, decoded.length()) ? resolver.url() : null;
  }

  String attribute(LinkScanner.Range range) {
    return attribute(range.from(), range.to());
  }

  String text(LinkScanner.Range range, ContentModel model) {
    decoded.clear();
    int to = Math.min(range.to(), range.from() + maxBytes);
    text.appendText(page, range.from(), to, model, decoded);
    return TextCollector.collapsed(decoded);
  }

  @Override
  public String rel() {
    return attribute(references.relFrom(current), references.relTo(current));
  }

  @Override
  public boolean relHas(String token) {
    return TagAttributes.hasToken(
        page, references.relFrom(current), references.relTo(current), token);
  }

  @Override
  public String text() {
    int from = references.textFrom(current);
    int to = references.textTo(current);
    return to > from ? TextCollector.textOf(page, from, to) : "";
  }

  private void read(ReferenceList.Form form, int from, int to) {
    slices.spend(REFERENCE_BYTES + to - from);
    if (form == ReferenceList.Form.URL
        && links < maxLinks
        && resolver.tryFastResolve(page, from, to)) { // which has no character references
      found();
      return;
    }
    if (form == ReferenceList.Form.STYLE_SHEET) {
      style(page, from, to);
      return;
    }
    if (form == ReferenceList.Form.SCRIPT) {
      script(page, from, to);
      return;
    }
    decoded.clear();
    switch (form) {
      case TEXT, HTML_TEXT -> text.appendText(page, from, to, ContentModel.DATA, decoded);
      case CDATA, HTML_CDATA, STYLE_SHEET, SCRIPT ->
          text.appendText(page, from, to, ContentModel.CDATA_SECTION, decoded);
      case URL, SRCSET, REFRESH, STYLE_ATTRIBUTE, HTML_ATTRIBUTE ->
          text.appendAttributeValue(page, from, to, decoded);
      case JSON, HTML_JSON -> JsonScanner.appendString(page, from, to, decoded);
    }
    byte[] value = decoded.bytes();
    int end = decoded.length();
    switch (form) {
      case URL, TEXT, CDATA, JSON -> link(value, 0, end);
      case SRCSET -> {
        srcset.begin(value, 0, end);
        while (srcset.next()) {
          link(value, srcset.from(), srcset.to());
        }
      }
      case REFRESH -> {
        MetaRefresh refresh = MetaRefresh.parse(value, 0, end);
        if (refresh != null && refresh.urlFrom() < refresh.urlTo()) {
          link(value, refresh.urlFrom(), refresh.urlTo());
        }
      }
      case STYLE_ATTRIBUTE, STYLE_SHEET -> style(value, 0, end);
      case SCRIPT -> script(value, 0, end);
      case HTML_ATTRIBUTE, HTML_TEXT, HTML_CDATA, HTML_JSON -> document(value, 0, end);
    }
  }

  private void style(byte[] in, int from, int to) {
    css.begin(in, from, to);
    while (css.next()) {
      link(css.url().bytes(), 0, css.url().length());
    }
  }

  /**
   * Reads the strings of a script; one that is not a URL does not count as rejected, since it was a
   * guess.
   */
  private void script(byte[] in, int from, int to) {
    script.begin(in, from, to);
    while (!isFull() && script.next()) {
      if (links == maxLinks) {
        truncations.add(Truncation.LINKS);
      } else if (resolver.resolve(script.url().bytes(), 0, script.url().length())) {
        found();
      }
    }
  }

  /** The links of an HTML document in this one, of the same base. */
  private void document(byte[] in, int from, int to) {
    if (levels == 0) {
      truncations.add(Truncation.NESTING);
      return;
    }
    if (inner == null) {
      inner =
          new InnerDocument(
              new LinkScanner(options, LinkScanner.Syntax.HTML, slices),
              new ReferenceReader(resolver, options, slices, levels - 1));
    }
    inner.scanner.read(in, from, to);
    inner.reader.begin(in, sink);
    inner.reader.links = links;
    inner.reader.readAll(inner.scanner.references());
    links = inner.reader.links;
    rejected += inner.reader.rejected;
    truncations.addAll(inner.scanner.truncations());
    truncations.addAll(inner.reader.truncations);
  }

  private boolean isFull() {
    return truncations.contains(Truncation.LINKS);
  }

  private void link(byte[] in, int from, int to) {
    if (links == maxLinks) {
      truncations.add(Truncation.LINKS);
    } else if (to - from <= maxBytes && resolver.resolve(in, from, to)) {
      found();
    } else {
      rejected++;
    }
  }

  private void found() {
    links++;
    slices.spend(resolver.length());
    sink.link(references.kind(current), resolver, this);
  }

  private String attribute(int from, int to) {
    if (from == to) {
      return "";
    }
    decoded.clear();
    text.appendAttributeValue(page, from, to, decoded);
    return decoded.toString();
  }
}
