package dev.arachne.extract;

import static java.util.Locale.ROOT;

import java.util.Arrays;

/** The elements that matter to links: that carry one, or change how what follows is read. */
enum Element {
  A,
  ANNOTATION_XML,
  AREA,
  AUDIO,
  BASE,
  DESC,
  EMBED,
  FONT,
  FOREIGNOBJECT,
  FORM,
  FRAME,
  HTML,
  IFRAME,
  IMAGE,
  IMG,
  INPUT,
  LINK,
  MATH,
  META,
  MI,
  MN,
  MO,
  MS,
  MTEXT,
  NOEMBED,
  NOFRAMES,
  OBJECT,
  PLAINTEXT,
  SCRIPT,
  SOURCE,
  STYLE,
  SVG,
  TEMPLATE,
  TEXTAREA,
  TITLE,
  TRACK,
  USE,
  VIDEO,
  XMP,
  /** Any of the other elements that end foreign content (WHATWG HTML 13.2.6.5). */
  BREAKOUT,
  OTHER;

  private static final String[] BREAKOUTS =
      ("b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 head hr i li listing menu nobr ol p pre"
              + " ruby s small span strong strike sub sup table tt u ul var")
          .split(" ");

  private static final NameTable<Element> NAMES = names();

  /** The element that {@code in[from, to)}, in any case, names. */
  static Element named(byte[] in, int from, int to) {
    Element found = NAMES.find(in, from, to);
    return found == null ? OTHER : found;
  }

  /**
   * Whether the start tag ends foreign content; {@link #FONT} does so only with certain attributes.
   */
  boolean breaksOut() {
    return this == BREAKOUT || this == EMBED || this == IMG || this == META;
  }

  private static NameTable<Element> names() {
    Element[] own = Arrays.copyOf(values(), BREAKOUT.ordinal());
    String[] names = new String[own.length + BREAKOUTS.length];
    Element[] elements = new Element[names.length];
    for (int i = 0; i < names.length; i++) {
      boolean breakout = i >= own.length;
      names[i] =
          breakout ? BREAKOUTS[i - own.length] : own[i].name().toLowerCase(ROOT).replace('_', '-');
      elements[i] = breakout ? BREAKOUT : own[i];
    }
    return new NameTable<>(names, elements);
  }
}
