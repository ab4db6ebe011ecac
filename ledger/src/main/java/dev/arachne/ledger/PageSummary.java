package dev.arachne.ledger;

/**
 * The title and the saved body of a page, for outputs that have a line for each URL. The ledger
 * does not keep them. Immutable.
 *
 * @param title of the document, white space collapsed; empty if it has none
 * @param file the name of the saved body, below its directory, with slashes; empty if it was not
 *     saved
 */
public record PageSummary(String title, String file) {
  /** Of a URL without a page. */
  public static final PageSummary NONE = new PageSummary("", "");
}
