package dev.arachne.items;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A property of the page itself: {@code page:url}, or {@code page:source}. */
record PageQuery(Property property) implements Query {

  /** The properties. */
  enum Property {
    /** The URL of the page. */
    URL,
    /** The markup of the record, as it is served. */
    SOURCE;

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
        "'page:%s' is not known; use %s"
            .formatted(
                word,
                Arrays.stream(Property.values())
                    .map(each -> "page:" + each.word())
                    .collect(Collectors.joining(" or "))));
  }

  /** The property for a record of a page; white space is kept. */
  String of(Fragment item, PageDocument page, Effort effort) {
    return switch (property) {
      case URL -> page.url().toString();
      case SOURCE -> {
        effort.look(item.size());
        yield item.source();
      }
    };
  }

  @Override
  public Stream<String> texts(Fragment fragment, Reading reading, Effort effort) {
    throw new UnsupportedOperationException("a property of a page needs the page");
  }

  @Override
  public Stream<Fragment> parts(Fragment fragment, Effort effort) {
    throw new UnsupportedOperationException("no parts of a page");
  }

  @Override
  public void checkFindsParts() throws RulesException {
    throw new RulesException("page: finds a value; it is for fields only");
  }
}
