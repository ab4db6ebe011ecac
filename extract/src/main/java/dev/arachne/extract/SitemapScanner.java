package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts the entries of an XML sitemap or feed together from the tokens of its parts. It reads XML
 * with the HTML tokenizer, so that a sitemap with a flaw, as many have, still yields what is before
 * the flaw; entities other than characters stay unresolved, and nothing outside the document is
 * ever read.
 *
 * <p>An element counts if it has the root's prefix: so {@code image:loc} is no {@code loc},
 * whatever the prefixes stand for.
 */
final class SitemapScanner implements TokenSink {
  private static final String STANDARD_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

  /** Deeper than any sitemap or extension goes. */
  private static final int MAX_DEPTH = 64;

  /** The longest text of a field that is kept, in bytes. */
  private static final int MAX_FIELD = 16_384;

  private final SitemapAssembly assembly;
  private final SitemapOptions.Namespace accepted;
  private final HtmlText text = new HtmlText();
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

  SitemapScanner(SitemapAssembly assembly, SitemapOptions.Namespace accepted) {
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
   * Says that the document ends at {@code end} of the next part, so that a text that reaches it may
   * be cut.
   */
  void lastPartEndsAt(int end) {
    cutText = end;
  }

  void finish() {
    if (captureDepth > 0) {
      field(open[captureDepth - 1]);
    }
    assembly.endEntry();
  }

  @Override
  public void begin(byte[] in) {
    this.in = in;
  }

  @Override
  public boolean startTagOpened(int nameFrom, int nameTo) {
    name = new String(in, nameFrom, Math.min(nameTo - nameFrom, 256), UTF_8);
    href = "";
    rel = "";
    namespace = "";
    return true;
  }

  @Override
  public void attribute(int nameFrom, int nameTo, int valueFrom, int valueTo) {
    String attribute = new String(in, nameFrom, Math.min(nameTo - nameFrom, 256), UTF_8);
    if (attribute.equals("href")) {
      href = value(valueFrom, valueTo);
    } else if (attribute.equals("rel")) {
      rel = value(valueFrom, valueTo);
    } else if (attribute.equals(prefix(name).isEmpty() ? "xmlns" : "xmlns:" + prefix(name))) {
      namespace = value(valueFrom, valueTo);
    }
  }

  @Override
  public ContentModel startTag(int to, boolean selfClosing) {
    if (rootPrefix == null) {
      root();
    } else if (captureDepth == 0) {
      element();
    }
    if (depth < MAX_DEPTH) {
      open[depth] = name;
    }
    depth++;
    if (selfClosing) {
      close();
    }
    return ContentModel.DATA;
  }

  @Override
  public void endTag(int from, int nameFrom, int nameTo) {
    String closed = new String(in, nameFrom, Math.min(nameTo - nameFrom, 256), UTF_8);
    if (depth == 0 || (depth <= MAX_DEPTH && !closed.equals(open[depth - 1]))) {
      malformed = true;
      return;
    }
    close();
  }

  @Override
  public void text(int from, int to, ContentModel model) {
    if (to == cutText || captured.length() > MAX_FIELD) {
      return;
    }
    if (captureDepth > 0) {
      text.appendText(in, from, Math.min(to, from + MAX_FIELD), model, captured);
    } else if (assembly.isInEntry() && depth == entryDepth) {
      assembly.bareText(decoded(from, Math.min(to, from + MAX_FIELD), model));
    }
  }

  @Override
  public void comment(int from, int to) {}

  @Override
  public void doctype(int from, int to, boolean closed) {}

  @Override
  public boolean inForeignContent() {
    return true;
  }

  private void root() {
    SitemapForm form =
        switch (localName(name)) {
          case "urlset" -> SitemapForm.URL_SET;
          case "sitemapindex" -> SitemapForm.INDEX;
          case "rss", "rdf", "channel" -> SitemapForm.RSS;
          case "feed" -> SitemapForm.ATOM;
          default -> SitemapForm.UNKNOWN;
        };
    assembly.begin(form);
    rootPrefix = localName(name).equals("rdf") ? "" : prefix(name);
    boolean ofProtocol = form == SitemapForm.URL_SET || form == SitemapForm.INDEX;
    wrongNamespace =
        accepted == SitemapOptions.Namespace.STANDARD
            && ofProtocol
            && !namespace.equals(STANDARD_NAMESPACE);
    if (wrongNamespace) {
      assembly.begin(SitemapForm.UNKNOWN);
    }
  }

  private void element() {
    if (!prefix(name).equals(rootPrefix)) {
      return;
    }
    String local = localName(name);
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

  /** Without white space at its ends, that of typesetters too. */
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
