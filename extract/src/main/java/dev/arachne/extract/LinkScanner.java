package dev.arachne.extract;

import dev.arachne.html.Attribute;
import dev.arachne.html.ContentModel;
import dev.arachne.html.Element;
import dev.arachne.html.ForeignContent;
import dev.arachne.html.HtmlDecoder;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.NameTable;
import dev.arachne.html.TagAttributes;
import dev.arachne.html.Templates;
import dev.arachne.html.TokenReader;
import dev.arachne.text.ByteScratch;
import dev.arachne.text.Slices;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the references of an HTML page from its tokens, and the page's metadata.
 *
 * <p>It does as much of tree construction (WHATWG HTML 13.2.6) as links need. It handles elements
 * that switch the tokenizer to raw text, foreign content, and {@code template}, whose contents
 * belong to the document only as a declarative shadow root. A crawler runs no scripts, so the
 * content of {@code noscript} counts. The other actions of a browser for a tag (closing, moving,
 * inventing elements) change the place of a link in the tree, not its existence.
 */
@SuppressWarnings("EnumOrdinal") // the numbers never leave this class
final class LinkScanner {
  private static final List<String> METADATA_URLS =
      List.of(
          "og:url",
          "og:image",
          "og:image:url",
          "og:image:secure_url",
          "og:video",
          "og:video:url",
          "og:video:secure_url",
          "og:audio",
          "og:audio:url",
          "og:audio:secure_url",
          "og:see_also",
          "twitter:image",
          "twitter:player",
          "al:web:url");

  private final LinkOptions options;

  /** A bit for each of the kinds. */
  private final long wanted;

  private final Set<Element> watchedElements;
  private final NameTable<Element> watched;
  private final Syntax syntax;
  private final HtmlTokenizer tokenizer;
  private final HtmlDecoder text = new HtmlDecoder();
  private final TagAttributes attributes = new TagAttributes();
  private final ForeignContent foreign;
  private final Templates templates;
  private final ReferenceList references = new ReferenceList();
  private final JsonScanner json;
  private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);
  private final ByteScratch robots = new ByteScratch();

  private byte[] in = {};
  private Element element = Element.OTHER;
  private TokenReader other = TokenReader.NONE;
  private int openAnchor;
  private int anchorTextFrom;
  private boolean inTitle;
  private boolean inStyle;
  private boolean inScript;

  /** Whether the next text is JSON-LD. */
  private boolean inData;

  private Range title = Range.NONE;
  private Range language = Range.NONE;
  private Range base = Range.NONE;
  private Range canonical = Range.NONE;

  /** The two ways to write HTML. */
  enum Syntax {
    HTML,
    /**
     * XHTML: an empty-element tag is empty, there is no raw text, CDATA sections may occur
     * anywhere.
     */
    XML
  }

  LinkScanner(LinkOptions options, Syntax syntax, Slices slices) {
    tokenizer = new HtmlTokenizer(slices);
    this.options = options;
    this.syntax = syntax;
    wanted = options.kinds().stream().mapToLong(kind -> 1L << kind.ordinal()).sum();
    watchedElements = watched(options.kinds());
    watched = Element.table(watchedElements);
    foreign = new ForeignContent(options.maxNesting());
    templates = new Templates(options.maxNesting());
    json = new JsonScanner(slices, this::addString);
  }

  /**
   * The elements that are handled outside of foreign content. They begin it, hold raw text, have a
   * page's metadata, or have links of {@code kinds}.
   */
  private static Set<Element> watched(Set<OutlinkKind> kinds) {
    Set<Element> elements =
        EnumSet.of(
            Element.SVG,
            Element.MATH,
            Element.BASE,
            Element.HTML,
            Element.LINK,
            Element.META,
            Element.TEMPLATE,
            Element.TITLE);
    elements.addAll(
        EnumSet.of(
            Element.SCRIPT,
            Element.STYLE,
            Element.IFRAME,
            Element.NOEMBED,
            Element.NOFRAMES,
            Element.TEXTAREA,
            Element.PLAINTEXT,
            Element.XMP));
    for (OutlinkKind kind : kinds) {
      switch (kind) {
        case ANCHOR -> elements.add(Element.A);
        case AREA -> elements.add(Element.AREA);
        case FRAME -> elements.add(Element.FRAME);
        case IMAGE ->
            elements.addAll(
                EnumSet.of(
                    Element.IMG,
                    Element.IMAGE,
                    Element.SOURCE,
                    Element.VIDEO,
                    Element.INPUT,
                    Element.BODY,
                    Element.TABLE,
                    Element.TD,
                    Element.TH));
        case MEDIA ->
            elements.addAll(
                EnumSet.of(Element.AUDIO, Element.VIDEO, Element.SOURCE, Element.TRACK));
        case EMBED -> elements.addAll(EnumSet.of(Element.EMBED, Element.OBJECT, Element.USE));
        case FORM -> elements.addAll(EnumSet.of(Element.FORM, Element.BUTTON, Element.INPUT));
        case LAZY ->
            elements.addAll(
                EnumSet.of(
                    Element.IMG,
                    Element.IMAGE,
                    Element.IFRAME,
                    Element.SOURCE,
                    Element.VIDEO,
                    Element.AUDIO));
        case IFRAME, SCRIPT -> {} // which hold raw text
        case LINK, STYLESHEET, ICON, HINT, MANIFEST, REFRESH, METADATA -> {} // of link and meta
        case CSS, SCRIPT_URL, PDF, API, FEED_ENTRY, REDIRECT, SITEMAP -> {}
      }
    }
    return elements;
  }

  /** A part of the page, or {@link #NONE}. */
  record Range(int from, int to) {
    static final Range NONE = new Range(0, 0);
  }

  ReferenceList references() {
    return references;
  }

  /** The text of the first title. */
  Range title() {
    return title;
  }

  /** The value of the html element's lang. */
  Range language() {
    return language;
  }

  /** The value of the first href of a base element. */
  Range base() {
    return base;
  }

  /** The value of the first canonical link's href. */
  Range canonical() {
    return canonical;
  }

  /** The contents of meta robots and of that for the agent, in UTF-8, joined with commas. */
  ByteScratch robots() {
    return robots;
  }

  Set<Truncation> truncations() {
    return truncations;
  }

  /** Reads the page in {@code page[from, to)}. */
  void read(byte[] page, int from, int to) {
    read(page, from, to, TokenReader.NONE);
  }

  /** The same with another reader of its tokens. */
  void read(byte[] page, int from, int to, TokenReader other) {
    this.other = other;
    begin(page);
    other.begin(page);
    tokenizer.begin(page, from, to);
    HtmlTokenizer.Token token = next();
    while (token != HtmlTokenizer.Token.END) {
      switch (token) {
        case START_TAG -> startTag();
        case END_TAG -> endTag();
        case TEXT -> {
          text();
          this.other.text(tokenizer.from(), tokenizer.to(), tokenizer.textModel());
        }
        case CDATA -> cdata();
        case COMMENT, DOCTYPE, NOTHING, END -> {}
      }
      token = next();
    }
    closeAnchor(to);
    this.other = TokenReader.NONE;
    if (foreign.truncated() || templates.truncated()) {
      truncations.add(Truncation.NESTING);
    }
  }

  private HtmlTokenizer.Token next() {
    if (inTitle || inStyle || inScript || inData) {
      return tokenizer.next();
    }
    HtmlTokenizer.Token token = tokenizer.nextMarkup();
    if (other != TokenReader.NONE && tokenizer.skippedTo() > tokenizer.skippedFrom()) {
      other.text(tokenizer.skippedFrom(), tokenizer.skippedTo(), ContentModel.DATA);
    }
    return token;
  }

  private void begin(byte[] in) {
    this.in = in;
    attributes.begin(in);
    foreign.begin(in);
    templates.begin();
    references.clear();
    truncations.clear();
    robots.clear();
    openAnchor = -1;
    inTitle = false;
    inStyle = false;
    inScript = false;
    inData = false;
    title = Range.NONE;
    language = Range.NONE;
    base = Range.NONE;
    canonical = Range.NONE;
  }

  private void startTag() {
    boolean isShared = other != TokenReader.NONE;
    @Nullable Element found = isShared || anyMatters() ? named() : watched();
    if (found == null) {
      return;
    }
    boolean matters = !isShared || anyMatters() || watchedElements.contains(found);
    if (matters || other.wantsAttributes(found)) {
      attributes.read(tokenizer);
    }
    if (matters && tokenizer.isComplete()) {
      element = found;
      tokenizer.content(syntax == Syntax.XML ? xmlStartTag() : htmlStartTag());
    }
    if (isShared) {
      other.startTag(found, tokenizer, attributes);
    }
  }

  /** Whether any element matters: in foreign content, or for the sake of style attributes. */
  private boolean anyMatters() {
    return foreign.isOpen() || wanted(OutlinkKind.CSS);
  }

  private Element named() {
    return Element.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
  }

  private @Nullable Element watched() {
    return watched.find(in, tokenizer.nameFrom(), tokenizer.nameTo());
  }

  private ContentModel htmlStartTag() {
    boolean isForeign =
        foreign.startTag(
            element,
            tokenizer.nameFrom(),
            tokenizer.nameTo(),
            attributes,
            tokenizer.isSelfClosing());
    if (templates.areInert()) {
      return isForeign ? ContentModel.DATA : templateContent();
    }
    addStyle();
    if (isForeign) {
      addForeignLinks();
      return ContentModel.DATA;
    }
    addLinks();
    return contentModel();
  }

  private void endTag() {
    if (other != TokenReader.NONE) {
      other.endTag(tokenizer);
      other = other.hasEnough() ? TokenReader.NONE : other;
    }
    inTitle = false;
    inStyle = false;
    inScript = false;
    inData = false;
    if (foreign.isOpen()) {
      foreign.endTag(tokenizer.nameFrom(), tokenizer.nameTo());
    }
    if (openAnchor >= 0 || templates.areOpen()) {
      Element closed = named();
      if (closed == Element.A) {
        closeAnchor(tokenizer.from());
      } else if (closed == Element.TEMPLATE) {
        templates.close();
      }
    }
  }

  private void text() {
    if (inTitle) {
      title = new Range(tokenizer.from(), tokenizer.to());
      inTitle = false;
    } else if (inStyle) {
      add(OutlinkKind.CSS, ReferenceList.Form.STYLE_SHEET, tokenizer.from(), tokenizer.to());
      inStyle = false;
    } else if (inScript) {
      add(OutlinkKind.SCRIPT_URL, ReferenceList.Form.SCRIPT, tokenizer.from(), tokenizer.to());
      inScript = false;
    } else if (inData) {
      json.read(in, tokenizer.from(), tokenizer.to(), JsonScanner.Vocabulary.LINKED_DATA);
      inData = false;
    }
  }

  private void cdata() {
    if (syntax == Syntax.XML || foreign.isCurrent()) {
      tokenizer.content(ContentModel.CDATA_SECTION);
    }
  }

  private ContentModel xmlStartTag() {
    addStyle();
    addLinks();
    if (attributes.has(Attribute.XLINK_HREF)) {
      addForeignLinks();
    }
    if (element == Element.TITLE) {
      inTitle = title == Range.NONE;
    } else if (element == Element.STYLE) {
      inStyle = wanted(OutlinkKind.CSS);
    }
    return ContentModel.DATA;
  }

  private boolean wanted(OutlinkKind kind) {
    return (wanted & (1L << kind.ordinal())) != 0;
  }

  /** Inside a template only nested templates and raw text are relevant. */
  private ContentModel templateContent() {
    if (element == Element.TEMPLATE) {
      templates.open(Templates.Content.INERT);
    }
    return contentModel();
  }

  private ContentModel contentModel() {
    return switch (element) {
      case SCRIPT -> {
        boolean isData = attributes.is(Attribute.TYPE, "application/ld+json");
        inData = isData && wanted(OutlinkKind.METADATA) && !templates.areInert();
        inScript = !isData && wanted(OutlinkKind.SCRIPT_URL) && !templates.areInert();
        yield ContentModel.SCRIPT_DATA;
      }
      case STYLE -> {
        inStyle = wanted(OutlinkKind.CSS) && !templates.areInert();
        yield ContentModel.RAWTEXT;
      }
      case XMP, IFRAME, NOEMBED, NOFRAMES -> ContentModel.RAWTEXT;
      case TITLE -> {
        inTitle = title == Range.NONE && !foreign.isOpen() && !templates.areInert();
        yield ContentModel.RCDATA;
      }
      case TEXTAREA -> ContentModel.RCDATA;
      case PLAINTEXT -> ContentModel.PLAINTEXT;
      default -> ContentModel.DATA;
    };
  }

  private void addLinks() {
    switch (element) {
      case A -> addAnchor(Attribute.HREF);
      case AREA -> addWithRel(OutlinkKind.AREA, Attribute.HREF);
      case BASE -> base = first(base, Attribute.HREF);
      case LINK -> addLinkElement();
      case IFRAME -> {
        addLazily(OutlinkKind.IFRAME);
        addDocument();
      }
      case FRAME -> add(OutlinkKind.FRAME, Attribute.SRC);
      case IMG, IMAGE -> {
        addLazily(OutlinkKind.IMAGE);
        add(OutlinkKind.IMAGE, ReferenceList.Form.SRCSET, Attribute.SRCSET);
      }
      case SOURCE -> {
        addLazily(OutlinkKind.MEDIA);
        add(OutlinkKind.IMAGE, ReferenceList.Form.SRCSET, Attribute.SRCSET);
      }
      case VIDEO -> {
        addLazily(OutlinkKind.MEDIA);
        add(OutlinkKind.IMAGE, Attribute.POSTER);
      }
      case AUDIO -> addLazily(OutlinkKind.MEDIA);
      case TRACK -> add(OutlinkKind.MEDIA, Attribute.SRC);
      case EMBED -> add(OutlinkKind.EMBED, Attribute.SRC);
      case OBJECT -> add(OutlinkKind.EMBED, Attribute.DATA);
      case INPUT -> {
        if (attributes.is(Attribute.TYPE, "image")) {
          add(OutlinkKind.IMAGE, Attribute.SRC);
        }
        addFormAction();
      }
      case BUTTON -> addFormAction();
      case BODY, TABLE, TD, TH -> add(OutlinkKind.IMAGE, Attribute.BACKGROUND);
      case SCRIPT -> add(OutlinkKind.SCRIPT, Attribute.SRC);
      case FORM -> {
        if (!attributes.is(Attribute.METHOD, "post")
            && !attributes.is(Attribute.METHOD, "dialog")) {
          add(OutlinkKind.FORM, Attribute.ACTION);
        }
      }
      case META -> addMeta();
      case HTML -> language = first(language, Attribute.LANG);
      case TEMPLATE -> {
        boolean shadowRoot =
            attributes.is(Attribute.SHADOWROOTMODE, "open")
                || attributes.is(Attribute.SHADOWROOTMODE, "closed");
        templates.open(shadowRoot ? Templates.Content.LIVE : Templates.Content.INERT);
      }
      default -> {}
    }
  }

  /** Adds the target of a button, which may override that of its form (WHATWG HTML 4.10.18.6). */
  private void addFormAction() {
    if (!attributes.is(Attribute.FORMMETHOD, "post")
        && !attributes.is(Attribute.FORMMETHOD, "dialog")) {
      add(OutlinkKind.FORM, Attribute.FORMACTION);
    }
  }

  /** Adds the document in a {@code srcdoc} attribute; its links have their own kinds (4.8.5). */
  private void addDocument() {
    if (attributes.has(Attribute.SRCDOC)) {
      add(
          OutlinkKind.IFRAME,
          ReferenceList.Form.HTML_ATTRIBUTE,
          attributes.from(Attribute.SRCDOC),
          attributes.to(Attribute.SRCDOC));
    }
  }

  private void addForeignLinks() {
    switch (element) {
      case A -> addAnchor(hrefOfSvg());
      case IMAGE -> add(OutlinkKind.IMAGE, hrefOfSvg());
      case USE -> add(OutlinkKind.EMBED, hrefOfSvg());
      case SCRIPT -> add(OutlinkKind.SCRIPT, hrefOfSvg());
      default -> {}
    }
  }

  /** SVG 2 16.1: href overrides xlink:href. */
  private Attribute hrefOfSvg() {
    return attributes.has(Attribute.HREF) ? Attribute.HREF : Attribute.XLINK_HREF;
  }

  private void addAnchor(Attribute href) {
    closeAnchor(tokenizer.from());
    int size = references.size();
    addWithRel(OutlinkKind.ANCHOR, href);
    if (options.anchorText() == AnchorText.KEPT && references.size() > size) {
      openAnchor = size;
      anchorTextFrom = tokenizer.to();
    }
  }

  private void closeAnchor(int at) {
    if (openAnchor >= 0) {
      references.text(openAnchor, anchorTextFrom, at);
      openAnchor = -1;
    }
  }

  private void addLinkElement() {
    if (attributes.hasToken(Attribute.REL, "canonical")) {
      canonical = first(canonical, Attribute.HREF);
    }
    OutlinkKind kind =
        LinkRelation.kind(in, attributes.from(Attribute.REL), attributes.to(Attribute.REL));
    addWithRel(kind, Attribute.HREF);
    add(OutlinkKind.IMAGE, ReferenceList.Form.SRCSET, Attribute.IMAGESRCSET);
  }

  private void addMeta() {
    if (attributes.is(Attribute.HTTP_EQUIV, "refresh")) {
      add(OutlinkKind.REFRESH, ReferenceList.Form.REFRESH, Attribute.CONTENT);
    } else if (isForRobots()
        && fits(Attribute.CONTENT)
        && robots.length() <= options.maxAttributeBytes()) {
      if (robots.length() > 0) {
        robots.append(',');
      }
      text.appendAttributeValue(
          in, attributes.from(Attribute.CONTENT), attributes.to(Attribute.CONTENT), robots);
    } else if (wanted(OutlinkKind.METADATA) && isMetadataUrl()) {
      add(OutlinkKind.METADATA, Attribute.CONTENT);
    }
  }

  /**
   * The Open Graph protocol and its relatives (https://ogp.me), whose names are not standardised.
   */
  private boolean isMetadataUrl() {
    return isMetadataUrl(Attribute.PROPERTY) || isMetadataUrl(Attribute.NAME);
  }

  private boolean isMetadataUrl(Attribute named) {
    if (attributes.has(named)) {
      for (String name : METADATA_URLS) {
        if (attributes.is(named, name)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isForRobots() {
    return attributes.is(Attribute.NAME, "robots")
        || (!options.agent().isEmpty() && attributes.is(Attribute.NAME, options.agent()));
  }

  private void addLazily(OutlinkKind kind) {
    add(kind, Attribute.SRC);
    if (wanted(OutlinkKind.LAZY)) {
      add(OutlinkKind.LAZY, Attribute.DATA_SRC);
      add(OutlinkKind.LAZY, Attribute.DATA_LAZY_SRC);
      add(OutlinkKind.LAZY, Attribute.DATA_LAZY);
      add(OutlinkKind.LAZY, Attribute.DATA_ORIGINAL);
      add(OutlinkKind.LAZY, Attribute.DATA_URL);
      add(OutlinkKind.LAZY, ReferenceList.Form.SRCSET, Attribute.DATA_SRCSET);
      add(OutlinkKind.LAZY, ReferenceList.Form.SRCSET, Attribute.DATA_LAZY_SRCSET);
    }
  }

  private void addStyle() {
    add(OutlinkKind.CSS, ReferenceList.Form.STYLE_ATTRIBUTE, Attribute.STYLE);
  }

  private Range first(Range known, Attribute attribute) {
    return known == Range.NONE && attributes.has(attribute) && fits(attribute)
        ? new Range(attributes.from(attribute), attributes.to(attribute))
        : known;
  }

  private void addWithRel(OutlinkKind kind, Attribute attribute) {
    int size = references.size();
    add(kind, attribute);
    if (references.size() > size && attributes.has(Attribute.REL)) {
      references.rel(size, attributes.from(Attribute.REL), attributes.to(Attribute.REL));
    }
  }

  private void add(OutlinkKind kind, Attribute attribute) {
    add(kind, ReferenceList.Form.URL, attribute);
  }

  private void add(OutlinkKind kind, ReferenceList.Form form, Attribute attribute) {
    if (wanted(kind) && attributes.has(attribute) && fits(attribute)) {
      int from = attributes.from(attribute);
      int to = attributes.to(attribute);
      if (from < to || leadsToPageIfEmpty(kind)) {
        add(kind, form, from, to);
      }
    }
  }

  /** An empty reference is the page itself; but an empty src is not loaded (4.8). */
  private static boolean leadsToPageIfEmpty(OutlinkKind kind) {
    return kind == OutlinkKind.ANCHOR || kind == OutlinkKind.AREA || kind == OutlinkKind.FORM;
  }

  private void add(OutlinkKind kind, ReferenceList.Form form, int from, int to) {
    if (references.size() < options.maxLinks()) {
      references.add(kind, form, from, to);
    } else {
      truncations.add(Truncation.LINKS);
    }
  }

  private void addString(OutlinkKind kind, ReferenceList.Form form, int from, int to) {
    references.add(kind, form, from, to, options, truncations);
  }

  private boolean fits(Attribute attribute) {
    boolean fits =
        attributes.to(attribute) - attributes.from(attribute) <= options.maxAttributeBytes();
    if (!fits) {
      truncations.add(Truncation.ATTRIBUTE);
    }
    return fits;
  }
}
