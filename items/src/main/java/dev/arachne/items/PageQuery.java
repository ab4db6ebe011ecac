package dev.arachne.items;

import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A property of the page itself, such as {@code page:url}. */
record PageQuery(Property property) implements Query {

  /** The properties. */
  enum Property {
    /** The URL of the page. */
    URL,
    /** The markup of the record, as it is served. */
    SOURCE,
    /** The HTTP status code. */
    STATUS,
    /** When the page was fetched. */
    TIME,
    /** Links from a seed. */
    DEPTH,
    /** The page on which its URL was found. */
    REFERRER;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static PageQuery parse(String word) throws RulesException {
    for (Property property : Property.values()) {
      if (property.word().equals(word)) {
        return new PageQuery(property);
      }
    }
    throw new RulesException(
        "'page:%s' is not known; use one of %s"
            .formatted(
                word,
                Arrays.stream(Property.values())
                    .map(each -> "page:" + each.word())
                    .collect(Collectors.joining(", "))));
  }

  /** The property for a record of a page; white space is kept. */
  @Override
  public Stream<String> values(
      QueryTarget item, TextMode reading, PageDocument page, WorkBudget budget) {
    PageOrigin origin = page.origin();
    return switch (property) {
      case URL -> Stream.of(page.url().toString());
      case SOURCE -> {
        budget.spend(item.size());
        yield Stream.of(item.source());
      }
      case STATUS -> Stream.of(String.valueOf(origin.status()));
      case TIME ->
          origin.time().stream().map(time -> time.truncatedTo(ChronoUnit.SECONDS).toString());
      case DEPTH -> Stream.of(String.valueOf(origin.depth()));
      case REFERRER -> origin.referrer().stream().map(String::valueOf);
    };
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    throw new UnsupportedOperationException("a property of a page needs the page");
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    throw new UnsupportedOperationException("no parts of a page");
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    throw new UnsupportedOperationException("a property of a page needs the page");
  }

  @Override
  public void checkFindsParts() throws RulesException {
    throw new RulesException("page: finds a value; it is for fields only");
  }
}
