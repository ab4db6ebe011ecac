package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rules of a scrape: its seeds, the links to follow, the parts of a page that are records, and
 * the places of their fields. Parsed from a text in YAML or JSON, or built by a {@link #builder}.
 * Immutable.
 *
 * <pre>
 * start: http://films.example/          # one URL, or a list
 * follow: .pages a                      # links that lead on; one rule, or a list
 * next: a[rel=next]                     # the next page of a list
 * item: li.film                         # a record; without it, the page is one
 * fields:
 *   rank:
 *     css: .rank
 *     type: number                      # string, number, date, url
 *     required: true                    # no record without it
 *   title: .name                        # a string alone is where the text is
 *   genres:
 *     xpath: .//i/text()
 *     list: true                        # all of them, not the first
 * </pre>
 *
 * <p>A record may have fields of the page to which it leads, its detail page:
 *
 * <pre>
 * detail:
 *   url: a                              # found in the record
 *   fields:
 *     director: .director               # found in the detail page
 * </pre>
 *
 * <p>Several kinds of pages are entries of {@code pages}, each with its own {@code follow}, {@code
 * next}, {@code item}, {@code fields}, {@code detail} and {@code render}; a page is of the first
 * kind whose {@code url}, a regular expression, is found in its URL.
 */
public final class ItemRules {
  private final List<String> start;
  private final Map<String, List<String>> options;
  private final List<PageKind> kinds;
  private final List<String> lines;

  private ItemRules(Builder builder, List<PageKind> kinds, List<String> lines) {
    this.start = List.copyOf(builder.start);
    this.options = Collections.unmodifiableMap(new LinkedHashMap<>(builder.options));
    this.kinds = List.copyOf(kinds);
    this.lines = lines;
  }

  /**
   * Parses the text of a file.
   *
   * @param file its name, for mistakes
   */
  public static ItemRules parse(String file, String text) throws RulesException {
    return RulesReader.read(file, text);
  }

  /** A builder without rules. */
  public static Builder builder() {
    return new Builder();
  }

  /** The seeds as a user types them: URLs, or folders; may be empty. */
  public List<String> start() {
    return start;
  }

  /** The lines of a text that {@link #parse} parses into these rules. */
  public List<String> lines() {
    return lines;
  }

  /** Options of the scrape by their long names without hyphens before; several values, a list. */
  public Map<String, List<String>> options() {
    return options;
  }

  /** The names of the fields of all kinds of pages, in their order. */
  public List<String> fields() {
    return kinds.stream().flatMap(PageKind::names).distinct().toList();
  }

  /** Those of them that are searched for in detail pages. */
  public List<String> detailFields() {
    return kinds.stream()
        .flatMap(kind -> kind.detail().stream())
        .flatMap(detail -> detail.fields().stream())
        .map(Field::name)
        .distinct()
        .toList();
  }

  /**
   * Scrapes a page.
   *
   * @param body the page, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if it had no such header
   * @param url where it was found, after redirects
   * @throws WorkLimitException if the page would take unreasonably long
   */
  public ScrapeResult scrape(byte[] body, String contentType, CrawlUrl url) {
    return scrape(PageDocument.parse(body, contentType, url));
  }

  /** The same for a page that was parsed. */
  public ScrapeResult scrape(PageDocument page) {
    return scrape(page, WorkBudget.ofPage());
  }

  /** Scrapes a page to which a record leads: it has only the fields that it adds to the record. */
  public ScrapeResult scrapeDetail(PageDocument page) {
    PageSearch search = PageSearch.of(page, WorkBudget.ofPage());
    return bounded(() -> {
      List<Item> details = details(search);
      return new ScrapeResult(
          List.of(), List.of(), search.misfits(), List.of(), List.of(), details);
    });
  }

  ScrapeResult scrape(PageDocument page, WorkBudget budget) {
    return bounded(() -> {
      List<Item> details = details(PageSearch.of(page, budget));
      for (int i = 0; i < kinds.size(); i++) {
        if (kinds.get(i).fits(page.url(), budget)) {
          return kinds.get(i).scrape(PageSearch.of(page, budget), i, details);
        }
      }
      return new ScrapeResult(List.of(), List.of(), List.of(), List.of(), List.of(), details);
    });
  }

  /** Whether JSON that scripts of pages request may lead on. */
  public boolean followApis() {
    return kinds.stream().anyMatch(kind -> !kind.apis().isEmpty());
  }

  /**
   * Whether JSON that a script of a page requested leads on; not if the regular expressions of the
   * kinds take too much work.
   */
  public boolean followsApi(CrawlUrl page, CrawlUrl api) {
    WorkBudget budget = WorkBudget.ofPage();
    try {
      return bounded(() ->
          kinds.stream()
              .filter(kind -> kind.fits(page, budget))
              .findFirst()
              .filter(kind -> kind.followsApi(api, budget))
              .isPresent());
    } catch (WorkLimitException e) {
      return false;
    }
  }

  /** The ways in which pages of the kinds are to be rendered; none if that is left to the crawl. */
  public Set<RenderRule.Way> renderings() {
    return kinds.stream()
        .flatMap(kind -> kind.rendering().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns how the page of a URL is to be rendered; empty if that is left to the crawl, as for a
   * URL on which the regular expressions of the kinds take too much work.
   */
  public Optional<RenderRule> rendering(CrawlUrl url) {
    WorkBudget budget = WorkBudget.ofPage();
    try {
      return bounded(() -> kinds.stream().filter(kind -> kind.fits(url, budget)).findFirst())
          .flatMap(kind ->
              kind.rendering()
                  .map(way -> new RenderRule(way, kind.url().map(Pattern::pattern).orElse(""))));
    } catch (WorkLimitException e) {
      return Optional.empty();
    }
  }

  /** Whether records have fields of other pages. */
  public boolean joins() {
    return kinds.stream().anyMatch(kind -> kind.detail().isPresent());
  }

  /** The fields that a page adds to records of other pages; none if it has none of them. */
  private List<Item> details(PageSearch search) {
    if (!joins()) {
      return List.of();
    }
    List<Item> details =
        kinds.stream().map(kind -> DetailRule.fields(kind.detail(), search)).toList();
    return details.stream().allMatch(item -> item.values().isEmpty()) ? List.of() : details;
  }

  private static <T> T bounded(Supplier<T> search) {
    try {
      return search.get();
    } catch (StackOverflowError e) {
      throw new WorkLimitException("a regular expression recurses too deeply on this page");
    }
  }

  /** Whether they are written in the same way. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ItemRules rules && lines.equals(rules.lines);
  }

  @Override
  public int hashCode() {
    return lines.hashCode();
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }

  /**
   * Collects rules. Expressions are written as at the command line: a CSS selector, or with a
   * prefix {@code css:}, {@code xpath:}, {@code regex:}, {@code json:} or {@code jsonld:}; {@code
   * ::attr(name)} behind a CSS selector selects an attribute. Not thread-safe.
   */
  public static final class Builder {
    private final List<String> start = new ArrayList<>();
    private final List<FollowRule> follows = new ArrayList<>();
    private final List<Pattern> apis = new ArrayList<>();
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private Optional<FollowRule> next = Optional.empty();
    private Optional<Query> item = Optional.empty();
    private Optional<FollowRule> detail = Optional.empty();
    private final Map<String, Field> detailFields = new LinkedHashMap<>();
    private Optional<RenderRule.Way> rendering = Optional.empty();
    private final Map<String, List<String>> options = new LinkedHashMap<>();
    private final WrittenRules written = new WrittenRules();

    private Builder() {}

    /** Adds a seed as a user types it. */
    public Builder start(String place) {
      start.add(place);
      written.start(place);
      return this;
    }

    /**
     * Links to follow, one rule more for each call: an expression, or {@code pattern:} and a
     * regular expression that is to be found in their URLs.
     */
    public Builder follow(String expression) throws RulesException {
      follow(FollowRule.parse(expression));
      written.follow(expression);
      return this;
    }

    void follow(FollowRule rule) {
      follows.add(rule);
    }

    /**
     * JSON that scripts of rendered pages request and that leads on, one rule more for each call: a
     * regular expression that is to be found in its URL.
     */
    public Builder api(String pattern) throws RulesException {
      api(RegexQuery.pattern(pattern));
      written.api(pattern);
      return this;
    }

    void api(Pattern pattern) {
      apis.add(pattern);
    }

    /** The link to the next page of a list: the first that {@code expression} finds. */
    public Builder next(String expression) throws RulesException {
      next(FollowRule.parse(expression));
      written.next(expression);
      return this;
    }

    void next(FollowRule rule) {
      next = Optional.of(rule);
    }

    /** The parts of a page that are a record each; without it, a page is one record. */
    public Builder item(String expression) throws RulesException {
      item(Query.parse(expression));
      written.item(expression);
      return this;
    }

    void item(Query query) throws RulesException {
      query.checkFindsParts();
      item = Optional.of(query);
    }

    /**
     * A field as it is written at the command line: {@code DECLARATION=EXPRESSION}, such as {@code
     * price:number,strip(€)=.price}.
     */
    public Builder field(String written) throws RulesException {
      int equals = FieldDeclaration.end(written);
      if (equals < 0) {
        throw new RulesException(
            "'" + written + "' does not say where to find it; use NAME=EXPR such as title=h1");
      }
      return field(written.substring(0, equals), written.substring(equals + 1));
    }

    /**
     * A field, behind those before it.
     *
     * @param declaration its name; behind a colon, separated by commas, its deviations from the
     *     defaults: its type, {@code required}, {@code list}, and changes of its text such as
     *     {@code strip(€)}. As in {@code rank:number,required}
     */
    public Builder field(String declaration, String expression) throws RulesException {
      field(Field.parse(declaration, expression));
      written.field(declaration, expression);
      return this;
    }

    void field(Field field) throws RulesException {
      fields.put(unique(field).name(), field);
    }

    /**
     * The link in a record to its detail page, whose fields join the record: the first that {@code
     * expression} finds.
     */
    public Builder detail(String expression) throws RulesException {
      detail(FollowRule.parse(expression));
      written.detail(expression);
      return this;
    }

    void detail(FollowRule link) {
      detail = Optional.of(link);
    }

    /** A field of the detail page, written as {@link #field(String, String)}. */
    public Builder detailField(String declaration, String expression) throws RulesException {
      detailField(Field.parse(declaration, expression));
      written.detailField(declaration, expression);
      return this;
    }

    void detailField(Field field) throws RulesException {
      detailFields.put(unique(field).name(), field);
    }

    private Field unique(Field field) throws RulesException {
      if (fields.containsKey(field.name()) || detailFields.containsKey(field.name())) {
        throw new RulesException("there are two of this name; rename one").in(field.name());
      }
      return field;
    }

    void rendering(RenderRule.Way way) {
      rendering = Optional.of(way);
    }

    void option(String name, List<String> values) {
      options.put(name, values);
    }

    void checkDetail() throws RulesException {
      if (detail.isPresent() == detailFields.isEmpty()) {
        throw new RulesException(
            "detail needs a url and fields; write detail: {url: a, fields: {about: .about}}");
      }
    }

    /** The rules added up to now, for pages of one kind. */
    PageKind kind(Optional<Pattern> url) throws RulesException {
      checkDetail();
      List<Field> its = List.copyOf(detailFields.values());
      return new PageKind(
          url,
          follows,
          next,
          item,
          List.copyOf(fields.values()),
          apis,
          detail.map(link -> new DetailRule(link, its)),
          rendering);
    }

    /** The rules added up to now. */
    public ItemRules build() throws RulesException {
      return build(List.of(kind(Optional.empty())), List.of(written.json()));
    }

    ItemRules build(List<PageKind> kinds, List<String> lines) throws RulesException {
      if (kinds.stream().noneMatch(PageKind::hasFields)) {
        throw new RulesException("there is no field, so no record; name one, such as title: h1");
      }
      return new ItemRules(this, kinds, lines);
    }
  }
}
