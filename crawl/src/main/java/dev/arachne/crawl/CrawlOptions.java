package dev.arachne.crawl;

import dev.arachne.frontier.SyncBounds;
import dev.arachne.frontier.Tempo;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What one crawl is asked to do. Immutable; {@link #crawlOf} gives every option its default.
 *
 * @param roots where the crawl starts, as a person types them: a URL, a URL without its scheme, or
 *     the path of a folder; at least one, none blank
 * @param hosts which hosts belong to the crawl
 * @param include a URL is fetched only if one of these is found in it; empty admits every URL.
 *     Roots are always admitted
 * @param exclude a URL in which one of these is found is not fetched; stronger than {@code include}
 * @param follow which links of a page become URLs of the crawl
 * @param maxDepth links from a root to a page at most; 0 fetches the roots alone
 * @param maxPages URLs fetched at most, from 1; {@link Long#MAX_VALUE} is no bound
 * @param robots whether robots rules are kept
 * @param nofollow whether links are left that a page asks robots not to follow
 * @param delay from one request to a host to the next at least; zero is none. A longer delay that
 *     the host's own rules ask for wins
 * @param tasks URLs worked on at a time at most, from 1; a URL whose host is silent or slow does
 *     not count while it waits
 * @param loops event loops, each a thread, on which pages are fetched and read, from 1; no more
 *     than {@code tasks} are of use, or started
 * @param perHost fetches from one host in flight at most, from 1; empty is {@code tasks} if all
 *     roots are on one host, and 1 if not
 * @param perAddress fetches from all hosts at one IP address in flight at most, from 1; empty is no
 *     bound if all roots are on one host, and 10 if not
 * @param maxCrawlDelay what a robots.txt that asks for a longer delay gets: a crawl has to end some
 *     day
 * @param addressDelay from one request to an IP address to the next at least; zero is none
 * @param tempo whether hosts are asked as fast as these bounds allow, or below them only as fast as
 *     each is seen to bear
 * @param maxRedirects redirects from a URL to the page it leads to at most; 0 follows none
 * @param maxTries attempts for a URL at most when the network fails, from 1
 * @param timeout how long a host may be silent, while connecting or replying, before the attempt
 *     has failed; more than zero
 * @param userAgent the User-Agent header; its first product token is the name that robots rules are
 *     asked for; visible ASCII, spaces only between
 * @param pages a file that gets one line of JSON for each URL as it is decided
 * @param save a directory that gets the bodies as files, under host and path
 * @param rules what to scrape; empty for a crawl that follows links and leaves no records, or whose
 *     scraper is a program ({@link Crawl#scrape})
 * @param order in what order records come
 * @param format how records become lines of {@code items}
 * @param items the file that gets the records; empty if a program takes them
 * @param directory where the crawl is kept, so that it can go on after whatever ends it; empty for
 *     a crawl in memory
 * @param existing what to do when a crawl is kept in that directory
 * @param memory bytes for what is known of URLs and hosts, for pages in flight, and for the store's
 *     caches; from 64 MiB. The JVM's heap has to be large enough: docs/memory.md
 * @param sync what a power cut may take from a crawl in a directory
 */
public record CrawlOptions(
    List<String> roots,
    HostScope hosts,
    List<Pattern> include,
    List<Pattern> exclude,
    Set<LinkGroup> follow,
    int maxDepth,
    long maxPages,
    RobotsObedience robots,
    NofollowPolicy nofollow,
    Duration delay,
    int tasks,
    int loops,
    OptionalInt perHost,
    OptionalInt perAddress,
    Duration maxCrawlDelay,
    Duration addressDelay,
    Tempo tempo,
    int maxRedirects,
    int maxTries,
    Duration timeout,
    String userAgent,
    Optional<Path> pages,
    Optional<Path> save,
    Optional<ItemRules> rules,
    ItemOrder order,
    ItemFormat format,
    Optional<ItemFile> items,
    Optional<Path> directory,
    OnExisting existing,
    long memory,
    SyncBounds sync) {

  /** The User-Agent header of a crawl that names none. */
  public static final String DEFAULT_USER_AGENT = "arachne/0.1";

  /** The memory of a crawl that names none. */
  public static final long DEFAULT_MEMORY = 512L << 20;

  /** Less memory than this does not make a crawl. */
  public static final long LEAST_MEMORY = 64L << 20;

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public CrawlOptions {
    roots = List.copyOf(roots);
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    follow = Set.copyOf(follow);
    check(!roots.isEmpty(), "a crawl needs a root");
    check(roots.stream().noneMatch(String::isBlank), "a root must not be blank");
    check(!follow.isEmpty(), "a crawl follows one group of links at least");
    check(maxDepth >= 0, "maxDepth must not be negative");
    check(maxPages >= 1, "maxPages must be 1 or more");
    check(!delay.isNegative(), "delay must not be negative");
    check(tasks >= 1, "tasks must be 1 or more");
    check(loops >= 1, "loops must be 1 or more");
    check(perHost.orElse(1) >= 1, "perHost must be 1 or more");
    check(perAddress.orElse(1) >= 1, "perAddress must be 1 or more");
    check(!maxCrawlDelay.isNegative(), "maxCrawlDelay must not be negative");
    check(!addressDelay.isNegative(), "addressDelay must not be negative");
    check(maxRedirects >= 0, "maxRedirects must not be negative");
    check(maxTries >= 1, "maxTries must be 1 or more");
    check(timeout.isPositive(), "timeout must be more than zero");
    check(memory >= LEAST_MEMORY, "memory must be 64 MiB or more");
    check(isHeaderText(userAgent), "userAgent must be visible ASCII, with spaces only between");
  }

  /** A crawl from {@code roots}, to be given its other options before it is built. */
  public static Builder crawlOf(String... roots) {
    return crawlOf(Arrays.asList(roots));
  }

  /** A crawl from {@code roots}, to be given its other options before it is built. */
  public static Builder crawlOf(List<String> roots) {
    return new Builder(roots);
  }

  /**
   * The options of the crawl that is kept in a directory, to be resumed: a builder, so that some
   * may be changed.
   *
   * @throws UsageException if no crawl is kept there, or its options are lost or damaged
   */
  public static Builder recordedIn(Path directory) throws UsageException, IOException {
    List<String> lines = CrawlDirectory.options(directory);
    try {
      return OptionsText.read(lines).directory(directory);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new UsageException(
          OptionsFile.path(directory).toString(), "has a value that cannot be: " + e.getMessage());
    }
  }

  /** The name by which robots rules know this crawler: the first product of its User-Agent. */
  public String robotsName() {
    int end = 0;
    while (end < userAgent.length() && "/ ".indexOf(userAgent.charAt(end)) < 0) {
      end++;
    }
    return userAgent.substring(0, end);
  }

  /**
   * Is {@code text} fit to be the value of a User-Agent header: visible ASCII, with spaces between
   * but not around it?
   */
  public static boolean isHeaderText(String text) {
    return !text.isEmpty()
        && text.equals(text.strip())
        && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  /** The same with other roots. */
  CrawlOptions withRoots(List<String> others) {
    return with(others, tasks);
  }

  /** The same with fewer or more fetches at a time. */
  CrawlOptions withTasks(int others) {
    return with(roots, others);
  }

  private CrawlOptions with(List<String> roots, int tasks) {
    return new CrawlOptions(
        roots,
        hosts,
        include,
        exclude,
        follow,
        maxDepth,
        maxPages,
        robots,
        nofollow,
        delay,
        tasks,
        loops,
        perHost,
        perAddress,
        maxCrawlDelay,
        addressDelay,
        tempo,
        maxRedirects,
        maxTries,
        timeout,
        userAgent,
        pages,
        save,
        rules,
        order,
        format,
        items,
        directory,
        existing,
        memory,
        sync);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * Collects the options of a crawl, each named as its component of {@link CrawlOptions}. Not
   * thread-safe.
   */
  public static final class Builder {
    private final List<String> roots;
    private HostScope hosts = HostScope.STRICT;
    private List<Pattern> include = List.of();
    private List<Pattern> exclude = List.of();
    private Set<LinkGroup> follow = EnumSet.of(LinkGroup.PAGES);
    private int maxDepth = Integer.MAX_VALUE;
    private long maxPages = Long.MAX_VALUE;
    private RobotsObedience robots = RobotsObedience.OBEY;
    private NofollowPolicy nofollow = NofollowPolicy.PAGES;
    private Duration delay = Duration.ZERO;
    private int tasks = 10;
    private int loops = 1;
    private OptionalInt perHost = OptionalInt.empty();
    private OptionalInt perAddress = OptionalInt.empty();
    private Duration maxCrawlDelay = Duration.ofSeconds(60);
    private Duration addressDelay = Duration.ZERO;
    private Tempo tempo = Tempo.ADAPTED;
    private int maxRedirects = 10;
    private int maxTries = 4;
    private Duration timeout = Duration.ofSeconds(30);
    private String userAgent = DEFAULT_USER_AGENT;
    private Optional<Path> pages = Optional.empty();
    private Optional<Path> save = Optional.empty();
    private Optional<ItemRules> rules = Optional.empty();
    private ItemOrder order = ItemOrder.ARRIVAL;
    private ItemFormat format = ItemFormat.jsonLines();
    private Optional<ItemFile> items = Optional.empty();
    private Optional<Path> directory = Optional.empty();
    private OnExisting existing = OnExisting.RESUME;
    private long memory = DEFAULT_MEMORY;
    private SyncBounds sync = SyncBounds.DEFAULT;

    private Builder(List<String> roots) {
      this.roots = roots;
    }

    public Builder hosts(HostScope hosts) {
      this.hosts = hosts;
      return this;
    }

    public Builder include(List<Pattern> include) {
      this.include = include;
      return this;
    }

    public Builder exclude(List<Pattern> exclude) {
      this.exclude = exclude;
      return this;
    }

    public Builder follow(Set<LinkGroup> follow) {
      this.follow = follow;
      return this;
    }

    public Builder maxDepth(int links) {
      maxDepth = links;
      return this;
    }

    public Builder maxPages(long urls) {
      maxPages = urls;
      return this;
    }

    public Builder robots(RobotsObedience robots) {
      this.robots = robots;
      return this;
    }

    public Builder nofollow(NofollowPolicy nofollow) {
      this.nofollow = nofollow;
      return this;
    }

    public Builder delay(Duration delay) {
      this.delay = delay;
      return this;
    }

    public Builder tasks(int tasks) {
      this.tasks = tasks;
      return this;
    }

    public Builder loops(int loops) {
      this.loops = loops;
      return this;
    }

    public Builder perHost(int fetches) {
      perHost = OptionalInt.of(fetches);
      return this;
    }

    public Builder perAddress(int fetches) {
      perAddress = OptionalInt.of(fetches);
      return this;
    }

    public Builder maxCrawlDelay(Duration delay) {
      maxCrawlDelay = delay;
      return this;
    }

    public Builder addressDelay(Duration delay) {
      addressDelay = delay;
      return this;
    }

    public Builder tempo(Tempo tempo) {
      this.tempo = tempo;
      return this;
    }

    public Builder maxRedirects(int redirects) {
      maxRedirects = redirects;
      return this;
    }

    public Builder maxTries(int tries) {
      maxTries = tries;
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    public Builder userAgent(String userAgent) {
      this.userAgent = userAgent;
      return this;
    }

    public Builder pages(Path file) {
      pages = Optional.of(file);
      return this;
    }

    public Builder save(Path directory) {
      save = Optional.of(directory);
      return this;
    }

    public Builder rules(ItemRules rules) {
      this.rules = Optional.of(rules);
      return this;
    }

    public Builder order(ItemOrder order) {
      this.order = order;
      return this;
    }

    public Builder format(ItemFormat format) {
      this.format = format;
      return this;
    }

    public Builder items(ItemFile file) {
      items = Optional.of(file);
      return this;
    }

    public Builder directory(Path path) {
      directory = Optional.of(path);
      return this;
    }

    public Builder existing(OnExisting existing) {
      this.existing = existing;
      return this;
    }

    public Builder memory(long bytes) {
      memory = bytes;
      return this;
    }

    public Builder syncTime(Duration time) {
      sync = new SyncBounds(time, sync.commits());
      return this;
    }

    public Builder syncCommits(int commits) {
      sync = new SyncBounds(sync.time(), commits);
      return this;
    }

    /**
     * The options so far.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public CrawlOptions build() {
      return new CrawlOptions(
          roots,
          hosts,
          include,
          exclude,
          follow,
          maxDepth,
          maxPages,
          robots,
          nofollow,
          delay,
          tasks,
          loops,
          perHost,
          perAddress,
          maxCrawlDelay,
          addressDelay,
          tempo,
          maxRedirects,
          maxTries,
          timeout,
          userAgent,
          pages,
          save,
          rules,
          order,
          format,
          items,
          directory,
          existing,
          memory,
          sync);
    }
  }
}
