package dev.arachne.traps;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a site that one program is likely to serve: the first directory of a path, and the
 * ending of its last name. Immutable.
 *
 * @param directory with both slashes, such as {@code /docs/}; {@code /} for pages of the top
 *     directory
 * @param suffix such as {@code .html}, lower case; empty if the name has no such ending
 */
public record UrlShape(String directory, String suffix) {
  /** Endings of names of pages; other names with an ending are files. */
  private static final Set<String> PAGES =
      Set.of(
          ".asp", ".aspx", ".cfm", ".cgi", ".do", ".htm", ".html", ".jsf", ".jsp", ".php", ".pl",
          ".shtml", ".xhtml");

  /** Longest ending of a name that is looked at. */
  private static final int MOST_SUFFIX = 8;

  private static final int LETTERS = 26;

  /** Letters of a name for each half of a fingerprint: 56 bits of 64. */
  private static final int LETTERS_OF_HALF = 12;

  /** The shape of a page; empty for the start page of a site, and for files that are not pages. */
  public static Optional<UrlShape> of(CrawlUrl url) {
    String path = url.path();
    if (path.equals("/")) {
      return Optional.empty();
    }
    int second = path.indexOf('/', 1);
    String directory = second < 0 ? "/" : path.substring(0, second + 1);
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    if (dot < 0 || name.length() - dot > MOST_SUFFIX) {
      return Optional.of(new UrlShape(directory, ""));
    }
    String suffix = name.substring(dot).toLowerCase(Locale.ROOT);
    return PAGES.contains(suffix) ? Optional.of(new UrlShape(directory, suffix)) : Optional.empty();
  }

  /**
   * An absent URL of this shape: its name is 24 letters that look random, and are the same at each
   * call.
   */
  public CrawlUrl absent(Origin site) {
    Fingerprint named = CrawlUrl.of(site + directory + "absent" + suffix).fingerprint();
    return CrawlUrl.of(site + directory + letters(named.high()) + letters(named.low()) + suffix);
  }

  private static String letters(long bits) {
    var letters = new StringBuilder(LETTERS_OF_HALF);
    for (long left = bits >>> 1; letters.length() < LETTERS_OF_HALF; left /= LETTERS) {
      letters.append((char) ('a' + left % LETTERS));
    }
    return letters.toString();
  }
}
