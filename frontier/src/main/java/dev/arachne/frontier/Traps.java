package dev.arachne.frontier;

import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import dev.arachne.traps.PageSignature;
import dev.arachne.traps.PathParameters;
import dev.arachne.traps.PathVariants;
import dev.arachne.traps.TemplateYield;
import dev.arachne.traps.UrlTemplate;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/*
 * How a trap is recognized. Each page that is fetched has a content, a number; a content that its
 * host has had before brings nothing new. Pages of equal content have equal titles, so a new title
 * is enough on a large host: only the pages of an eighth of all titles are read to their end. The
 * pages of a template are counted. After eight in a row that bring nothing new, its other URLs are
 * held, that is, set aside when they have their turn. A page has also brought something if a new
 * page of another template was found on it, or behind its links. Lists may look the same, and lead
 * to pages that differ.
 *
 * Parameters are learnt from pairs of pages whose URLs differ in one parameter only. A URL is held
 * that has parameters that change nothing, if the URL without these is known or was fetched.
 *
 * When nothing else is to do, some of the held URLs are fetched all the same, spread over all of
 * them. Of a template it is half the square root of their number; of parameters it is as many as
 * that number has binary digits. If one of them brings something, or shows that a parameter
 * matters, all come back. If not, they are decided.
 *
 * A template that a change of the crawl opens is never barren, regardless of its pages.
 *
 * All of it is rows, which change in the commit of the verdict that they follow from. None of them
 * grows with its host.
 */
/** Learns which URLs of hosts bring nothing new, and holds them. Confined to its shard. */
final class Traps {
  /** The first number under which URLs are held, in place of the number of a change. */
  static final int FIRST = SetAsideRows.BUDGET + 1;

  /** URLs of a template that are fetched at least before it is closed. */
  private static final int LEAST_SAMPLES = 4;

  /** Pages from a new one back to those that led to it. */
  private static final int MOST_STEPS = 32;

  /**
   * New titles of a host after which titles suffice: a trap then costs eight times as many pages,
   * which is little for such a host.
   */
  private static final int TITLES_OF_LARGE_HOST = 256;

  /** The factor by which the number held has to grow before some are fetched again. */
  private static final int SAMPLED_AGAIN = 2;

  private final RowStore store;
  private final TrapPolicy policy;
  private final HostPartition share;
  private final Function<CrawlUrl, HostQueue> hosts;
  private final Predicate<CrawlUrl> isFound;

  /** The templates of URLs in flight, by their entries in the ledger. */
  private final Map<Long, UrlTemplate> templates = new HashMap<>();

  /** The number of URLs in flight of each, by host and template. */
  private final Map<Long, Integer> inFlight = new HashMap<>();

  private final TemplateYields yields;

  /** The last page on which a new one was found: most have the same. */
  private @Nullable Source lastSource;

  /** Templates that changes of the crawl open. */
  private Set<String> opened = Set.of();

  /**
   * The traps of a shard.
   *
   * @param isFound whether a URL was found
   */
  Traps(
      RowStore store,
      TrapPolicy policy,
      HostPartition share,
      Function<CrawlUrl, HostQueue> hosts,
      Predicate<CrawlUrl> isFound) {
    this.store = store;
    this.yields = new TemplateYields(store);
    this.policy = policy;
    this.share = share;
    this.hosts = hosts;
    this.isFound = isFound;
  }

  /**
   * The URLs held under a number: those of a template, or those with idle parameters.
   *
   * @param sampled how many were held when some of them were fetched last; 0 if none were
   */
  private record Holding(boolean isOfParameters, long host, String template, long sampled) {
    byte[] toBytes() {
      var row = new RowWriter().octet(isOfParameters ? 1 : 0).fixed(host).text(template);
      return row.number(sampled).toBytes();
    }

    static Holding read(byte[] value) {
      var row = new RowReader(value);
      return new Holding(row.octet() > 0, row.fixed(), row.text(), row.number());
    }

    Holding sampled(long held) {
      return new Holding(isOfParameters, host, template, held);
    }

    /** Whether the number held by now requires that some are fetched. */
    boolean isToSample(long held) {
      return sampled == 0 || held >= SAMPLED_AGAIN * sampled;
    }
  }

  /**
   * A page on which others were found.
   *
   * @param via the page on which it was found itself, if it had nothing new of its own; else null
   */
  private record Source(CrawlUrl url, long host, long template, @Nullable CrawlUrl via) {}

  /**
   * A page that was fetched, in the row of a title, of a content or of an identity.
   *
   * @param content empty if it was read no further than its title
   */
  private record Page(OptionalLong content, String place) {
    byte[] toBytes() {
      var row = new RowWriter().text(place);
      content.ifPresent(row::fixed);
      return row.toBytes();
    }

    static Page read(byte[] value) {
      var row = new RowReader(value);
      String place = row.text();
      return new Page(row.atEnd() ? OptionalLong.empty() : OptionalLong.of(row.fixed()), place);
    }

    boolean says(long its) {
      return content.isPresent() && content.getAsLong() == its;
    }
  }

  /**
   * The number under which a URL is held when it has its turn; 0 if it is to be fetched. Then it
   * counts as in flight until it has {@link #ended}.
   */
  int heldBy(QueueEntry entry, HostQueue host) {
    if (!isJudged(entry)) {
      return 0;
    }
    CrawlUrl url = entry.discovery().url();
    UrlTemplate template = UrlTemplate.of(url);
    Long place = host.key ^ template.key();
    int number = heldByParameters(url, template, host);
    if (number == 0) {
      TemplateYields.Yield yield = yields.of(host.key, template.key());
      TemplateYield its = yield.get();
      boolean isHeld = its.isBarren() || its.mayBeBarren(inFlight.getOrDefault(place, 0));
      if (isHeld && !opened.contains(template.toString())) {
        number = its.holding();
        if (number == 0) {
          number = newNumber(new Holding(false, host.key, template.toString(), 0));
          yield.become(its.heldAs(number));
        }
      }
    }
    number = number != 0 && store.get(admittedKey(url)) != null ? 0 : number;
    if (number == 0) {
      templates.put(entry.found(), template);
      inFlight.merge(place, 1, Integer::sum);
    }
    return number;
  }

  /** Whether the title of a URL in flight tells whether its page is new, for most pages. */
  boolean isTitleEnough(QueueEntry entry, HostQueue host) {
    UrlTemplate template = templates.get(entry.found());
    return template != null
        && host.titles >= TITLES_OF_LARGE_HOST
        && entry.discovery().url().query().isEmpty()
        && yields.of(host.key, template.key()).get().areTitlesEnough();
  }

  /** Records the end of the lease of a URL. */
  void ended(QueueEntry entry, HostQueue host) {
    UrlTemplate template = templates.remove(entry.found());
    if (template != null) {
      Long place = host.key ^ template.key();
      inFlight.computeIfPresent(place, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private int heldByParameters(CrawlUrl url, UrlTemplate template, HostQueue host) {
    if (url.query().isEmpty()) {
      return 0;
    }
    UrlTemplate path = template.ofPath();
    PathParameters its = parameters(host.key, path);
    List<String> idle = its.idle(url.query());
    if (idle.isEmpty()) {
      return 0;
    }
    CrawlUrl identity = identity(url, idle);
    if (identified(host.key, identity).isEmpty() && !isFound.test(identity)) {
      return 0;
    }
    if (its.holding() != 0) {
      return its.holding();
    }
    int number = newNumber(new Holding(true, host.key, path.toString(), 0));
    store.put(parametersKey(host.key, path), its.heldAs(number).toBytes());
    return number;
  }

  /** Takes in the verdict on a page; returns the notes of its visit without that of its content. */
  List<VisitNote> completed(
      QueueEntry entry, HostQueue host, Disposition.Final last, List<VisitNote> notes) {
    if (policy == TrapPolicy.IGNORE) {
      return notes;
    }
    @Nullable VisitNote signature = null;
    for (VisitNote note : notes) {
      signature = note.name().equals(PageSignature.NOTES) ? note : signature;
    }
    if (last instanceof Disposition.Moved && isJudged(entry)) {
      keepWay(entry.discovery());
    } else if (signature != null && entry.visit() == 1) {
      said(entry.discovery(), host, PageSignature.read(signature.bytes()));
    }
    if (signature == null || notes.size() == 1) {
      return signature == null ? notes : List.of();
    }
    List<VisitNote> others = new ArrayList<>(notes);
    others.remove(signature);
    return others;
  }

  private void said(Discovery page, HostQueue host, PageSignature said) {
    CrawlUrl url = page.url();
    UrlTemplate template = UrlTemplate.of(url);
    TemplateYields.Yield yield = yields.of(host.key, template.key());
    var own = new Page(said.content(), url.pathAndQuery());
    byte[] titleKey = FrontierKeys.trap('s', host.key, said.title());
    @Nullable Page titled = said.title() == 0 ? null : page(titleKey);
    boolean isTitleNew = said.title() != 0 && titled == null;
    boolean isUnclear = titled != null && (said.content().isEmpty() || titled.content().isEmpty());
    if (isTitleNew || isUnclear && said.content().isPresent()) {
      store.put(titleKey, own.toBytes());
    }
    host.titles += isTitleNew ? 1 : 0;
    @Nullable Page same = isTitleNew || isUnclear ? null : same(own, titled, host);
    if (isUnclear) {
      keepWay(page);
      yield.become(yield.get().unclear());
    } else if (same == null) {
      yield.become(yield.get().fresh(isTitleNew));
      credit(page.via(), host.key ^ template.key());
    } else {
      keepWay(page);
      yield.become(yield.get().repeated(url.pathAndQuery(), same.place()));
    }
    if (said.content().isPresent()) {
      learn(url, template.ofPath(), host.key, said.content().getAsLong());
    } else {
      store.put(identityKey(host.key, url), own.toBytes());
    }
  }

  /**
   * The first page with the content of one that has no title, or that of another page; if there is
   * none, null, and this page is it.
   */
  private @Nullable Page same(Page own, @Nullable Page titled, HostQueue host) {
    long content = own.content().orElseThrow();
    if (titled != null && titled.says(content)) {
      return titled;
    }
    byte[] contentKey = FrontierKeys.trap('c', host.key, content);
    @Nullable Page known = page(contentKey);
    if (known == null) {
      store.put(contentKey, own.toBytes());
    }
    return known;
  }

  private @Nullable Page page(byte[] key) {
    byte[] row = store.get(key);
    return row == null ? null : Page.read(row);
  }

  /**
   * Counts a new page for the template of the page on which it was found. Continues from there
   * while pages had nothing new of their own, or were redirects.
   */
  private void credit(@Nullable CrawlUrl first, long own) {
    CrawlUrl via = first;
    for (int steps = 0; via != null && share.has(via) && steps < MOST_STEPS; steps++) {
      Source last = lastSource;
      Source source = last != null && last.url().equals(via) ? last : source(via);
      lastSource = steps == 0 ? source : lastSource;
      TemplateYields.Yield yield = yields.of(source.host(), source.template());
      if (yield.get() != TemplateYield.NONE && (source.host() ^ source.template()) != own) {
        yield.become(yield.get().led());
      }
      via = source.via();
    }
  }

  /** A page that was fetched, and that had links; its verdict is final, and so is this. */
  private Source source(CrawlUrl url) {
    byte[] way = store.get(wayKey(url));
    @Nullable CrawlUrl via = way == null ? null : CrawlUrl.of(new RowReader(way).text());
    return new Source(url, hosts.apply(url).key, UrlTemplate.of(url).key(), via);
  }

  private void keepWay(Discovery page) {
    if (page.via() != null) {
      store.put(wayKey(page.url()), new RowWriter().text(page.via().toString()).toBytes());
    }
  }

  private void learn(CrawlUrl url, UrlTemplate path, long host, long content) {
    PathVariants before = variants(host, url);
    var page = new PathVariants.Variant(url.query(), content);
    store.put(variantsKey(host, url), before.with(page).toBytes());
    if (url.query().isEmpty() && before.variants().isEmpty()) {
      return; // As nearly all pages are.
    }
    PathParameters known = parameters(host, path);
    PathParameters then = known.with(url.path(), before, page);
    List<String> idle = then.idle(url.query());
    CrawlUrl identity = identity(url, idle);
    Optional<Page> same = identified(host, identity);
    if (same.isPresent() && same.get().content().isPresent() && !same.get().says(content)) {
      then = then.mattering(idle, same.get().place(), url.pathAndQuery());
    } else if (same.isEmpty() && !url.query().isEmpty()) {
      var first = new Page(OptionalLong.of(content), url.pathAndQuery());
      store.put(identityKey(host, identity), first.toBytes());
    }
    if (!then.equals(known)) {
      store.put(parametersKey(host, path), then.toBytes());
    }
  }

  /**
   * When nothing else is to do, has those held URLs come back that are to be fetched.
   *
   * @return whether any does; if not, the others may be decided
   */
  boolean returnSome(SetAsideRows setAside, Backlog backlog) {
    boolean someReturn = false;
    for (int number : setAside.numbersFrom(FIRST)) {
      Holding holding = holding(number);
      if (isOpen(holding)) {
        setAside.returnAll(number);
        put(number, holding.sampled(0));
        someReturn = true;
      } else {
        long held = setAside.count(number);
        boolean isToSample = holding.isToSample(held);
        List<QueueEntry> back =
            isToSample
                ? samples(holding, number, held, setAside)
                : unidentified(holding, number, setAside);
        back.forEach(entry -> admit(entry, backlog));
        if (isToSample) {
          put(number, holding.sampled(held));
        }
        someReturn |= !back.isEmpty();
      }
    }
    return someReturn;
  }

  /** Some of the held URLs, spread evenly over all. */
  private static List<QueueEntry> samples(
      Holding holding, int number, long held, SetAsideRows setAside) {
    long some = sampleSize(holding, held);
    long[] next = {0, 0}; // The number of a URL, and of a sample.
    return setAside.take(
        number,
        some,
        _ -> {
          boolean isNext = next[0]++ * some >= next[1] * held;
          next[1] += isNext ? 1 : 0;
          return isNext;
        });
  }

  /**
   * URLs whose page was not fetched under a plainer URL, unless their template is barren. It is one
   * of each page, since that may be the page of the others.
   */
  private List<QueueEntry> unidentified(Holding holding, int number, SetAsideRows setAside) {
    Set<CrawlUrl> chosen = new HashSet<>();
    return holding.isOfParameters()
        ? setAside.take(
            number,
            SetAsideRows.AT_ONCE,
            entry -> {
              CrawlUrl url = entry.discovery().url();
              return isWanted(holding, url) && chosen.add(identity(url, idle(holding, url)));
            })
        : List.of();
  }

  private List<String> idle(Holding holding, CrawlUrl url) {
    return parameters(holding.host(), UrlTemplate.of(url).ofPath()).idle(url.query());
  }

  private boolean isWanted(Holding holding, CrawlUrl url) {
    return identified(holding, url).isEmpty()
        && !isBarren(holding.host(), UrlTemplate.of(url).toString());
  }

  /** The page that a URL with idle parameters has, under a plainer URL; empty if none is known. */
  private Optional<Page> identified(Holding holding, CrawlUrl url) {
    List<String> idle = idle(holding, url);
    return idle.isEmpty() ? Optional.empty() : identified(holding.host(), identity(url, idle));
  }

  private static long sampleSize(Holding holding, long held) {
    return holding.isOfParameters()
        ? Long.SIZE - Long.numberOfLeadingZeros(held)
        : Math.max(LEAST_SAMPLES, (long) Math.sqrt(held) / 2);
  }

  private boolean isOpen(Holding holding) {
    return policy == TrapPolicy.IGNORE
        || (!holding.isOfParameters() && !isBarren(holding.host(), holding.template()));
  }

  private boolean isBarren(long host, String template) {
    return !opened.contains(template) && yieldOf(host, UrlTemplate.key(template)).isBarren();
  }

  /** Has URLs come back whose template is open by now, as far as that is known without a search. */
  void keep(Changes changes, SetAsideRows setAside) {
    opened = changes.opened();
    if (!opened.isEmpty()) {
      for (int number : setAside.numbersFrom(FIRST)) {
        Holding holding = holding(number);
        if (!holding.isOfParameters() && opened.contains(holding.template())) {
          setAside.returnAll(number);
          put(number, holding.sampled(0));
        }
      }
    }
  }

  /** Whether some of a template's URLs are held, or were skipped, since it brings nothing new. */
  boolean isClosed(String template) {
    boolean[] isClosed = {false};
    scanHoldings(its -> {
      TemplateYield yield = yieldOf(its.host(), UrlTemplate.key(template));
      isClosed[0] |= yield.holding() != 0 || yield.isBarren();
    });
    return isClosed[0];
  }

  /** Templates whose URLs are held, or were skipped, since they bring nothing new. */
  List<String> closed(int most) {
    Set<String> closed = new TreeSet<>();
    scanHoldings(its -> {
      if (closed.size() < most
          && !its.isOfParameters()
          && yieldOf(its.host(), UrlTemplate.key(its.template())).isBarren()) {
        closed.add(its.template());
      }
    });
    return List.copyOf(closed);
  }

  private void scanHoldings(Consumer<Holding> reader) {
    store.scan(
        FrontierKeys.trap('h', 0, 0),
        FrontierKeys.trap('i', 0, 0),
        row -> reader.accept(Holding.read(row.value())));
  }

  /** The verdict on a held URL that is not fetched. */
  Disposition.Dropped decide(SetAsideRows.Row row) {
    CrawlUrl url = row.entry().discovery().url();
    Holding holding = holding(row.change());
    UrlTemplate template = UrlTemplate.of(url);
    Optional<Page> page = holding.isOfParameters() ? identified(holding, url) : Optional.empty();
    if (page.isEmpty()) {
      String why = yieldOf(holding.host(), template.key()).text(template.toString());
      return new Disposition.Dropped(DropReason.TRAP, why);
    }
    PathParameters its = parameters(holding.host(), template.ofPath());
    return new Disposition.Dropped(
        DropReason.SAME_PAGE, page.get().place() + ": " + its.text(its.idle(url.query())));
  }

  /** Has a URL come back, which is not held again. */
  private void admit(QueueEntry entry, Backlog backlog) {
    CrawlUrl url = entry.discovery().url();
    store.put(admittedKey(url), new byte[0]);
    backlog.add(hosts.apply(url), entry);
  }

  private boolean isJudged(QueueEntry entry) {
    return policy != TrapPolicy.IGNORE
        && entry.visit() == 1
        && entry.discovery().via() != null
        && entry.discovery().priority() == Priority.PAGES;
  }

  private int newNumber(Holding holding) {
    byte[] last = store.get(FrontierKeys.trap('n', 0, 0));
    int number = last == null ? FIRST : (int) new RowReader(last).number() + 1;
    store.put(FrontierKeys.trap('n', 0, 0), new RowWriter().number(number).toBytes());
    put(number, holding);
    return number;
  }

  private void put(int number, Holding holding) {
    store.put(FrontierKeys.trap('h', number, 0), holding.toBytes());
  }

  private Holding holding(int number) {
    byte[] row = store.get(FrontierKeys.trap('h', number, 0));
    if (row == null) {
      throw StoreException.damaged(
          "what is held as " + number, new IllegalArgumentException("it has no row"));
    }
    return Holding.read(row);
  }

  private TemplateYield yieldOf(long host, long template) {
    return yields.of(host, template).get();
  }

  /** Puts the changes into the store, to be committed with the rest. */
  void flush() {
    yields.flush();
  }

  private PathParameters parameters(long host, UrlTemplate path) {
    byte[] row = store.get(parametersKey(host, path));
    return row == null ? PathParameters.NONE : PathParameters.read(row);
  }

  /** The page that was fetched at a URL, or at one that differs in idle parameters. */
  private Optional<Page> identified(long host, CrawlUrl identity) {
    if (identity.query().isEmpty()) {
      OptionalLong plain = variants(host, identity).plain();
      if (plain.isPresent()) {
        return Optional.of(new Page(plain, identity.path()));
      }
    }
    return Optional.ofNullable(page(identityKey(host, identity)));
  }

  /** A URL without parameters that change nothing. */
  private static CrawlUrl identity(CrawlUrl url, List<String> idle) {
    return idle.isEmpty()
        ? url
        : CrawlUrl.of(url.origin() + url.path() + PathParameters.without(url.query(), idle));
  }

  private PathVariants variants(long host, CrawlUrl url) {
    byte[] row = store.get(variantsKey(host, url));
    return row == null ? PathVariants.NONE : PathVariants.read(row);
  }

  private static byte[] variantsKey(long host, CrawlUrl url) {
    CrawlUrl path = url.query().isEmpty() ? url : CrawlUrl.of(url.origin() + url.path());
    return FrontierKeys.trap('v', host, path.fingerprint().high());
  }

  private static byte[] parametersKey(long host, UrlTemplate path) {
    return FrontierKeys.trap('p', host, path.key());
  }

  private static byte[] identityKey(long host, CrawlUrl identity) {
    return FrontierKeys.trap('i', host, identity.fingerprint().high());
  }

  private static byte[] admittedKey(CrawlUrl url) {
    Fingerprint its = url.fingerprint();
    return FrontierKeys.trap('x', its.high(), its.low());
  }

  private static byte[] wayKey(CrawlUrl url) {
    Fingerprint its = url.fingerprint();
    return FrontierKeys.trap('r', its.high(), its.low());
  }
}
