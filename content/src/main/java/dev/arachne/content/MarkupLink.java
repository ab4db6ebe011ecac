package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * A reference in the markup of a page, and where it stands.
 *
 * @param kind what a browser uses its target for
 * @param url where it leads, without a fragment; empty if the reference is no URL
 * @param reference as it stands, at most {@value MarkupReader#LONGEST_REFERENCE} characters, if it
 *     is no URL; else empty
 * @param fragment what follows the number sign, as it stands; empty if there is none, or if it has
 *     more than {@value MarkupReader#LONGEST_ANCHOR} characters
 * @param text that is linked, or stands for an image; the language of an alternate; single spaces,
 *     at most {@value PageReader#LONGEST_LINK_TEXT} characters
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
  /** What a browser uses a target for. */
  public enum Kind {
    /** A page that a user may go to: {@code a}, {@code area}. */
    PAGE("link"),
    /** A page inside of the page: {@code iframe}, {@code frame}. */
    FRAME("frame"),
    /** An image: {@code img}, {@code srcset}, a poster, an image button, an icon. */
    IMAGE("image"),
    /** A style sheet. */
    STYLE("style sheet"),
    /** A script. */
    SCRIPT("script"),
    /** Sound, video, subtitles, and what plug-ins show. */
    MEDIA("media"),
    /** Where a form is sent to. */
    FORM("form"),
    /** A page that the page is a copy of: {@code link rel=canonical}. */
    CANONICAL("canonical"),
    /** The page in another language: {@code link rel=alternate hreflang}. */
    ALTERNATE("hreflang"),
    /** Another page that {@code link} names: next, alternate, author and others. */
    RELATED("link element");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As people call it. */
    public String text() {
      return text;
    }

    /** Whether a browser loads the target by itself, to show the page. */
    public boolean isPart() {
      return switch (this) {
        case FRAME, IMAGE, STYLE, SCRIPT, MEDIA -> true;
        case PAGE, FORM, CANONICAL, ALTERNATE, RELATED -> false;
      };
    }
  }
}
