package dev.arachne.items;

import dev.arachne.text.CountedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules for one kind of pages. Immutable.
 *
 * @param url must be found in the URL of a page; empty for any page
 * @param follows the links that lead on
 * @param next the next page of a list
 * @param item the parts of a page that are records; empty if a page is one
 * @param fields of a record; none for pages that only lead on
 */
record PageKind(
    Optional<Pattern> url,
    List<FollowRule> follows,
    Optional<FollowRule> next,
    Optional<Query> item,
    List<Field> fields) {

  PageKind {
    follows = List.copyOf(follows);
    fields = List.copyOf(fields);
  }

  boolean fits(PageDocument page, WorkBudget budget) {
    return url.isEmpty()
        || url.get().matcher(new CountedText(page.url().toString(), () -> budget.spend(1))).find();
  }

  ScrapeResult scrape(PageSearch search) {
    List<Item> items = new ArrayList<>();
    List<Item> incomplete = new ArrayList<>();
    for (QueryTarget part : fields.isEmpty() ? List.<QueryTarget>of() : parts(search)) {
      Map<String, Object> values = Field.values(fields, part, search);
      if (Field.isComplete(fields, values)) {
        items.add(new Item(values));
      } else if (item.isPresent() || !values.isEmpty()) {
        incomplete.add(new Item(values));
      }
    }
    List<Follow> onward = follows(search.page(), search.budget());
    return new ScrapeResult(items, incomplete, search.misfits(), onward);
  }

  private List<QueryTarget> parts(PageSearch search) {
    QueryTarget page = search.page().page();
    return item.isPresent() ? item.get().parts(page, search.budget()).toList() : List.of(page);
  }

  private List<Follow> follows(PageDocument page, WorkBudget budget) {
    List<Follow> all = new ArrayList<>();
    next.flatMap(rule -> rule.links(page, budget).findFirst())
        .ifPresent(link -> all.add(Follow.nextPage(link.url())));
    for (FollowRule rule : follows) {
      rule.links(page, budget).forEach(all::add);
    }
    return all;
  }
}
