package dev.arachne.content;

/**
 * A statement of a page about itself in a machine-readable form.
 *
 * @param form how it is stated
 * @param name of the property, for example {@code og:title} or {@code NewsArticle.author.name}
 * @param value as stated, white space made single, at most 1,000 characters
 */
public record Fact(Form form, String name, String value) {
  /** A form of statements. */
  public enum Form {
    /** An element {@code meta}, Open Graph and Twitter cards among them. */
    META,
    /** JSON-LD in an element {@code script}. */
    JSON_LD,
    /** The attributes {@code itemscope}, {@code itemtype} and {@code itemprop} (WHATWG HTML 5). */
    MICRODATA
  }
}
