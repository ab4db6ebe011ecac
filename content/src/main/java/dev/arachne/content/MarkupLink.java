package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * A reference in the markup of a page, with its position.
 *
 * @param kind the use of its target in a browser
 * @param url its target, without a fragment; empty if the reference is not a URL
 * @param reference as written, at most {@value MarkupReader#LONGEST_REFERENCE} characters, if it is
 *     not a URL; else empty
 * @param fragment the text behind the number sign, as written; empty without one, or if it has more
 *     than {@value MarkupReader#LONGEST_ANCHOR} characters
 * @param text that is linked, or replaces an image; the language of an alternate; single spaces, at
 *     most {@value PageReader#LONGEST_LINK_TEXT} characters
 * @param line of its tag, from 1
 * @param column of its tag, from 1, in characters
 */
public record MarkupLink(
    Kind kind,
    Optional<CrawlUrl> url,
    String reference,
    String fragment,
    String text,
    int line,
    int column) {
  /** The use of a target in a browser. */
  public enum Kind {
    /** A page that a user may visit: {@code a}, {@code area}. */
    PAGE("link"),
    /** A page inside of the page: {@code iframe}, {@code frame}. */
    FRAME("frame"),
    /** An image: {@code img}, {@code srcset}, a poster, an image button, an icon. */
    IMAGE("image"),
    /** A style sheet. */
    STYLE("style sheet"),
    /** A script. */
    SCRIPT("script"),
    /** Sound, video, subtitles, and objects for plug-ins. */
    MEDIA("media"),
    /** The target of a form. */
    FORM("form"),
    /** The original of the page: {@code link rel=canonical}. */
    CANONICAL("canonical"),
    /** The page in another language: {@code link rel=alternate hreflang}. */
    ALTERNATE("hreflang"),
    /** Another page that {@code link} names: next, alternate, author and others. */
    RELATED("link element");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name for people. */
    public String text() {
      return text;
    }

    /** Whether a browser loads the target by itself to render the page. */
    public boolean isPart() {
      return switch (this) {
        case FRAME, IMAGE, STYLE, SCRIPT, MEDIA -> true;
        case PAGE, FORM, CANONICAL, ALTERNATE, RELATED -> false;
      };
    }
  }
}
