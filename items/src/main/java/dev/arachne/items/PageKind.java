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

  boolean fits(PageDocument page, Effort effort) {
    return url.isEmpty()
        || url.get().matcher(new CountedText(page.url().toString(), () -> effort.look(1))).find();
  }

  Scraped scrape(PageSearch search) {
    List<Item> items = new ArrayList<>();
    List<Item> incomplete = new ArrayList<>();
    for (Fragment part : fields.isEmpty() ? List.<Fragment>of() : parts(search)) {
      Map<String, Object> values = Field.values(fields, part, search);
      if (Field.isComplete(fields, values)) {
        items.add(new Item(values));
      } else if (item.isPresent() || !values.isEmpty()) {
        incomplete.add(new Item(values));
      }
    }
    List<Follow> onward = follows(search.page(), search.effort());
    return new Scraped(items, incomplete, search.misfits(), onward);
  }

  private List<Fragment> parts(PageSearch search) {
    Fragment page = search.page().page();
    return item.isPresent() ? item.get().parts(page, search.effort()).toList() : List.of(page);
  }

  private List<Follow> follows(PageDocument page, Effort effort) {
    List<Follow> all = new ArrayList<>();
    next.flatMap(rule -> rule.links(page, effort).findFirst())
        .ifPresent(link -> all.add(Follow.nextPage(link.url())));
    for (FollowRule rule : follows) {
      rule.links(page, effort).forEach(all::add);
    }
    return all;
  }
}
