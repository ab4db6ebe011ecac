package dev.arachne.items;

/**
 * How pages of a kind are rendered, as the rules of a scrape ask. Immutable.
 *
 * @param way of their rendering
 * @param kind the regular expression in the URLs of the kind; empty for the kind of all other pages
 */
public record RenderRule(Way way, String kind) {
  /** The ways of rendering. */
  public enum Way {
    /** Each page of the kind. */
    ALWAYS,
    /** Pages of the kind for which samples show that it adds something. */
    AUTO,
    /** No page of the kind. */
    NEVER
  }
}
