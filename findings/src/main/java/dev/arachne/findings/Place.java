package dev.arachne.findings;

/**
 * The place of a finding: a page, and a tag of it.
 *
 * @param page its URL
 * @param what kind of thing there: link, image, canonical, root, ...
 * @param text that is linked, or more about the place; maybe empty
 * @param line of the tag, from 1; 0 if that is not known
 * @param column of the tag, from 1; 0 if that is not known
 */
public record Place(String page, String what, String text, int line, int column) {
  private static final String BY_REDIRECT = " by redirect";

  /**
   * The place of a link to a URL that redirects to the subject of the finding.
   *
   * @param linked the URL in the link
   */
  Place redirectedFrom(String linked) {
    return new Place(page, what + BY_REDIRECT, linked, line, column);
  }

  /** Whether the link leads to the subject by redirects; the text is the linked URL then. */
  public boolean isRedirected() {
    return what.endsWith(BY_REDIRECT);
  }
}
