package dev.arachne.html;

import static java.util.Locale.ROOT;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The attributes that the readers use. */
public enum Attribute {
  ACTION,
  BACKGROUND,
  COLOR,
  CONTENT,
  DATA,
  DATA_LAZY,
  DATA_LAZY_SRC,
  DATA_LAZY_SRCSET,
  DATA_ORIGINAL,
  DATA_SRC,
  DATA_SRCSET,
  DATA_URL,
  ENCODING,
  FACE,
  FORMACTION,
  FORMMETHOD,
  HREF,
  HTTP_EQUIV,
  IMAGESRCSET,
  ISPERMALINK,
  LANG,
  METHOD,
  NAME,
  POSTER,
  PROPERTY,
  REL,
  SHADOWROOTMODE,
  SIZE,
  SRC,
  SRCDOC,
  SRCSET,
  STYLE,
  TYPE,
  URL,
  XLINK_HREF("xlink:href");

  private static final NameTable<Attribute> NAMES =
      new NameTable<>(
          Arrays.stream(values()).collect(Collectors.toMap(a -> a.attributeName, a -> a)));

  private final String attributeName;

  Attribute() {
    attributeName = name().toLowerCase(ROOT).replace('_', '-');
  }

  Attribute(String attributeName) {
    this.attributeName = attributeName;
  }

  /** The attribute named {@code in[from, to)}, in any case; null for others. */
  static @Nullable Attribute named(byte[] in, int from, int to) {
    return NAMES.find(in, from, to);
  }
}
