package dev.arachne.options;

import dev.arachne.archive.WarcDigest;
import dev.arachne.frontier.PathBudget;
import dev.arachne.frontier.SyncBounds;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.pace.Throttling;
import dev.arachne.protocol.RequestField;
import dev.arachne.robots.Purpose;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of one crawl, in groups by subject. Immutable; {@link #crawlOf} gives every option
 * its default, which {@link OptionTable} has.
 *
 * @param seeds where the crawl starts
 * @param source where its answers come from
 * @param scope which URLs belong to it
 * @param politeness how hosts are treated
 * @param sites how sites identify the crawl
 * @param connections how connections are made
 * @param network how responses are fetched
 * @param render how pages are shown in a browser
 * @param limits how large the crawl may become
 * @param storage where it is kept
 * @param outputs the files and other outputs that it writes
 */
public record CrawlOptions(
    SeedOptions seeds,
    SourceOptions source,
    ScopeOptions scope,
    PolitenessOptions politeness,
    SiteOptions sites,
    ConnectionOptions connections,
    NetworkOptions network,
    RenderOptions render,
    LimitOptions limits,
    StorageOptions storage,
    OutputOptions outputs) {

  /** The User-Agent header of a crawl that names none. */
  public static final String DEFAULT_USER_AGENT = "arachne/0.1";

  /** The memory of a crawl that names none. */
  public static final long DEFAULT_MEMORY = 512L << 20;

  /** Less memory than this does not make a crawl. */
  public static final long LEAST_MEMORY = 64L << 20;

  /** A crawl from {@code roots}, its seeds, to get its other options before it is built. */
  public static Builder crawlOf(String... roots) {
    return crawlOf(Arrays.asList(roots));
  }

  /** A crawl from {@code roots}, its seeds, to get its other options before it is built. */
  public static Builder crawlOf(List<String> roots) {
    return new Builder().set(OptionTable.ROOTS, List.copyOf(roots));
  }

  /**
   * The options of the crawl that is kept in a directory, to be resumed: a builder, so that some
   * may be changed.
   *
   * @throws UsageException if no crawl is kept there, or its options are lost or damaged
   */
  public static Builder recordedIn(Path directory) throws UsageException, IOException {
    KeptOptions kept = OptionsFile.read(directory);
    try {
      return kept.values().builder().directory(directory);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          OptionsFile.path(directory).toString(), "has a value that cannot be: " + e.getMessage());
    }
  }

  /**
   * The use of sitemaps. By default the crawl follows them, unless its depth is bounded or it
   * follows no links: a sitemap does not give the depth of its pages.
   */
  public SitemapPolicy sitemaps() {
    if (source.captures() == CaptureChoice.ALL) {
      return SitemapPolicy.IGNORE; // All that belongs to it is known at its start.
    }
    boolean isWide =
        limits.maxDepth() == Integer.MAX_VALUE
            && !scope.follow().isEmpty()
            && scope.seeds() != SeedScope.PAGE;
    return scope.sitemaps().orElse(isWide ? SitemapPolicy.FOLLOW : SitemapPolicy.IGNORE);
  }

  /** Which pages are rendered. */
  public RenderPlan renderPlan() {
    return new RenderPlan(render.policy(), outputs.rules());
  }

  /** A builder that has these options, to change some. */
  public Builder changed() {
    var builder = new Builder();
    OptionTable.ALL.forEach(option -> builder.copy(option, this));
    return builder;
  }

  /**
   * Collects the options of a crawl. Each setter is called as the component of the record that the
   * option becomes. Not thread-safe.
   */
  public static final class Builder {
    private final Map<CrawlOption<?>, Object> values = new HashMap<>();

    private Builder() {}

    /** The present value of an option. */
    @SuppressWarnings("unchecked") // Only set puts values there.
    public <T> T get(CrawlOption<T> option) {
      Object value = values.get(option);
      return value == null ? option.usual() : (T) value;
    }

    /** Gives an option a value. */
    public <T> Builder set(CrawlOption<T> option, T value) {
      values.put(option, value);
      return this;
    }

    private <T> void copy(CrawlOption<T> option, CrawlOptions from) {
      set(option, option.of(from));
    }

    /** Answers from WARC files in place of the network, all of those below directories. */
    public Builder archives(List<Path> places) {
      return set(OptionTable.FROM, places);
    }

    /** Sets the time to which the answering capture of a URL is nearest. */
    public Builder at(Instant time) {
      return set(OptionTable.AT, Optional.of(time));
    }

    /** URLs that were visited last before this time are visited again. */
    public Builder revisitBefore(Instant time) {
      return set(OptionTable.REVISIT_BEFORE, Optional.of(time));
    }

    /** How many URLs are visited again, those first that are seen to change. */
    public Builder revisitMost(long urls) {
      return set(OptionTable.REVISIT_MOST, urls);
    }

    /** Which captures of the archive are visited. */
    public Builder captures(CaptureChoice choice) {
      return set(OptionTable.CAPTURES, choice);
    }

    public Builder scope(SeedScope scope) {
      return set(OptionTable.SCOPE, scope);
    }

    public Builder domains(List<String> domains) {
      return set(OptionTable.DOMAINS, domains);
    }

    public Builder excludedDomains(List<String> domains) {
      return set(OptionTable.EXCLUDED_DOMAINS, domains);
    }

    public Builder include(List<Pattern> include) {
      return set(OptionTable.INCLUDE, include);
    }

    public Builder exclude(List<Pattern> exclude) {
      return set(OptionTable.EXCLUDE, exclude);
    }

    public Builder follow(Set<LinkGroup> follow) {
      return set(OptionTable.FOLLOW, follow);
    }

    public Builder requisites(PageRequisites requisites) {
      return set(OptionTable.REQUISITES, requisites);
    }

    public Builder nofollow(NofollowPolicy nofollow) {
      return set(OptionTable.NOFOLLOW, nofollow);
    }

    public Builder sitemaps(SitemapPolicy policy) {
      return set(OptionTable.SITEMAPS, Optional.of(policy));
    }

    public Builder traps(TrapPolicy policy) {
      return set(OptionTable.TRAPS, policy);
    }

    public Builder softNotFound(SoftNotFoundPolicy policy) {
      return set(OptionTable.SOFT_NOT_FOUND, policy);
    }

    /** The handling of links to hosts outside of the crawl. */
    public Builder external(ExternalTargets external) {
      return set(OptionTable.EXTERNAL, external);
    }

    /** Sets the use of the pages; pages of sites that disallow it are skipped. */
    public Builder purpose(Purpose purpose) {
      return set(OptionTable.PURPOSE, Optional.of(purpose));
    }

    public Builder robots(RobotsPolicy robots) {
      return set(OptionTable.ROBOTS, robots);
    }

    public Builder delay(Duration delay) {
      return set(OptionTable.DELAY, delay);
    }

    public Builder maxCrawlDelay(Duration delay) {
      return set(OptionTable.MAX_CRAWL_DELAY, delay);
    }

    public Builder perHost(int fetches) {
      return set(OptionTable.PER_HOST, OptionalInt.of(fetches));
    }

    public Builder perAddress(int fetches) {
      return set(OptionTable.PER_IP, OptionalInt.of(fetches));
    }

    public Builder addressDelay(Duration delay) {
      return set(OptionTable.IP_DELAY, delay);
    }

    public Builder throttling(Throttling throttling) {
      return set(OptionTable.TEMPO, throttling);
    }

    public Builder maxTries(int tries) {
      return set(OptionTable.MAX_TRIES, tries);
    }

    public Builder patience(Duration time) {
      return set(OptionTable.PATIENCE, time);
    }

    public Builder cookies(CookiePolicy policy) {
      return set(OptionTable.COOKIES, policy);
    }

    public Builder loadCookies(Path file) {
      return set(OptionTable.LOAD_COOKIES, Optional.of(file));
    }

    public Builder saveCookies(Path file) {
      return set(OptionTable.SAVE_COOKIES, Optional.of(file));
    }

    public Builder headers(List<RequestField> fields) {
      return set(OptionTable.HEADERS, fields);
    }

    public Builder users(List<SiteUser> users) {
      return set(OptionTable.USERS, users);
    }

    public Builder netrc(Path file) {
      return set(OptionTable.NETRC, Optional.of(file));
    }

    public Builder proxies(List<SiteProxy> proxies) {
      return set(OptionTable.PROXIES, proxies);
    }

    public Builder direct(List<String> hosts) {
      return set(OptionTable.DIRECT, hosts);
    }

    public Builder addresses(AddressScope scope) {
      return set(OptionTable.ADDRESSES, scope);
    }

    public Builder signingKey(Path file) {
      return set(OptionTable.SIGNING_KEY, Optional.of(file));
    }

    public Builder agent(URI url) {
      return set(OptionTable.AGENT, Optional.of(url));
    }

    public Builder hostTable(Path file) {
      return set(OptionTable.HOST_TABLE, Optional.of(file));
    }

    public Builder clientCertificate(Path chain) {
      return set(OptionTable.CLIENT_CERTIFICATE, Optional.of(chain));
    }

    public Builder clientKey(Path key) {
      return set(OptionTable.CLIENT_KEY, Optional.of(key));
    }

    public Builder authorities(Path file) {
      return set(OptionTable.AUTHORITIES, Optional.of(file));
    }

    public Builder certificates(CertificatePolicy policy) {
      return set(OptionTable.CERTIFICATES, policy);
    }

    public Builder fixed(List<FixedAddresses> fixed) {
      return set(OptionTable.RESOLVE, fixed);
    }

    public Builder from(InetAddress address) {
      return set(OptionTable.BIND_ADDRESS, Optional.of(address));
    }

    public Builder http2(Http2 policy) {
      return set(OptionTable.HTTP, policy);
    }

    public Builder tasks(int tasks) {
      return set(OptionTable.TASKS, tasks);
    }

    public Builder loops(int loops) {
      return set(OptionTable.LOOPS, loops);
    }

    public Builder timeout(Duration timeout) {
      return set(OptionTable.TIMEOUT, timeout);
    }

    public Builder userAgent(String name) {
      return set(OptionTable.USER_AGENT, name);
    }

    /** Which pages are shown in a browser. */
    public Builder render(RenderPolicy policy) {
      return set(OptionTable.RENDER, policy);
    }

    /** Time that the scripts of a page get, by its own clock. */
    public Builder renderWait(Duration time) {
      return renderWait(new RenderWait.Time(time));
    }

    /** The end of the time that the scripts of a page get. */
    public Builder renderWait(RenderWait wait) {
      return set(OptionTable.RENDER_WAIT, wait);
    }

    /** Whether pages in a browser are scrolled, opened and clicked where that may show more. */
    public Builder renderInteraction(RenderInteraction interaction) {
      return set(OptionTable.RENDER_INTERACTION, interaction);
    }

    /** Pages that are shown at a time. */
    public Builder renderTabs(int tabs) {
      return set(OptionTable.RENDER_TABS, tabs);
    }

    public Builder browser(Path program) {
      return set(OptionTable.BROWSER, Optional.of(program));
    }

    public Builder browserSandbox(BrowserSandbox sandbox) {
      return set(OptionTable.BROWSER_SANDBOX, sandbox);
    }

    /** Saves a picture of each page that is shown in a browser, below this directory. */
    public Builder screenshots(Path directory) {
      return set(OptionTable.SCREENSHOT, Optional.of(directory));
    }

    /** Saves each page that is shown in a browser as a PDF file, below this directory. */
    public Builder pdfs(Path directory) {
      return set(OptionTable.PDF, Optional.of(directory));
    }

    public Builder maxDepth(int links) {
      return set(OptionTable.DEPTH, links);
    }

    public Builder maxPages(long urls) {
      return set(OptionTable.LIMIT, urls);
    }

    /** The crawl stops after this much time, all runs together. */
    public Builder maxTime(Duration time) {
      return set(OptionTable.MAX_TIME, Optional.of(time));
    }

    public Builder maxBytes(long bytes) {
      return set(OptionTable.MAX_BYTES, bytes);
    }

    public Builder maxErrors(long urls) {
      return set(OptionTable.MAX_ERRORS, urls);
    }

    public Builder budgets(List<PathBudget> budgets) {
      return set(OptionTable.BUDGETS, budgets);
    }

    public Builder maxRedirects(int redirects) {
      return set(OptionTable.MAX_REDIRECTS, redirects);
    }

    public Builder maxFileSize(long bytes) {
      return set(OptionTable.MAX_FILE_SIZE, bytes);
    }

    public Builder cutBodies(CutBodies cut) {
      return set(OptionTable.CUT_BODIES, cut);
    }

    public Builder limitRate(long bytesPerSecond) {
      return set(OptionTable.LIMIT_RATE, bytesPerSecond);
    }

    public Builder limitRatePerHost(long bytesPerSecond) {
      return set(OptionTable.LIMIT_RATE_PER_HOST, bytesPerSecond);
    }

    public Builder memory(long bytes) {
      return set(OptionTable.MEMORY, bytes);
    }

    public Builder directory(Path path) {
      return set(OptionTable.DIRECTORY, Optional.of(path));
    }

    public Builder existing(ExistingCrawlPolicy existing) {
      return set(OptionTable.EXISTING, existing);
    }

    public Builder syncTime(Duration time) {
      return set(OptionTable.SYNC, time);
    }

    public Builder syncCommits(int commits) {
      return set(OptionTable.SYNC_COMMITS, commits);
    }

    /** The files that get a line for each URL. */
    public Builder pages(Path... files) {
      return set(OptionTable.OUTPUT, List.of(files));
    }

    public Builder save(Path directory) {
      return set(OptionTable.SAVE, Optional.of(directory));
    }

    /** Archives all requests and responses in WARC files; needs a directory. */
    public Builder warc(Path directory) {
      return set(OptionTable.WARC, Optional.of(directory));
    }

    /** The same, in the directory {@code archive} in that of the crawl. */
    public Builder warc() {
      return warc(ArchiveOptions.OWN);
    }

    /** Bytes of a WARC file, after which the next one begins. */
    public Builder warcSize(long bytes) {
      return set(OptionTable.WARC_SIZE, bytes);
    }

    public Builder warcDigest(WarcDigest.Algorithm algorithm) {
      return set(OptionTable.WARC_DIGEST, algorithm);
    }

    /** Bytes of a payload from which it is archived once, and later as a revisit. */
    public Builder warcRevisitFrom(long bytes) {
      return set(OptionTable.WARC_REVISIT_FROM, bytes);
    }

    /** Responses that are not archived; that they came is. */
    public Builder warcSkip(List<ArchiveSkip> skipped) {
      return set(OptionTable.WARC_SKIP, skipped);
    }

    /**
     * Directories of crawls and CDXJ files: content that their archives have is not archived again.
     */
    public Builder dedup(List<Path> earlier) {
      return set(OptionTable.DEDUP, earlier);
    }

    public Builder rules(ItemRules rules) {
      return set(OptionTable.RULES, Optional.of(rules));
    }

    public Builder index(SearchIndex index) {
      return set(OptionTable.INDEX, index);
    }

    /** An endpoint in the form of OpenAI's, and its model, for vectors in the index. */
    public Builder embedding(URI endpoint, String model) {
      set(OptionTable.EMBEDDING, Optional.of(endpoint));
      return set(OptionTable.EMBEDDING_MODEL, Optional.of(model));
    }

    /** The file for the report of findings, written at the end. */
    public Builder report(Path file) {
      return set(OptionTable.REPORT, Optional.of(file));
    }

    /**
     * A directory that gets the pages as files of Markdown when the crawl ends; the crawl has to
     * have a directory of its own.
     */
    public Builder markdown(Path directory) {
      return set(OptionTable.MARKDOWN, Optional.of(directory));
    }

    public Builder order(ItemOrder order) {
      return set(OptionTable.ORDERED, order);
    }

    public Builder format(ItemFormat format) {
      return set(OptionTable.COLUMNS, format);
    }

    /** The files that get the records. */
    public Builder items(ItemFile... files) {
      return set(OptionTable.ITEMS, List.of(files));
    }

    /**
     * The options as set.
     *
     * @throws IllegalArgumentException if a value is out of its range; the message names the option
     */
    public CrawlOptions build() {
      OptionTable.OUTPUT.check(get(OptionTable.OUTPUT));
      OptionTable.ITEMS.check(get(OptionTable.ITEMS));
      List<SiteUser> users = new ArrayList<>();
      List<String> roots = new ArrayList<>();
      get(OptionTable.ROOTS).forEach(root -> roots.add(Seed.withoutUser(root, users::add)));
      users.addAll(get(OptionTable.USERS));
      return new CrawlOptions(
          new SeedOptions(roots, get(OptionTable.REVISIT_BEFORE), get(OptionTable.REVISIT_MOST)),
          new SourceOptions(get(OptionTable.FROM), get(OptionTable.AT), get(OptionTable.CAPTURES)),
          new ScopeOptions(
              get(OptionTable.SCOPE),
              get(OptionTable.DOMAINS),
              get(OptionTable.EXCLUDED_DOMAINS),
              get(OptionTable.INCLUDE),
              get(OptionTable.EXCLUDE),
              get(OptionTable.FOLLOW),
              get(OptionTable.REQUISITES),
              get(OptionTable.NOFOLLOW),
              get(OptionTable.SITEMAPS),
              get(OptionTable.SOFT_NOT_FOUND),
              get(OptionTable.TRAPS),
              get(OptionTable.EXTERNAL)),
          new PolitenessOptions(
              get(OptionTable.ROBOTS),
              get(OptionTable.PURPOSE),
              get(OptionTable.DELAY),
              get(OptionTable.MAX_CRAWL_DELAY),
              get(OptionTable.PER_HOST),
              get(OptionTable.PER_IP),
              get(OptionTable.IP_DELAY),
              get(OptionTable.TEMPO),
              get(OptionTable.MAX_TRIES),
              get(OptionTable.PATIENCE)),
          new SiteOptions(
              get(OptionTable.COOKIES),
              get(OptionTable.LOAD_COOKIES),
              get(OptionTable.SAVE_COOKIES),
              get(OptionTable.HEADERS),
              users,
              get(OptionTable.NETRC),
              get(OptionTable.PROXIES),
              get(OptionTable.DIRECT),
              get(OptionTable.ADDRESSES),
              get(OptionTable.SIGNING_KEY),
              get(OptionTable.AGENT),
              get(OptionTable.HOST_TABLE)),
          new ConnectionOptions(
              get(OptionTable.AUTHORITIES),
              get(OptionTable.CLIENT_CERTIFICATE),
              get(OptionTable.CLIENT_KEY),
              get(OptionTable.CERTIFICATES),
              get(OptionTable.RESOLVE),
              get(OptionTable.BIND_ADDRESS),
              get(OptionTable.HTTP)),
          new NetworkOptions(
              get(OptionTable.TASKS),
              get(OptionTable.LOOPS),
              get(OptionTable.TIMEOUT),
              get(OptionTable.USER_AGENT)),
          new RenderOptions(
              get(OptionTable.RENDER),
              get(OptionTable.RENDER_WAIT),
              get(OptionTable.RENDER_TABS),
              get(OptionTable.BROWSER),
              get(OptionTable.BROWSER_SANDBOX),
              get(OptionTable.RENDER_INTERACTION),
              get(OptionTable.SCREENSHOT),
              get(OptionTable.PDF)),
          new LimitOptions(
              get(OptionTable.DEPTH),
              get(OptionTable.LIMIT),
              get(OptionTable.MAX_TIME),
              get(OptionTable.MAX_BYTES),
              get(OptionTable.MAX_ERRORS),
              get(OptionTable.BUDGETS),
              get(OptionTable.MAX_REDIRECTS),
              get(OptionTable.MAX_FILE_SIZE),
              get(OptionTable.CUT_BODIES),
              get(OptionTable.LIMIT_RATE),
              get(OptionTable.LIMIT_RATE_PER_HOST),
              get(OptionTable.MEMORY)),
          new StorageOptions(get(OptionTable.DIRECTORY), get(OptionTable.EXISTING), syncBounds()),
          new OutputOptions(
              get(OptionTable.OUTPUT),
              get(OptionTable.SAVE),
              get(OptionTable.RULES),
              get(OptionTable.ORDERED),
              get(OptionTable.COLUMNS),
              get(OptionTable.ITEMS),
              archive(),
              get(OptionTable.INDEX),
              new EmbeddingOptions(get(OptionTable.EMBEDDING), get(OptionTable.EMBEDDING_MODEL)),
              get(OptionTable.REPORT),
              get(OptionTable.MARKDOWN),
              get(OptionTable.DASHBOARD)));
    }

    private ArchiveOptions archive() {
      OptionTable.WARC_SIZE.check(get(OptionTable.WARC_SIZE));
      OptionTable.WARC_REVISIT_FROM.check(get(OptionTable.WARC_REVISIT_FROM));
      return new ArchiveOptions(
          get(OptionTable.WARC),
          get(OptionTable.WARC_SIZE),
          get(OptionTable.WARC_DIGEST),
          get(OptionTable.WARC_REVISIT_FROM),
          get(OptionTable.WARC_SKIP),
          get(OptionTable.DEDUP));
    }

    private SyncBounds syncBounds() {
      OptionTable.SYNC.check(get(OptionTable.SYNC));
      OptionTable.SYNC_COMMITS.check(get(OptionTable.SYNC_COMMITS));
      return new SyncBounds(get(OptionTable.SYNC), get(OptionTable.SYNC_COMMITS));
    }
  }
}
