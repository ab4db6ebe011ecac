package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.html.Attribute;
import dev.arachne.html.ContentModel;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.TagAttributes;
import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;
import java.util.EnumSet;
import java.util.Set;

/**
 * Collects the references of an XML document: every {@code href} and {@code src}, and the other
 * links of RSS and Atom feeds. The HTML tokenizer reads XML well enough for that, in a mode without
 * raw text in which CDATA sections may occur anywhere. It tolerates errors that an XML parser must
 * reject.
 */
final class XmlScanner {
  private static final byte[] STYLESHEET = "?xml-stylesheet".getBytes(US_ASCII);
  private static final byte[] PSEUDO_HREF = "href=".getBytes(US_ASCII);

  private final LinkOptions options;
  private final HtmlTokenizer tokenizer;
  private final TagAttributes attributes = new TagAttributes();
  private final ReferenceList references = new ReferenceList();
  private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);

  private byte[] in = {};
  private XmlElement element = XmlElement.OTHER;
  private XmlElement root = XmlElement.OTHER;
  private boolean rootSeen;
  private boolean inItem;

  /** Whether the next text is the URL of the element that was opened last. */
  private boolean awaitsUrl;

  /** Whether the texts up to the next tag are HTML. */
  private boolean awaitsHtml;

  XmlScanner(LinkOptions options, Slices slices) {
    tokenizer = new HtmlTokenizer(slices);
    this.options = options;
  }

  ReferenceList references() {
    return references;
  }

  Set<Truncation> truncations() {
    return truncations;
  }

  /** Whether the document is XHTML, which is better read as XHTML. */
  boolean isHtml() {
    return root == XmlElement.HTML;
  }

  /** Reads the document in {@code document[from, to)}. */
  void read(byte[] document, int from, int to) {
    begin(document);
    tokenizer.begin(document, from, to);
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      switch (token) {
        case START_TAG -> startTag();
        case END_TAG -> endTag();
        case TEXT -> text(tokenizer.from(), tokenizer.to());
        case CDATA -> tokenizer.content(ContentModel.CDATA_SECTION);
        case COMMENT -> comment(tokenizer.from(), tokenizer.to());
        case DOCTYPE, NOTHING, END -> {}
      }
      token = tokenizer.next();
    }
  }

  private void begin(byte[] in) {
    this.in = in;
    attributes.begin(in);
    references.clear();
    truncations.clear();
    root = XmlElement.OTHER;
    rootSeen = false;
    inItem = false;
    awaitsUrl = false;
    awaitsHtml = false;
  }

  private void startTag() {
    element = XmlElement.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
    attributes.read(tokenizer);
    if (tokenizer.isComplete()) {
      addElement(tokenizer.isSelfClosing());
    }
  }

  private void addElement(boolean selfClosing) {
    if (!rootSeen) {
      rootSeen = true;
      root = element;
    }
    boolean rss = root == XmlElement.RSS || root == XmlElement.RDF;
    awaitsUrl = false;
    awaitsHtml = false;
    switch (element) {
      case ITEM, ENTRY -> inItem = true;
      case LINK, ATOM_LINK -> {
        add(feedLinkKind(), Attribute.HREF);
        awaitsUrl = rss && !attributes.has(Attribute.HREF) && !selfClosing;
      }
      case GUID -> awaitsUrl = rss && !attributes.is(Attribute.ISPERMALINK, "false");
      case COMMENTS -> awaitsUrl = rss && !selfClosing;
      case ENCLOSURE, MEDIA_CONTENT -> add(OutlinkKind.MEDIA, Attribute.URL);
      case MEDIA_THUMBNAIL -> add(OutlinkKind.IMAGE, Attribute.URL);
      case DESCRIPTION, CONTENT_ENCODED -> awaitsHtml = rss;
      case CONTENT, SUMMARY -> awaitsHtml = attributes.is(Attribute.TYPE, "html");
      case RSS, RDF, HTML, OTHER -> addGeneric();
    }
  }

  private void endTag() {
    awaitsUrl = false;
    awaitsHtml = false;
    XmlElement closed = XmlElement.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
    if (closed == XmlElement.ITEM || closed == XmlElement.ENTRY) {
      inItem = false;
    }
  }

  private void text(int from, int to) {
    if (awaitsUrl && Bytes.skipSpaces(in, from, to) < to) {
      ReferenceList.Form form =
          tokenizer.textModel() == ContentModel.CDATA_SECTION
              ? ReferenceList.Form.CDATA
              : ReferenceList.Form.TEXT;
      add(inItem ? OutlinkKind.FEED_ENTRY : OutlinkKind.LINK, form, from, to);
      awaitsUrl = false;
    } else if (awaitsHtml) {
      add(
          OutlinkKind.FEED_ENTRY,
          tokenizer.textModel() == ContentModel.CDATA_SECTION
              ? ReferenceList.Form.HTML_CDATA
              : ReferenceList.Form.HTML_TEXT,
          from,
          to);
    }
  }

  /** A processing instruction arrives as a comment. */
  private void comment(int from, int to) {
    if (!Bytes.startsWithIgnoringCase(in, from, to, STYLESHEET)) {
      return;
    }
    int p = from;
    while (p < to && !Bytes.startsWithIgnoringCase(in, p, to, PSEUDO_HREF)) {
      p++;
    }
    int quote = p + PSEUDO_HREF.length;
    if (quote < to && (in[quote] == '"' || in[quote] == '\'')) {
      int close = Bytes.indexOf(in, quote + 1, to, in[quote]);
      add(OutlinkKind.STYLESHEET, ReferenceList.Form.URL, quote + 1, close);
    }
  }

  private OutlinkKind feedLinkKind() {
    if (attributes.hasToken(Attribute.REL, "enclosure")) {
      return OutlinkKind.MEDIA;
    }
    boolean alternate =
        !attributes.has(Attribute.REL) || attributes.hasToken(Attribute.REL, "alternate");
    return inItem && alternate
        ? OutlinkKind.FEED_ENTRY
        : LinkRelation.kind(in, attributes.from(Attribute.REL), attributes.to(Attribute.REL));
  }

  private void addGeneric() {
    add(OutlinkKind.ANCHOR, Attribute.HREF);
    add(OutlinkKind.ANCHOR, Attribute.XLINK_HREF);
    add(OutlinkKind.EMBED, Attribute.SRC);
  }

  private void add(OutlinkKind kind, Attribute attribute) {
    if (attributes.has(attribute)) {
      int size = references.size();
      add(kind, ReferenceList.Form.URL, attributes.from(attribute), attributes.to(attribute));
      if (references.size() > size) {
        references.rel(size, attributes.from(Attribute.REL), attributes.to(Attribute.REL));
      }
    }
  }

  private void add(OutlinkKind kind, ReferenceList.Form form, int from, int to) {
    references.add(kind, form, from, to, options, truncations);
  }
}
