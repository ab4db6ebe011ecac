package dev.arachne.extract;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the links of a document and what the document says of itself, in one pass over its bytes.
 * Keeps its scratch space from page to page: a page of known links costs no allocation per link.
 * Confined to one thread at a time. It never throws, whatever the bytes are.
 */
public final class LinkExtractor {
  private final LinkOptions options;
  private final Utf8Transcoder transcoder = new Utf8Transcoder();
  private final LinkScanner scanner;
  private final HtmlTokenizer tokenizer;
  private final XmlScanner xmlScanner;
  private final HtmlTokenizer xmlTokenizer;
  private final UrlResolver resolver = new UrlResolver();
  private final ReferenceReader reader;

  /** An extractor with {@link LinkOptions#defaults}. */
  public LinkExtractor() {
    this(LinkOptions.defaults());
  }

  /** An extractor that looks for what {@code options} ask for. */
  public LinkExtractor(LinkOptions options) {
    this.options = options;
    scanner = new LinkScanner(options, LinkScanner.Syntax.HTML);
    tokenizer = new HtmlTokenizer(scanner);
    xmlScanner = new XmlScanner(options);
    xmlTokenizer = new HtmlTokenizer(xmlScanner);
    reader = new ReferenceReader(resolver, options.maxLinks());
  }

  /**
   * Reads a document.
   *
   * @param body the document, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if there was none
   * @param url where it was found, after redirects
   */
  public Page extract(byte[] body, String contentType, CrawlUrl url, LinkSink sink) {
    return extract(body, 0, body.length, contentType, url, sink);
  }

  /**
   * As {@link #extract(byte[], String, CrawlUrl, LinkSink)}, of the document in {@code body[from,
   * to)}.
   */
  public Page extract(
      byte[] body, int from, int to, String contentType, CrawlUrl url, LinkSink sink) {
    Optional<MediaType> sent = MediaType.parse(contentType);
    Encoding encoding = EncodingSniffer.declared(body, from, to, sent).orElse(options.fallback());
    Optional<MediaType> type = sent.isPresent() ? sent : DocumentSniffer.type(body, from, to);
    transcoder.decode(body, from, to, encoding);
    resolver.queryCharset(encoding.queryCharset());
    resolver.base(url);
    if (type.isPresent() && type.get().isXml()) {
      return xml(type, encoding, url, sink);
    }
    if (type.isPresent() && type.get().isHtml()) {
      return html(type, encoding, url, sink);
    }
    return new Page(Optional.empty(), encoding, url, "", "", Optional.empty(), "", 0, 0, Set.of());
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

  private Page html(Optional<MediaType> type, Encoding encoding, CrawlUrl url, LinkSink sink) {
    byte[] page = transcoder.bytes();
    tokenizer.run(page, transcoder.from(), transcoder.to());
    scanner.finish(transcoder.to());
    CrawlUrl base = baseOf(scanner.base(), url);
    Optional<CrawlUrl> canonical = Optional.ofNullable(resolved(scanner.canonical()));
    reader.begin(page, sink);
    reader.readAll(scanner.references());
    return new Page(
        type,
        encoding,
        base,
        reader.text(scanner.title(), ContentModel.RCDATA),
        reader.attribute(scanner.language()),
        canonical,
        scanner.robots().toString(),
        reader.links(),
        reader.rejected(),
        scanner.truncations());
  }

  private Page xml(Optional<MediaType> type, Encoding encoding, CrawlUrl url, LinkSink sink) {
    byte[] page = transcoder.bytes();
    xmlTokenizer.run(page, transcoder.from(), transcoder.to());
    reader.begin(page, sink);
    reader.readAll(xmlScanner.references());
    return new Page(
        type,
        encoding,
        url,
        "",
        "",
        Optional.empty(),
        "",
        reader.links(),
        reader.rejected(),
        xmlScanner.truncations());
  }

  /** Sets the resolver's base; a base element that cannot be resolved counts as absent. */
  private CrawlUrl baseOf(LinkScanner.Range range, CrawlUrl url) {
    CrawlUrl base = resolved(range);
    if (base == null) {
      return url;
    }
    resolver.base(base);
    return base;
  }

  private @Nullable CrawlUrl resolved(LinkScanner.Range range) {
    if (range == LinkScanner.Range.NONE) {
      return null;
    }
    return reader.resolved(transcoder.bytes(), range.from(), range.to());
  }
}
