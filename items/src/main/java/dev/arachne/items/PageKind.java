package dev.arachne.items;

import dev.arachne.text.CountedText;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules for one kind of pages. Immutable.
 *
 * @param url must be found in the URL of a page; empty for any page
 * @param follows the links that lead on
 * @param next the next page of a list
 * @param item the parts of a page that are records; empty if a page is one
 * @param fields of a record; none for pages that only lead on
 * @param apis one of them must be found in the URL of JSON that a script of the page requested and
 *     that leads on
 * @param detail the page that completes a record; empty if a record is complete without one
 * @param rendering how its pages are rendered; empty if that is left to the crawl
 */
record PageKind(
    Optional<Pattern> url,
    List<FollowRule> follows,
    Optional<FollowRule> next,
    Optional<Query> item,
    List<Field> fields,
    List<Pattern> apis,
    Optional<DetailRule> detail,
    Optional<RenderRule.Way> rendering) {

  PageKind {
    follows = List.copyOf(follows);
    fields = List.copyOf(fields);
    apis = List.copyOf(apis);
  }

  /** Whether the page of a URL is of this kind. */
  boolean fits(CrawlUrl page, WorkBudget budget) {
    return url.isEmpty()
        || url.get().matcher(new CountedText(page.toString(), () -> budget.spend(1))).find();
  }

  /** Whether JSON at this URL leads on, if a script of a page of this kind requested it. */
  boolean followsApi(CrawlUrl api, WorkBudget budget) {
    return apis.stream().anyMatch(pattern -> RegexQuery.isFoundIn(api.toString(), pattern, budget));
  }

  boolean hasFields() {
    return !fields.isEmpty() || detail.isPresent();
  }

  /** The names of the fields of its records. */
  Stream<String> names() {
    return Stream.concat(fields.stream(), detail.stream().flatMap(its -> its.fields().stream()))
        .map(Field::name);
  }

  /**
   * Scrapes a page of this kind.
   *
   * @param number of the kind among all
   * @param details the fields that the page adds to records of other pages
   */
  ScrapeResult scrape(PageSearch search, int number, List<Item> details) {
    List<Item> items = new ArrayList<>();
    List<Item> incomplete = new ArrayList<>();
    List<PartialItem> partials = new ArrayList<>();
    for (QueryTarget part : hasFields() ? parts(search) : List.<QueryTarget>of()) {
      Map<String, Object> values = Field.values(fields, part, search);
      boolean isComplete = Field.hasRequired(fields, values);
      Optional<PartialItem> partial =
          detail.filter(_ -> isComplete).map(its -> its.partial(values, part, number, search));
      if (partial.isPresent() && (partial.get().detail().isPresent() || !values.isEmpty())) {
        partials.add(partial.get());
      } else if (detail.isEmpty() && isComplete && !values.isEmpty()) {
        items.add(new Item(values));
      } else if (item.isPresent() || !values.isEmpty()) {
        incomplete.add(new Item(values));
      }
    }
    List<Follow> onward = new ArrayList<>();
    partials.stream()
        .flatMap(partial -> partial.detail().stream())
        .map(Follow::detail)
        .forEach(onward::add);
    onward.addAll(follows(search.page(), search.budget()));
    return new ScrapeResult(items, incomplete, search.misfits(), onward, partials, details);
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
