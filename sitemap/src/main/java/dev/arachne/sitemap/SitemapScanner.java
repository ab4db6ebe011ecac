package dev.arachne.sitemap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.html.ContentModel;
import dev.arachne.html.HtmlDecoder;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.text.ByteScratch;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts the entries of an XML sitemap or feed together from the tokens of its parts. It reads XML
 * with the HTML tokenizer, so that a sitemap with a flaw, as many have, still yields the entries
 * before the flaw. Entities other than characters stay unresolved, and nothing outside the document
 * is ever read.
 *
 * <p>An element counts if it has the root's prefix: so {@code image:loc} is not a {@code loc},
 * regardless of the namespaces of prefixes.
 */
final class SitemapScanner {
  private static final String STANDARD_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

  /** The greatest depth of elements: deeper than any sitemap or extension. */
  private static final int MAX_DEPTH = 64;

  /** The longest text of a field that is kept, in bytes. */
  private static final int MAX_FIELD = 16_384;

  private final SitemapEntryBuilder assembly;
  private final SitemapOptions.Namespace accepted;
  private final HtmlTokenizer tokenizer = new HtmlTokenizer();
  private final HtmlDecoder text = new HtmlDecoder();
  private final ByteScratch captured = new ByteScratch();
  private final String[] open = new String[MAX_DEPTH];

  private byte[] in = {};
  private int cutText = -1;
  private int depth;
  private String name = "";
  private String href = "";
  private String rel = "";
  private String namespace = "";
  private @Nullable String rootPrefix;

  /** The depth inside the entry, and inside the field, that is open; 0 for none. */
  private int entryDepth;

  private int captureDepth;
  private boolean malformed;
  private boolean wrongNamespace;

  SitemapScanner(SitemapEntryBuilder assembly, SitemapOptions.Namespace accepted) {
    this.assembly = assembly;
    this.accepted = accepted;
  }

  boolean isMalformed() {
    return malformed;
  }

  boolean isInWrongNamespace() {
    return wrongNamespace;
  }

  boolean isComplete() {
    return rootPrefix != null && depth == 0;
  }

  /**
   * Reads {@code part[from, to)} of the document as far as its tokens are complete.
   *
   * @return the begin of the first incomplete token, to be read again with more bytes behind it
   */
  int readPart(byte[] part, int from, int to) {
    tokenizer.beginPart(part, from, to);
    readTokens(part);
    return tokenizer.unread();
  }

  /** Reads the last part; a text that reaches its end may be cut and does not count. */
  void readLastPart(byte[] part, int from, int to) {
    cutText = to;
    tokenizer.begin(part, from, to);
    readTokens(part);
    if (captureDepth > 0) {
      field(open[captureDepth - 1]);
    }
    assembly.endEntry();
  }

  private void readTokens(byte[] part) {
    in = part;
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      switch (token) {
        case START_TAG -> startTag();
        case END_TAG -> endTag(tokenizer.nameFrom(), tokenizer.nameTo());
        case TEXT -> text(tokenizer.from(), tokenizer.to(), tokenizer.textModel());
        case CDATA -> tokenizer.content(ContentModel.CDATA_SECTION);
        case COMMENT, DOCTYPE, NOTHING, END -> {}
      }
      token = tokenizer.next();
    }
  }

  private void startTag() {
    name = name(tokenizer.nameFrom(), tokenizer.nameTo());
    href = "";
    rel = "";
    namespace = "";
    while (tokenizer.nextAttribute()) {
      attribute();
    }
    if (tokenizer.isComplete()) {
      open(tokenizer.isSelfClosing());
    }
  }

  private void attribute() {
    String attribute = name(tokenizer.attributeFrom(), tokenizer.attributeTo());
    if (attribute.equals("href")) {
      href = value(tokenizer.valueFrom(), tokenizer.valueTo());
    } else if (attribute.equals("rel")) {
      rel = value(tokenizer.valueFrom(), tokenizer.valueTo());
    } else if (attribute.equals(prefix(name).isEmpty() ? "xmlns" : "xmlns:" + prefix(name))) {
      namespace = value(tokenizer.valueFrom(), tokenizer.valueTo());
    }
  }

  private void open(boolean selfClosing) {
    if (depth < MAX_DEPTH) { // elements further down are only counted
      if (rootPrefix == null) {
        root();
      } else if (captureDepth == 0) {
        element();
      }
      open[depth] = name;
    }
    depth++;
    if (selfClosing) {
      close();
    }
  }

  private void endTag(int nameFrom, int nameTo) {
    String closed = name(nameFrom, nameTo);
    if (depth == 0 || (depth <= MAX_DEPTH && !closed.equals(open[depth - 1]))) {
      malformed = true;
      return;
    }
    close();
  }

  private void text(int from, int to, ContentModel model) {
    if (to == cutText || captured.length() > MAX_FIELD) {
      return;
    }
    if (captureDepth > 0) {
      text.appendText(in, from, Math.min(to, from + MAX_FIELD), model, captured);
    } else if (assembly.isInEntry() && depth == entryDepth) {
      assembly.bareText(decoded(from, Math.min(to, from + MAX_FIELD), model));
    }
  }

  private void root() {
    SitemapFormat form =
        switch (localName(name)) {
          case "urlset" -> SitemapFormat.URL_SET;
          case "sitemapindex" -> SitemapFormat.INDEX;
          case "rss", "rdf", "channel" -> SitemapFormat.RSS;
          case "feed" -> SitemapFormat.ATOM;
          default -> SitemapFormat.UNKNOWN;
        };
    assembly.begin(form);
    rootPrefix = localName(name).equals("rdf") ? "" : prefix(name);
    boolean ofProtocol = form == SitemapFormat.URL_SET || form == SitemapFormat.INDEX;
    wrongNamespace =
        accepted == SitemapOptions.Namespace.STANDARD
            && ofProtocol
            && !namespace.equals(STANDARD_NAMESPACE);
    if (wrongNamespace) {
      assembly.begin(SitemapFormat.UNKNOWN);
    }
  }

  private void element() {
    String local = localName(name);
    if (assembly.isAlternate(local, rel) && depth == entryDepth) {
      assembly.alternate(href);
    }
    if (!prefix(name).equals(rootPrefix)) {
      return;
    }
    if (assembly.isEntry(local)) {
      assembly.beginEntry();
      entryDepth = depth + 1;
    } else if (assembly.isLinkElement(local) && depth == entryDepth) {
      assembly.link(href, rel);
    } else if (assembly.isField(local) && depth == entryDepth) {
      captureDepth = depth + 1;
      captured.clear();
    }
  }

  private void close() {
    if (depth == captureDepth) {
      field(open[depth - 1]);
    } else if (assembly.isInEntry() && depth == entryDepth) {
      assembly.endEntry();
    }
    depth--;
  }

  private void field(String name) {
    captureDepth = 0;
    assembly.field(localName(name), stripped(captured.toString()));
  }

  private String name(int from, int to) {
    return new String(in, from, Math.min(to - from, 256), UTF_8);
  }

  private String value(int from, int to) {
    ByteScratch out = new ByteScratch();
    text.appendAttributeValue(in, from, Math.min(to, from + MAX_FIELD), out);
    return out.toString();
  }

  private String decoded(int from, int to, ContentModel model) {
    ByteScratch out = new ByteScratch();
    text.appendText(in, from, to, model, out);
    return stripped(out.toString());
  }

  private static String prefix(String name) {
    return name.substring(0, Math.max(0, name.indexOf(':')));
  }

  private static String localName(String name) {
    return name.substring(name.indexOf(':') + 1).toLowerCase(Locale.ROOT);
  }

  /** The text without white space at its ends, that of typesetters included. */
  static String stripped(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
  }
}
