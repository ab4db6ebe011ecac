package dev.arachne.replay;

import dev.arachne.html.ContentModel;
import dev.arachne.html.Element;
import dev.arachne.html.HtmlDecoder;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.HtmlTokenizer.Token;
import dev.arachne.text.ByteScratch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Rewrites the references of an HTML page, and leaves every other byte as it is. Scripts are not
 * looked into. Confined to one thread.
 */
final class PageRewriter {
  private static final int MOST_NESTED = 3;

  private final HtmlTokenizer tokenizer = new HtmlTokenizer();
  private final HtmlDecoder text = new HtmlDecoder();
  private final Rewriting rewriting;
  private final int depth;
  private final byte[] page;
  private final ByteArrayOutputStream out;
  private int copied;

  /** Levels of svg and math that are open: their texts are not raw. */
  private int foreign;

  private boolean inStyle;

  private PageRewriter(byte[] page, Rewriting rewriting, int depth) {
    this.page = page;
    this.rewriting = rewriting;
    this.depth = depth;
    out = new ByteArrayOutputStream(page.length + page.length / 4);
  }

  /** The page, which is UTF-8, with references of the archive; empty if it grows too long. */
  static Optional<byte[]> rewritten(byte[] page, Rewriting rewriting) {
    byte[] after = new PageRewriter(page, rewriting, 0).run();
    return rewriting.isSpent() ? Optional.empty() : Optional.of(after);
  }

  private record Attribute(String name, int from, int to, String value) {}

  private byte[] run() {
    tokenizer.begin(page, 0, page.length);
    for (Token token = tokenizer.next(); token != Token.END; token = tokenizer.next()) {
      switch (token) {
        case START_TAG -> startTag();
        case END_TAG -> endTag();
        case TEXT -> text();
        case CDATA, COMMENT, DOCTYPE, NOTHING, END -> {}
      }
    }
    out.write(page, copied, page.length - copied);
    return out.toByteArray();
  }

  private void text() {
    if (inStyle) {
      String css = string(tokenizer.from(), tokenizer.to());
      replace(tokenizer.from(), tokenizer.to(), rewriting.css(css));
    }
  }

  private void endTag() {
    Element element = Element.named(page, tokenizer.nameFrom(), tokenizer.nameTo());
    inStyle = false;
    if (element == Element.SVG || element == Element.MATH) {
      foreign = Math.max(0, foreign - 1);
    }
  }

  private void startTag() {
    Element element = Element.named(page, tokenizer.nameFrom(), tokenizer.nameTo());
    List<Attribute> attributes = new ArrayList<>();
    while (tokenizer.nextAttribute()) {
      attributes.add(attribute());
    }
    if (!tokenizer.isComplete()) {
      return;
    }
    boolean isForeignRoot = element == Element.SVG || element == Element.MATH;
    if (isForeignRoot && !tokenizer.isSelfClosing()) {
      foreign++;
    }
    inStyle = element == Element.STYLE && !tokenizer.isSelfClosing();
    for (Attribute attribute : attributes) {
      rewrite(element, attribute, attributes);
    }
    tokenizer.content(foreign > 0 ? ContentModel.DATA : content(element));
  }

  private Attribute attribute() {
    String name =
        string(tokenizer.attributeFrom(), tokenizer.attributeTo()).toLowerCase(Locale.ROOT);
    var value = new ByteScratch();
    text.appendAttributeValue(page, tokenizer.valueFrom(), tokenizer.valueTo(), value);
    return new Attribute(name, tokenizer.valueFrom(), tokenizer.valueTo(), value.toString());
  }

  private void rewrite(Element element, Attribute attribute, List<Attribute> all) {
    String before = attribute.value();
    String after =
        switch (attribute.name()) {
          case "href" ->
              element == Element.BASE ? rewriting.base(before) : rewriting.reference(before);
          case "src",
              "action",
              "formaction",
              "poster",
              "data",
              "background",
              "xlink:href",
              "data-src" ->
              rewriting.reference(before);
          case "srcset", "imagesrcset", "data-srcset" -> rewriting.references(before);
          case "style" -> rewriting.css(before);
          case "content" -> has(all, "refresh") ? rewriting.refresh(before) : before;
          // The page's own policy would keep out its own parts, which are elsewhere now.
          case "http-equiv" ->
              before.strip().equalsIgnoreCase("content-security-policy") ? "" : before;
          // The digest of a rewritten resource differs.
          case "integrity", "ping", "manifest" -> "";
          case "srcdoc" -> nested(before);
          default -> before;
        };
    if (!after.equals(before)) {
      replace(attribute, after);
    }
  }

  private static boolean has(List<Attribute> all, String equivalent) {
    return all.stream()
        .anyMatch(each ->
            each.name().equals("http-equiv") && each.value().strip().equalsIgnoreCase(equivalent));
  }

  private String nested(String html) {
    if (depth == MOST_NESTED || rewriting.isSpent()) {
      return "";
    }
    byte[] inner = html.getBytes(StandardCharsets.UTF_8);
    return new String(
        new PageRewriter(inner, rewriting.nested(), depth + 1).run(), StandardCharsets.UTF_8);
  }

  private void replace(Attribute attribute, String value) {
    int from = attribute.from();
    boolean isQuoted = from > 0 && (page[from - 1] == '"' || page[from - 1] == '\'');
    String escaped = OwnPages.escaped(value);
    rewriting.grow(escaped.length() - value.length());
    replace(from, attribute.to(), isQuoted ? escaped : "\"" + escaped + "\"");
  }

  private void replace(int from, int to, String by) {
    out.write(page, copied, from - copied);
    out.writeBytes(by.getBytes(StandardCharsets.UTF_8));
    copied = to;
  }

  private String string(int from, int to) {
    return new String(page, from, to - from, StandardCharsets.UTF_8);
  }

  private static ContentModel content(Element element) {
    return switch (element) {
      case SCRIPT -> ContentModel.SCRIPT_DATA;
      case STYLE, XMP, IFRAME, NOEMBED, NOFRAMES -> ContentModel.RAWTEXT;
      case TITLE, TEXTAREA -> ContentModel.RCDATA;
      case PLAINTEXT -> ContentModel.PLAINTEXT;
      default -> ContentModel.DATA;
    };
  }
}
