package dev.arachne.items;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rule for the page to which an entry of a list leads. Immutable.
 *
 * @param link finds that page in the entry
 * @param fields of the page, which join the record of the entry
 */
record DetailRule(FollowRule link, List<Field> fields) {
  DetailRule {
    fields = List.copyOf(fields);
  }

  /** The record of an entry, which waits for the page. */
  PartialItem partial(Map<String, Object> values, QueryTarget entry, int kind, PageSearch search) {
    return new PartialItem(
        new Item(values),
        link.links(search.page(), entry, search.budget()).findFirst().map(Follow::url),
        kind,
        fields.stream().filter(Field::isRequired).map(Field::name).collect(Collectors.toSet()));
  }

  /** The fields of a page, as far as it has them. */
  static Item fields(Optional<DetailRule> rule, PageSearch search) {
    return new Item(
        rule.map(its -> Field.values(its.fields, search.page().page(), search)).orElse(Map.of()));
  }
}
