package dev.arachne.extract;

import dev.arachne.html.ContentModel;
import dev.arachne.html.TokenReader;
import dev.arachne.text.Encoding;
import dev.arachne.text.EncodingSniffer;
import dev.arachne.text.MediaType;
import dev.arachne.text.MediaTypeSniffer;
import dev.arachne.text.Slices;
import dev.arachne.text.Utf8Transcoder;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the links of a document and its metadata, in a single pass. Keeps its scratch space from
 * page to page: a page of known links costs no allocation per link. Confined to one thread at a
 * time. It never throws on any input.
 */
public final class LinkExtractor {
  /** The largest page that is held until the next one is read, in bytes. */
  private static final int KEPT_PAGE = 64 << 10;

  /**
   * Work between two pauses, in bytes read: a millisecond or two. Smaller documents are read
   * without a pause.
   */
  public static final int SLICE_BYTES = Slices.BYTES;

  private static final byte[] NOTHING = {};
  private static final Runnable NO_PAUSE = () -> {};

  private final LinkOptions options;
  private final Slices slices = new Slices();
  private final Utf8Transcoder transcoder = new Utf8Transcoder(slices);
  private final LinkScanner html;
  private final LinkScanner xhtml;
  private final XmlScanner xml;
  private final JsonDocument json;
  private final ReferenceList styleSheet = new ReferenceList();
  private final ReferenceList script = new ReferenceList();
  private final UrlResolver resolver = new UrlResolver();
  private final ReferenceReader reader;

  /** The header that was read last, and its parsed values: most pages of a site have the same. */
  private String sentHeader = "";

  private Optional<MediaType> sentType = Optional.empty();

  /** Reads the tokens of the page as well. */
  private TokenReader other = TokenReader.NONE;

  /** Whether a page is being read: a pause may start another one. */
  private boolean inUse;

  /** An extractor with {@link LinkOptions#defaults}. */
  public LinkExtractor() {
    this(LinkOptions.defaults());
  }

  /** An extractor for the links that {@code options} select. */
  public LinkExtractor(LinkOptions options) {
    this.options = options;
    html = new LinkScanner(options, LinkScanner.Syntax.HTML, slices);
    xhtml = new LinkScanner(options, LinkScanner.Syntax.XML, slices);
    xml = new XmlScanner(options, slices);
    json = new JsonDocument(options, slices);
    reader = new ReferenceReader(resolver, options, slices);
  }

  /**
   * Reads a document.
   *
   * @param body the document, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   * @param url its URL, after redirects
   */
  public PageMetadata extract(byte[] body, String contentType, CrawlUrl url, LinkSink sink) {
    return extract(body, 0, body.length, contentType, url, sink);
  }

  /**
   * As {@link #extract(byte[], String, CrawlUrl, LinkSink)}, of the document in {@code body[from,
   * to)}.
   */
  public PageMetadata extract(
      byte[] body, int from, int to, String contentType, CrawlUrl url, LinkSink sink) {
    return extract(body, from, to, contentType, url, sink, NO_PAUSE);
  }

  /**
   * As {@link #extract(byte[], int, int, String, CrawlUrl, LinkSink)}, and in the same pass another
   * reader gets the tokens of the document, in UTF-8, if it is HTML or XHTML.
   */
  public PageMetadata extract(
      byte[] body,
      int from,
      int to,
      String contentType,
      CrawlUrl url,
      LinkSink sink,
      TokenReader other) {
    return extract(body, from, to, contentType, url, sink, other, NO_PAUSE);
  }

  /**
   * As {@link #extract(byte[], int, int, String, CrawlUrl, LinkSink)}, a slice at a time if the
   * document has more than {@link #SLICE_BYTES}.
   *
   * @param pause is called between two slices, and may let other work of the thread run. The array
   *     and this extractor are in use until this method returns.
   * @throws IllegalStateException if the extractor is in use
   */
  public PageMetadata extract(
      byte[] body,
      int from,
      int to,
      String contentType,
      CrawlUrl url,
      LinkSink sink,
      Runnable pause) {
    return extract(body, from, to, contentType, url, sink, TokenReader.NONE, pause);
  }

  private PageMetadata extract(
      byte[] body,
      int from,
      int to,
      String contentType,
      CrawlUrl url,
      LinkSink sink,
      TokenReader other,
      Runnable pause) {
    if (inUse) {
      throw new IllegalStateException("the extractor is in the middle of another page");
    }
    inUse = true;
    this.other = other;
    slices.begin(to - from, pause);
    try {
      return read(body, from, to, contentType, url, sink);
    } finally {
      if (to - from > KEPT_PAGE) {
        forgetPage();
      }
      slices.end();
      this.other = TokenReader.NONE;
      inUse = false;
    }
  }

  private PageMetadata read(
      byte[] body, int from, int to, String contentType, CrawlUrl url, LinkSink sink) {
    Optional<MediaType> sent = sentType(contentType);
    Encoding encoding = EncodingSniffer.encoding(body, from, to, sent, options.encoding());
    Optional<MediaType> type = MediaTypeSniffer.type(body, from, to, contentType, sent);
    resolver.queryCharset(encoding.queryCharset());
    resolver.base(url);
    PageBuilder page = new PageBuilder(type, encoding, url);
    String essence = type.map(MediaType::essence).orElse("");
    if (type.filter(MediaType::isHtml).isPresent()) {
      transcoder.decode(body, from, to, encoding);
      readHtml(html, page, sink);
    } else if (essence.equals("application/xhtml+xml")) {
      transcoder.decode(body, from, to, encoding);
      readHtml(xhtml, page, sink);
    } else if (type.filter(MediaType::isXml).isPresent()) {
      transcoder.decode(body, from, to, encoding);
      readXml(page, sink);
    } else if (essence.equals("text/css")) {
      transcoder.decode(body, from, to, encoding);
      readStyleSheet(page, sink);
    } else if (options.kinds().contains(OutlinkKind.SCRIPT_URL) && isScript(essence)) {
      transcoder.decode(body, from, to, encoding);
      readScript(page, sink);
    } else if (type.filter(MediaType::isJson).isPresent()) {
      transcoder.decode(body, from, to, encoding);
      readJson(essence, page, sink);
    }
    if (transcoder.truncated()) {
      page.truncations.add(Truncation.LINKS);
    }
    return page.build();
  }

  /** As {@link #extract(byte[], String, CrawlUrl, LinkSink)}, the links as values. */
  public List<Outlink> outlinks(byte[] body, String contentType, CrawlUrl url) {
    List<Outlink> outlinks = new ArrayList<>();
    extract(
        body,
        contentType,
        url,
        (kind, target, note) ->
            outlinks.add(new Outlink(target.url(), kind, note.rel(), note.text())));
    return outlinks;
  }

  /** Releases the page's bytes, and the scratch space of a large page. */
  private void forgetPage() {
    transcoder.clear();
    reader.end();
    html.read(NOTHING, 0, 0);
    xhtml.read(NOTHING, 0, 0);
    xml.read(NOTHING, 0, 0);
    json.read(NOTHING, 0, 0, "");
    styleSheet.clear();
    script.clear();
  }

  private Optional<MediaType> sentType(String contentType) {
    if (!contentType.equals(sentHeader)) {
      sentType = MediaType.parse(contentType);
      sentHeader = contentType;
    }
    return sentType;
  }

  private void readHtml(LinkScanner scanner, PageBuilder page, LinkSink sink) {
    byte[] in = transcoder.bytes();
    scanner.read(in, transcoder.from(), transcoder.to(), other);
    reader.begin(in, sink);
    CrawlUrl base = resolved(scanner.base());
    if (base != null) {
      resolver.base(base);
      page.base = base;
    }
    page.title = reader.text(scanner.title(), ContentModel.RCDATA);
    page.language = reader.attribute(scanner.language());
    page.canonical = Optional.ofNullable(resolved(scanner.canonical()));
    page.robots = scanner.robots().toString();
    page.truncations.addAll(scanner.truncations());
    readReferences(scanner.references(), page);
  }

  private void readXml(PageBuilder page, LinkSink sink) {
    byte[] in = transcoder.bytes();
    xml.read(in, transcoder.from(), transcoder.to());
    if (xml.isHtml()) {
      readHtml(xhtml, page, sink);
      return;
    }
    reader.begin(in, sink);
    page.truncations.addAll(xml.truncations());
    readReferences(xml.references(), page);
  }

  private void readStyleSheet(PageBuilder page, LinkSink sink) {
    reader.begin(transcoder.bytes(), sink);
    styleSheet.clear();
    if (options.kinds().contains(OutlinkKind.CSS)) {
      styleSheet.add(
          OutlinkKind.CSS, ReferenceList.Form.STYLE_SHEET, transcoder.from(), transcoder.to());
    }
    readReferences(styleSheet, page);
  }

  private static boolean isScript(String essence) {
    return essence.equals("text/javascript")
        || essence.equals("application/javascript")
        || essence.equals("application/x-javascript");
  }

  private void readScript(PageBuilder page, LinkSink sink) {
    reader.begin(transcoder.bytes(), sink);
    script.clear();
    script.add(
        OutlinkKind.SCRIPT_URL, ReferenceList.Form.SCRIPT, transcoder.from(), transcoder.to());
    readReferences(script, page);
  }

  private void readJson(String essence, PageBuilder page, LinkSink sink) {
    byte[] in = transcoder.bytes();
    json.read(in, transcoder.from(), transcoder.to(), essence);
    reader.begin(in, sink);
    page.truncations.addAll(json.truncations());
    readReferences(json.references(), page);
  }

  private void readReferences(ReferenceList references, PageBuilder page) {
    reader.readAll(references);
    page.links = reader.links();
    page.rejected = reader.rejected();
    page.truncations.addAll(reader.truncations());
  }

  private @Nullable CrawlUrl resolved(LinkScanner.Range range) {
    return range == LinkScanner.Range.NONE
        ? null
        : reader.resolved(transcoder.bytes(), range.from(), range.to());
  }

  /** A page while it is being read. */
  private static final class PageBuilder {
    private final Optional<MediaType> type;
    private final Encoding encoding;
    private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);
    private CrawlUrl base;
    private String title = "";
    private String language = "";
    private Optional<CrawlUrl> canonical = Optional.empty();
    private String robots = "";
    private int links;
    private int rejected;

    PageBuilder(Optional<MediaType> type, Encoding encoding, CrawlUrl base) {
      this.type = type;
      this.encoding = encoding;
      this.base = base;
    }

    PageMetadata build() {
      return new PageMetadata(
          type, encoding, base, title, language, canonical, robots, links, rejected, truncations);
    }
  }
}
