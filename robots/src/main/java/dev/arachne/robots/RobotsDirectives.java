package dev.arachne.robots;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The directives of a page in a {@code <meta name=robots>} or an {@code X-Robots-Tag} header. No
 * standard defines them; this follows the documentation of the search engines. Unknown directives
 * are ignored, and the milder of two that contradict each other yields. Immutable.
 */
public record RobotsDirectives(Set<RobotsDirective> all) {

  /** The directives of a page without any. */
  public static final RobotsDirectives NONE = new RobotsDirectives(Set.of());

  /** Directives with a value after a colon: the text before it is not an agent's name then. */
  private static final Set<String> VALUED =
      Set.of("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview");

  public RobotsDirectives {
    all = Set.copyOf(all);
  }

  /**
   * The directives of a meta element. The caller checks whether its name is {@code robots} or that
   * of the crawler's agent.
   *
   * @param content the value of its content attribute, such as {@code noindex, nofollow}
   */
  public static RobotsDirectives ofMeta(String content) {
    if (content.isEmpty()) {
      return NONE;
    }
    var found = EnumSet.noneOf(RobotsDirective.class);
    for (String item : content.split(",", -1)) {
      add(item, found);
    }
    return new RobotsDirectives(found);
  }

  /**
   * The directives of X-Robots-Tag headers that are meant for all agents or for this one.
   *
   * @param values of the headers of that name, such as {@code noindex, otherbot: nofollow}: an
   *     agent's name applies to the rest of the same value, up to the next name
   * @param agent the crawler's product token
   */
  public static RobotsDirectives ofHeaders(List<String> values, String agent) {
    if (values.isEmpty()) {
      return NONE;
    }
    var found = EnumSet.noneOf(RobotsDirective.class);
    for (String value : values) {
      boolean ours = true;
      for (String item : value.split(",", -1)) {
        int colon = item.indexOf(':');
        String name = colon < 0 ? "" : item.substring(0, colon).strip();
        boolean named = colon >= 0 && !VALUED.contains(name.toLowerCase(Locale.ROOT));
        if (named) {
          ours = name.equalsIgnoreCase(agent);
        }
        if (ours) {
          add(named ? item.substring(colon + 1) : item, found);
        }
      }
    }
    return new RobotsDirectives(found);
  }

  /** These and the others: a page may have both elements and headers. */
  public RobotsDirectives and(RobotsDirectives others) {
    if (all.isEmpty() || others.all.isEmpty()) {
      return all.isEmpty() ? others : this;
    }
    var both = EnumSet.noneOf(RobotsDirective.class);
    both.addAll(all);
    both.addAll(others.all);
    return new RobotsDirectives(both);
  }

  /** Whether the page has this directive. */
  public boolean has(RobotsDirective directive) {
    return all.contains(directive);
  }

  private static void add(String item, Set<RobotsDirective> found) {
    switch (item.strip().toLowerCase(Locale.ROOT)) {
      case "noindex" -> found.add(RobotsDirective.NOINDEX);
      case "nofollow" -> found.add(RobotsDirective.NOFOLLOW);
      case "none" -> {
        found.add(RobotsDirective.NOINDEX);
        found.add(RobotsDirective.NOFOLLOW);
      }
      case "noarchive", "nocache" -> found.add(RobotsDirective.NOARCHIVE);
      case "nosnippet" -> found.add(RobotsDirective.NOSNIPPET);
      case "noimageindex" -> found.add(RobotsDirective.NOIMAGEINDEX);
      case "notranslate" -> found.add(RobotsDirective.NOTRANSLATE);
      case "noai" -> found.add(RobotsDirective.NOAI);
      default -> {}
    }
  }
}
