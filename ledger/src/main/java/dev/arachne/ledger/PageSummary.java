package dev.arachne.ledger;

/**
 * What a visit tells about its page to outputs that have a line for each URL, beyond the verdict.
 * The ledger does not keep it. Immutable.
 *
 * @param title of the document, white space collapsed; empty if it has none
 * @param file the name of the saved body, below its directory, with slashes; empty if it was not
 *     saved
 */
public record PageSummary(String title, String file) {
  /** Of a URL without a page. */
  public static final PageSummary NONE = new PageSummary("", "");
}
