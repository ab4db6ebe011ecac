package dev.arachne.items;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A regular expression looked for in the values of another query: the year alone of {@code .title}.
 */
record NarrowedQuery(Query query, Pattern pattern) implements Query {

  @Override
  public Stream<String> texts(Fragment fragment, Reading reading, Effort effort) {
    return query
        .values(fragment, reading, effort)
        .flatMap(value -> RegexQuery.found(pattern, value, effort));
  }

  @Override
  public Stream<Fragment> parts(Fragment fragment, Effort effort) {
    throw new UnsupportedOperationException("no parts of a page");
  }

  @Override
  public void checkFindsParts() throws RulesException {
    throw new RulesException("a regular expression finds values there; leave it out");
  }
}
