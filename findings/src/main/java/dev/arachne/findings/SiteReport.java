package dev.arachne.findings;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a crawl has found of a site, and what is wrong with it. Immutable. Texts may come from the
 * web: they are escaped before somebody sees them.
 *
 * @param roots where the crawl began
 * @param began when; empty if it never did
 * @param ended the time of its last verdict; empty without one
 * @param rows its URLs, in the order in which they were found, without those of other sites
 * @param outcomes how many URLs came to what
 * @param counts how many findings each check has
 * @param findings all of them, by check and subject, as far as they are kept
 * @param coverage what could be looked at, and what not
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
   * @param facts what is known of it, as users know its URLs
   * @param title of the page, empty if it has none, or that is not known
   * @param links how many links of pages lead to it
   */
  public record Row(UrlFacts facts, String title, long links) {}

  /**
   * What the findings are made of.
   *
   * @param read pages of which the markup was read
   * @param unread pages of which it was not kept
   * @param links references on these pages
   * @param external different URLs of other sites among them
   * @param externalAsked how many of these the crawl has asked, or was not allowed to
   * @param unasked references to what the crawl never found, by what they are for
   * @param hasSitemap whether it is known what the sitemaps of the site list
   * @param notes what else a reader must know; empty lines none
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
    /** What could be looked at; the collections are copied. */
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
