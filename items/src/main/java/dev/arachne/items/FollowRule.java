package dev.arachne.items;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which links of a page lead on. Immutable.
 *
 * @param query finds the links
 * @param pattern must be found in their URLs
 */
record FollowRule(Query query, Optional<Pattern> pattern) {
  private static final String EVERY_LINK = "a[href], area[href]";

  /** Parses a rule as it is written: a {@link Query}, or {@code pattern:} of URLs. */
  static FollowRule parse(String written) throws RulesException {
    String text = written.strip();
    return text.startsWith("pattern:")
        ? ofPattern(text.substring("pattern:".length()).strip())
        : new FollowRule(Query.parse(text), Optional.empty());
  }

  /** Every link in whose URL {@code pattern} is found. */
  static FollowRule ofPattern(String pattern) throws RulesException {
    return new FollowRule(CssQuery.parse(EVERY_LINK), Optional.of(RegexQuery.pattern(pattern)));
  }

  Stream<Follow> links(PageDocument page, WorkBudget budget) {
    return links(page, page.page(), budget);
  }

  /** The links in a part of a page. */
  Stream<Follow> links(PageDocument page, QueryTarget part, WorkBudget budget) {
    return query
        .values(part, TextMode.LINK, budget)
        .flatMap(reference -> page.resolve(reference).stream())
        .filter(
            url -> pattern.isEmpty() || RegexQuery.isFoundIn(url.toString(), pattern.get(), budget))
        .map(Follow::link);
  }
}
