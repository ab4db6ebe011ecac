package dev.arachne.content;

/**
 * Something that a page states about itself in a form for machines.
 *
 * @param form how it is stated
 * @param name of what, for example {@code og:title} or {@code NewsArticle.author.name}
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
