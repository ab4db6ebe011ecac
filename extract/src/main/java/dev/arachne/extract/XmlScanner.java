package dev.arachne.extract;

import java.util.EnumSet;
import java.util.Set;

/**
 * Collects the references of an XML document: every {@code href} and {@code src}. The HTML
 * tokenizer reads XML well enough for that, told that nothing is raw text and that CDATA sections
 * may stand anywhere, and it forgives what an XML parser may not.
 */
final class XmlScanner implements TokenSink {
  private final LinkOptions options;
  private final TagAttributes attributes = new TagAttributes();
  private final ReferenceList references = new ReferenceList();
  private final Set<Truncation> truncations = EnumSet.noneOf(Truncation.class);

  XmlScanner(LinkOptions options) {
    this.options = options;
  }

  ReferenceList references() {
    return references;
  }

  Set<Truncation> truncations() {
    return truncations;
  }

  @Override
  public void begin(byte[] in) {
    attributes.begin(in);
    references.clear();
    truncations.clear();
  }

  @Override
  public boolean startTagOpened(int nameFrom, int nameTo) {
    attributes.clear();
    return true;
  }

  @Override
  public void attribute(int nameFrom, int nameTo, int valueFrom, int valueTo) {
    attributes.add(nameFrom, nameTo, valueFrom, valueTo);
  }

  @Override
  public ContentModel startTag(int to, boolean selfClosing) {
    add(OutlinkKind.ANCHOR, Attribute.HREF);
    add(OutlinkKind.ANCHOR, Attribute.XLINK_HREF);
    add(OutlinkKind.EMBED, Attribute.SRC);
    return ContentModel.DATA;
  }

  @Override
  public void endTag(int from, int nameFrom, int nameTo) {}

  @Override
  public void text(int from, int to, ContentModel model) {}

  @Override
  public void comment(int from, int to) {}

  @Override
  public void doctype(int from, int to, boolean closed) {}

  @Override
  public boolean inForeignContent() {
    return true;
  }

  private void add(OutlinkKind kind, Attribute attribute) {
    int from = attributes.from(attribute);
    int to = attributes.to(attribute);
    if (!options.kinds().contains(kind) || !attributes.has(attribute)) {
      return;
    }
    if (to - from > options.maxAttributeBytes()) {
      truncations.add(Truncation.ATTRIBUTE);
    } else if (references.size() == options.maxLinks()) {
      truncations.add(Truncation.LINKS);
    } else {
      references.add(kind, ReferenceList.Form.URL, from, to);
    }
  }
}
