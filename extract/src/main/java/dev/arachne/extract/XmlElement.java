package dev.arachne.extract;

import dev.arachne.html.NameTable;
import java.util.EnumSet;
import java.util.stream.Collectors;

/** The elements of feeds that have links other than an href. */
enum XmlElement {
  ITEM("item"),
  ENTRY("entry"),
  LINK("link"),
  ATOM_LINK("atom:link"),
  GUID("guid"),
  COMMENTS("comments"),
  CONTENT("content"),
  CONTENT_ENCODED("content:encoded"),
  DESCRIPTION("description"),
  ENCLOSURE("enclosure"),
  MEDIA_CONTENT("media:content"),
  MEDIA_THUMBNAIL("media:thumbnail"),
  SUMMARY("summary"),
  RSS("rss"),
  RDF("rdf:rdf"),
  HTML("html"),
  OTHER("");

  private static final NameTable<XmlElement> NAMES =
      new NameTable<>(
          EnumSet.complementOf(EnumSet.of(OTHER)).stream()
              .collect(Collectors.toMap(e -> e.elementName, e -> e)));

  private final String elementName;

  XmlElement(String elementName) {
    this.elementName = elementName;
  }

  /** The element that {@code in[from, to)}, in any case, names. */
  static XmlElement named(byte[] in, int from, int to) {
    XmlElement found = NAMES.find(in, from, to);
    return found == null ? OTHER : found;
  }
}
