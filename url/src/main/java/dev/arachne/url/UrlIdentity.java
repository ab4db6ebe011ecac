package dev.arachne.url;

import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Which URLs count as one although they differ: those that differ in parameters which say who came,
 * or from where, rather than what is asked for. {@link #EXACT} is the default everywhere; a site
 * that answers by such a parameter would lose pages by any other.
 *
 * <p>Parameters are those of the query ({@code ?name=value&…}) and of path segments ({@code
 * ;name=value}). A URL is fetched as it was found; its identity only decides whether it was seen.
 *
 * @param ignored the names of parameters to leave out, without regard to case; one that ends in
 *     {@code *} stands for all that begin so
 */
public record UrlIdentity(Set<String> ignored) {
  /** Every URL is itself. */
  public static final UrlIdentity EXACT = new UrlIdentity(Set.of());

  /** What advertisers and mailing services add to links. */
  public static final Set<String> TRACKING =
      Set.of(
          "utm_*",
          "gclid",
          "gclsrc",
          "dclid",
          "gbraid",
          "wbraid",
          "fbclid",
          "msclkid",
          "twclid",
          "ttclid",
          "yclid",
          "igshid",
          "li_fat_id",
          "mc_cid",
          "mc_eid",
          "_ga",
          "_gl",
          "_hsenc",
          "_hsmi",
          "mkt_tok",
          "vero_id");

  /** What servers add to links for visitors without cookies. */
  public static final Set<String> SESSIONS =
      Set.of("jsessionid", "phpsessid", "aspsessionid*", "cfid", "cftoken", "sessionid", "zenid");

  public UrlIdentity {
    ignored =
        ignored.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The URL that stands for all that count as the same as {@code url}; often {@code url} itself.
   */
  public CrawlUrl of(CrawlUrl url) {
    if (ignored.isEmpty()) {
      return url;
    }
    String target = url.pathAndQuery();
    String kept = withoutPathParameters(url.path()) + withoutQueryParameters(url.query());
    if (kept.equals(target)) {
      return url;
    }
    String href = url.href();
    return CrawlUrl.of(href.substring(0, href.length() - target.length()) + kept);
  }

  private String withoutPathParameters(String path) {
    if (path.indexOf(';') < 0) {
      return path;
    }
    var kept = new StringJoiner("/");
    for (String segment : path.split("/", -1)) {
      String shorter = withoutParameters(segment, ";", 1);
      kept.add(isDotSegment(shorter) ? segment : shorter);
    }
    return kept.toString();
  }

  /** Whether the segment would be taken as a step in the path (WHATWG URL 4.1). */
  private static boolean isDotSegment(String segment) {
    String plain = segment.toLowerCase(Locale.ROOT).replace("%2e", ".");
    return plain.equals(".") || plain.equals("..");
  }

  private String withoutQueryParameters(String query) {
    if (query.length() < 2) {
      return query;
    }
    String kept = withoutParameters(query.substring(1), "&", 0);
    return kept.isEmpty() ? "" : "?" + kept;
  }

  /** Leaves out ignored parameters, which begin after the first {@code spared} parts. */
  private String withoutParameters(String text, String separator, int spared) {
    var kept = new StringJoiner(separator);
    String[] parts = text.split(separator, -1);
    for (int i = 0; i < parts.length; i++) {
      if (i < spared || !isIgnored(parts[i])) {
        kept.add(parts[i]);
      }
    }
    return kept.toString();
  }

  private boolean isIgnored(String parameter) {
    int equals = parameter.indexOf('=');
    String name =
        (equals < 0 ? parameter : parameter.substring(0, equals)).toLowerCase(Locale.ROOT);
    for (String pattern : ignored) {
      boolean matches =
          pattern.endsWith("*")
              ? name.startsWith(pattern.substring(0, pattern.length() - 1))
              : name.equals(pattern);
      if (matches) {
        return true;
      }
    }
    return false;
  }
}
