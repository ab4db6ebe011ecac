package dev.arachne.html;

import static java.util.Locale.ROOT;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The elements that the readers use: those with links, and those that change how the following text
 * is read.
 */
public enum Element {
  A,
  ANNOTATION_XML,
  AREA,
  AUDIO,
  BASE,
  BODY,
  BUTTON,
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
  TABLE,
  TD,
  TEMPLATE,
  TEXTAREA,
  TH,
  TITLE,
  TRACK,
  USE,
  VIDEO,
  XMP,
  /** Any of the other elements that end foreign content (WHATWG HTML 13.2.6.5). */
  BREAKOUT,
  /** The void elements among {@code BREAKOUT}. */
  VOID_BREAKOUT,
  /** Any of the other void elements. */
  VOID,
  OTHER;

  private static final String BREAKOUTS =
      "b big blockquote center code dd div dl dt em h1 h2 h3 h4 h5 h6 head i li listing menu"
          + " nobr ol p pre ruby s small span strong strike sub sup tt u ul var";

  private static final Map<String, Element> NAMES = names();
  private static final NameTable<Element> ALL = new NameTable<>(NAMES);

  /** The element that {@code in[from, to)}, in any case, names. */
  public static Element named(byte[] in, int from, int to) {
    Element found = ALL.find(in, from, to);
    return found == null ? OTHER : found;
  }

  /** The names of these elements, for a reader that ignores others. */
  public static NameTable<Element> table(Set<Element> elements) {
    Map<String, Element> names = new HashMap<>(NAMES);
    names.values().retainAll(elements);
    return new NameTable<>(names);
  }

  /**
   * Whether the start tag ends foreign content; {@link #FONT} ends it only with certain attributes.
   */
  boolean breaksOut() {
    return switch (this) {
      case BREAKOUT, VOID_BREAKOUT, BODY, EMBED, IMG, META, TABLE -> true;
      default -> false;
    };
  }

  /** Whether the element never has an end tag. */
  boolean isVoid() {
    return switch (this) {
      case AREA, BASE, EMBED, FRAME, IMAGE, IMG, INPUT, LINK, META, SOURCE, TRACK -> true;
      case VOID, VOID_BREAKOUT -> true;
      default -> false;
    };
  }

  private static Map<String, Element> names() {
    Map<String, Element> names = new HashMap<>();
    for (Element element : EnumSet.range(A, XMP)) {
      names.put(element.name().toLowerCase(ROOT).replace('_', '-'), element);
    }
    for (String name : BREAKOUTS.split(" ", -1)) {
      names.put(name, BREAKOUT);
    }
    for (String name : List.of("br", "hr")) {
      names.put(name, VOID_BREAKOUT);
    }
    for (String name : List.of("col", "wbr", "param", "keygen", "bgsound", "basefont")) {
      names.put(name, VOID);
    }
    return names;
  }
}
