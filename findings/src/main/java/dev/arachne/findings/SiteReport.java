package dev.arachne.findings;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts and the findings of a crawl about a site. Immutable. Texts may come from the web: they
 * are escaped before they are shown.
 *
 * @param roots the seeds of the crawl
 * @param began when; empty for a crawl that did not begin
 * @param ended the time of its last verdict; empty without one
 * @param rows its URLs, in the order in which they were found, without those of other sites
 * @param outcomes how many URLs have each outcome
 * @param counts how many findings each check has
 * @param findings all of them, by check and subject, as far as they are kept
 * @param coverage the parts of the site that were inspected, and those that were not
 */
public record SiteReport(
    List<String> roots,
    Optional<Instant> began,
    Optional<Instant> ended,
    List<Row> rows,
    Map<UrlFacts.Outcome, Long> outcomes,
    Map<Check, Long> counts,
    List<Finding> findings,
    Coverage coverage) {
  /** A report; the lists and maps are copied. */
  public SiteReport {
    roots = List.copyOf(roots);
    rows = List.copyOf(rows);
    outcomes = Map.copyOf(outcomes);
    counts = Map.copyOf(counts);
    findings = List.copyOf(findings);
  }

  /**
   * A URL of the site.
   *
   * @param facts the known facts of the URL, in the form in which users know it
   * @param title of the page, empty if it has none, or that is not known
   * @param links how many links of pages lead to it
   */
  public record Row(UrlFacts facts, String title, long links) {}

  /**
   * The inspected data behind the findings.
   *
   * @param read pages of which the markup was read
   * @param unread pages of which it was not kept
   * @param links references on these pages
   * @param external different URLs of other sites among them
   * @param externalAsked how many of these the crawl has requested, or was not allowed to
   * @param unasked references to URLs that the crawl never found, by their purpose
   * @param hasSitemap whether the URLs in the site's sitemaps are known
   * @param notes other facts that a reader must know; an empty list for no such facts
   */
  public record Coverage(
      long read,
      long unread,
      long links,
      long external,
      long externalAsked,
      Map<String, Long> unasked,
      boolean hasSitemap,
      List<String> notes) {
    /** The coverage; the collections are copied. */
    public Coverage {
      unasked = Map.copyOf(unasked);
      notes = List.copyOf(notes);
    }
  }

  /** How many findings have a severity. */
  public long count(Severity severity) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().severity() == severity)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** How many findings a check has. */
  public long count(Check check) {
    return counts.getOrDefault(check, 0L);
  }

  /** The findings of a check that are kept. */
  public List<Finding> of(Check check) {
    return findings.stream().filter(finding -> finding.check() == check).toList();
  }
}
