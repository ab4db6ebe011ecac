package dev.arachne.findings;

import java.util.Locale;
import java.util.Optional;

/** A kind of finding: the condition, and the remedy. In the order of reports. */
public enum Check {
  BROKEN_LINKS(
      Severity.ERROR,
      "Broken links",
      "A page links to a URL that answers with an error (status 400 to 599), or does not answer.",
      "Correct or remove the link, or bring the page back."),
  BROKEN_IMAGES(
      Severity.ERROR,
      "Broken images",
      "A page shows an image that cannot be fetched.",
      "Put the image where the page looks for it, or correct its URL."),
  BROKEN_PARTS(
      Severity.ERROR,
      "Broken parts of pages",
      "A page needs a style sheet, a script, a frame or a media file that cannot be fetched.",
      "Put the file where the page looks for it, or correct its URL."),
  BROKEN_EXTERNAL_LINKS(
      Severity.ERROR,
      "Broken links to other sites",
      "A page links to a URL of another site that is not there, or whose host does not answer.",
      "Link to where it is now, or remove the link."),
  REDIRECT_LOOPS(
      Severity.ERROR,
      "Redirect loops",
      "A link leads to redirects that lead back to themselves, so a browser gives up.",
      "Correct the redirects on the server; the loop is in the detail."),
  MIXED_CONTENT(
      Severity.ERROR,
      "Mixed content",
      "A page that came by https loads something, or sends a form, by http: browsers block it.",
      "Use https: in the reference, after checking that the target supports it."),
  MALFORMED_LINKS(
      Severity.ERROR,
      "Malformed links",
      "A reference is not a valid URL, so a browser cannot follow it.",
      "Correct the reference."),
  MISSING_FRAGMENTS(
      Severity.WARNING,
      "Missing fragments",
      "A link names a place of a page, by #id, that the page does not have.",
      "Correct the fragment, or give the element the id."),
  REDIRECT_CHAINS(
      Severity.WARNING,
      "Redirect chains",
      "A link leads to two or more redirects in a row.",
      "Have the first redirect lead to the last target, and correct the link."),
  WRONG_MEDIA_TYPES(
      Severity.WARNING,
      "Wrong media types",
      "A file is served with no Content-Type, or with another than its use on a page wants.",
      "Correct the types of the server's configuration."),
  CHARSET_MISTAKES(
      Severity.WARNING,
      "Mistakes in charsets",
      "A page's encoding is not declared, declared twice in two ways, unknown, or not that of its bytes.",
      "Save the page as UTF-8 and declare that, in the header or by a meta element."),
  CANONICAL_MISTAKES(
      Severity.WARNING,
      "Mistakes in canonical links",
      "A page names several canonical URLs, or one that is broken, redirects, is blocked, or is a copy itself.",
      "Name one URL that answers with status 200 and names itself."),
  HREFLANG_MISTAKES(
      Severity.WARNING,
      "Mistakes in hreflang links",
      "A page names a version in another language that is broken, redirects or does not name the page in turn, or its language tag is invalid.",
      "Have all versions of a page name each other, with tags such as en or pt-BR."),
  SLOW_PAGES(
      Severity.WARNING,
      "Slow pages",
      "The server took long to answer, from the request to the end of the answer.",
      "Find the bottleneck on the server."),
  HEAVY_PAGES(
      Severity.WARNING,
      "Heavy pages",
      "An answer is large, as it came over the wire.",
      "Compress it, split it, or make its images smaller."),
  MISSING_TITLES(
      Severity.WARNING,
      "Missing titles",
      "A page has no title, or an empty one.",
      "Give it a title of its own: results of searches and tabs show it."),
  DUPLICATE_TITLES(
      Severity.WARNING,
      "Duplicate titles",
      "Several pages have the same title.",
      "Give each a title of its own, or name a canonical URL."),
  LINKS_TO_REDIRECTS(
      Severity.NOTICE,
      "Links to redirects",
      "A page links to a URL that redirects.",
      "Link to the target, unless the redirect is the address to keep."),
  MISSING_H1(
      Severity.NOTICE,
      "Missing h1",
      "A page has no heading of the first level, or an empty one.",
      "Mark its heading as h1."),
  DUPLICATE_H1(
      Severity.NOTICE,
      "Duplicate h1",
      "Several pages have the same heading of the first level.",
      "Give each page a heading of its own."),
  MISSING_DESCRIPTIONS(
      Severity.NOTICE,
      "Missing descriptions",
      "A page has no meta description, or an empty one.",
      "Describe it in a sentence or two: results of searches may show that."),
  DUPLICATE_DESCRIPTIONS(
      Severity.NOTICE,
      "Duplicate descriptions",
      "Several pages have the same meta description.",
      "Describe each page by itself, or leave the description out."),
  UNCERTAIN_EXTERNAL_LINKS(
      Severity.NOTICE,
      "Links to other sites that could not be checked",
      "A page links to a URL of another site that does not tell a crawler whether it is there: robots.txt disallows it, or it answers with status 401, 403, 407, 429, 451, 503 or 999.",
      "Open the link in a browser."),
  BLOCKED_LINKS(
      Severity.NOTICE,
      "Links to what robots.txt blocks",
      "A page links to a URL that robots.txt disallows, so search engines do not see it.",
      "Allow it, or leave it so if it is meant."),
  NOT_IN_SITEMAP(
      Severity.NOTICE,
      "Pages not in the sitemap",
      "The site has sitemaps, but none of them lists the page.",
      "Add it, or mark it noindex."),
  UNLINKED_SITEMAP_ENTRIES(
      Severity.NOTICE,
      "Sitemap entries that no link reaches",
      "A sitemap lists a URL to which no page of the crawl links.",
      "Link to it, or take it out of the sitemap."),
  NEAR_DUPLICATES(
      Severity.NOTICE,
      "Near-duplicates",
      "The main texts of several pages are the same, or nearly so.",
      "Name a canonical URL, or make one page of them."),
  THIN_PAGES(
      Severity.NOTICE,
      "Thin pages",
      "A page has hardly any main text.",
      "Say more there, make it a part of another page, or mark it noindex.");

  private final Severity severity;
  private final String title;
  private final String explanation;
  private final String remedy;

  Check(Severity severity, String title, String explanation, String remedy) {
    this.severity = severity;
    this.title = title;
    this.explanation = explanation;
    this.remedy = remedy;
  }

  /** The check with an {@link #id}. */
  public static Optional<Check> ofId(String id) {
    for (Check check : values()) {
      if (check.id().equals(id)) {
        return Optional.of(check);
      }
    }
    return Optional.empty();
  }

  /** Its name for users and machines: {@code broken-links}. It does not change. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How much its findings matter. */
  public Severity severity() {
    return severity;
  }

  /** Its findings, as a heading. */
  public String title() {
    return title;
  }

  /** The condition that it finds, in a sentence. */
  public String explanation() {
    return explanation;
  }

  /** The remedy for a finding. */
  public String remedy() {
    return remedy;
  }

  /** Whether its subject is a text that several pages share, not a URL. */
  boolean isOfTexts() {
    return this == DUPLICATE_TITLES || this == DUPLICATE_H1 || this == DUPLICATE_DESCRIPTIONS;
  }
}
