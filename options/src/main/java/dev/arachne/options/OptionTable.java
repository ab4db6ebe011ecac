package dev.arachne.options;

import dev.arachne.archive.WarcDigest;
import dev.arachne.frontier.PathBudget;
import dev.arachne.frontier.SyncBounds;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.options.CrawlOption.Row;
import dev.arachne.options.CrawlOption.Section;
import dev.arachne.options.OptionSwitch.Form;
import dev.arachne.options.OptionSwitch.Verb;
import dev.arachne.pace.Tempo;
import dev.arachne.protocol.RequestField;
import dev.arachne.robots.Purpose;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All options of crawls: the one place where an option has its name, type, range, default and help.
 * The command line, help, the options that a crawl's directory keeps, the differences at a resume,
 * what the ledger tells of a process, and {@code docs/options.md} are made from it.
 *
 * <p>An option is a row here, a component of the record that its row gets it from, a setter of
 * {@link CrawlOptions.Builder} for programs, and whatever it is for. The order of the rows is that
 * of help. The table is long so that it can be read as a whole.
 */
public final class OptionTable {
  private static final List<CrawlOption<?>> ROWS = new ArrayList<>();

  // Where to start.

  public static final CrawlOption<List<String>> ROOTS =
      add(
          row(Section.START, "roots", OptionType.texts(), List.of(), o -> o.seeds().roots())
              .special(
                  "",
                  "ROOT",
                  Form.VALUES,
                  "Where to start: a URL (http:// may be left out), or a folder with a static site,"
                      + " served on the loopback interface while the crawl lasts. A scrape may"
                      + " leave it out if its rules name a start.")
              .on(Verb.CRAWL, Verb.SCRAPE)
              .special(
                  "-i --input-file",
                  "FILE",
                  Form.VALUE,
                  "More roots, one a line; empty lines and those that begin with # do not count."
                      + " - is standard input.")
              .on(Verb.CRAWL));

  public static final CrawlOption<List<Path>> FROM =
      add(
          row(Section.START, "from", OptionType.places(), List.of(), o -> o.source().archives())
              .values(
                  "--from",
                  "FILE|DIR",
                  "Crawl what a web archive has in place of the network: a WARC file, or all WARC"
                      + " files below a directory. A ROOT may be left out then:"
                      + " docs/archive.md.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<Optional<Instant>> AT =
      add(
          row(
                  Section.START,
                  "at",
                  OptionType.optional(OptionType.moment()),
                  Optional.empty(),
                  o -> o.source().at())
              .usually("the latest")
              .value(
                  "--at",
                  "DATE",
                  "Of several captures in the archive of --from, take the one nearest to DATE, as"
                      + " in 2026-11 or 2026-11-23T21:00:00Z.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<CaptureChoice> CAPTURES =
      add(
          row(
                  Section.START,
                  "captures",
                  OptionType.choice(CaptureChoice.class),
                  CaptureChoice.REACHED,
                  o -> o.source().captures())
              .flag(
                  "--all-captures",
                  CaptureChoice.ALL,
                  "Visit each capture in the archive of --from, several of a URL in turn, and"
                      + " nothing else.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<Optional<Instant>> REVISIT_BEFORE =
      add(
          row(
                  Section.START,
                  "revisit-before",
                  OptionType.optional(OptionType.moment()),
                  Optional.empty(),
                  o -> o.seeds().revisitBefore())
              .usually("never")
              .value(
                  "--revisit-before",
                  "DATE",
                  "Visit again each URL that was visited last before DATE, as in 2026-11 or"
                      + " 2026-11-23T21:00:00Z. arachne recrawl does so with all.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Long> REVISIT_MOST =
      add(
          row(
                  Section.START,
                  "revisit-most",
                  OptionType.longOrUnbounded(1),
                  Long.MAX_VALUE,
                  o -> o.seeds().revisitMost())
              .usually("all")
              .value(
                  "--revisit-most",
                  "N",
                  "Of the URLs that may be visited again, visit N: those of which a visit is worth"
                      + " most, by how often they were seen to change.")
              .on(Verb.CRAWL, Verb.RESUME));

  // What to scrape.

  public static final CrawlOption<Optional<ItemRules>> RULES =
      add(
          row(
                  Section.SCRAPING,
                  "rules",
                  OptionType.optional(OptionType.rules()),
                  Optional.empty(),
                  o -> o.outputs().rules())
              .special(
                  "-r --rules",
                  "FILE",
                  Form.VALUE,
                  "The rules in a file, in YAML or JSON: docs/scraping.md.")
              .on(Verb.SCRAPE)
              .special(
                  "--item", "EXPR", Form.VALUE, "What on a page is a record. Default: the page.")
              .on(Verb.SCRAPE)
              .special(
                  "--field",
                  "NAME[:WORD,...]=EXPR",
                  Form.VALUES,
                  "A field of a record. A WORD is its type (string, number, number(,), date,"
                      + " date(PATTERN), url), or required, or list.")
              .on(Verb.SCRAPE)
              .special(
                  "--next",
                  "EXPR",
                  Form.VALUE,
                  "The link to the next page of a list. --depth does not count it.")
              .on(Verb.SCRAPE)
              .special(
                  "--follow",
                  "EXPR",
                  Form.VALUES,
                  "Links to follow; pattern:REGEX for those in whose URL REGEX is found.")
              .on(Verb.SCRAPE));

  // What belongs to the crawl.

  public static final CrawlOption<Integer> DEPTH =
      add(
          row(
                  Section.SCOPE,
                  "depth",
                  OptionType.countOrUnbounded(0),
                  Integer.MAX_VALUE,
                  o -> o.limits().maxDepth())
              .usually("no bound")
              .value(
                  "--depth -l --level",
                  "N",
                  "Follow at most N links from a root; 0 fetches the roots alone."));

  public static final CrawlOption<Long> LIMIT =
      add(
          row(
                  Section.SCOPE,
                  "limit",
                  OptionType.longOrUnbounded(1),
                  Long.MAX_VALUE,
                  o -> o.limits().maxPages())
              .changeable()
              .usually("no bound")
              .value("--limit", "N", "Stop after N URLs."));

  public static final CrawlOption<Optional<Duration>> MAX_TIME =
      add(
          row(
                  Section.SCOPE,
                  "max-time",
                  OptionType.optional(OptionType.positiveTime()),
                  Optional.empty(),
                  o -> o.limits().maxTime())
              .changeable()
              .usually("no bound")
              .value("--max-time", "TIME", "Stop after TIME of crawling, all runs together."));

  public static final CrawlOption<Long> MAX_BYTES =
      add(
          row(
                  Section.SCOPE,
                  "max-bytes",
                  OptionType.sizeOrUnbounded(),
                  Long.MAX_VALUE,
                  o -> o.limits().maxBytes())
              .changeable()
              .usually("no bound")
              .value(
                  "--max-bytes -Q --quota",
                  "SIZE",
                  "Stop once bodies of SIZE have been received, all runs together; 0 is no bound."));

  public static final CrawlOption<Long> MAX_ERRORS =
      add(
          row(
                  Section.SCOPE,
                  "max-errors",
                  OptionType.longOrUnbounded(1),
                  Long.MAX_VALUE,
                  o -> o.limits().maxErrors())
              .changeable()
              .usually("no bound")
              .value(
                  "--max-errors",
                  "N",
                  "Stop once N URLs have failed. An answer, such as 404 or 500, is not a failure."));

  public static final CrawlOption<List<PathBudget>> BUDGETS =
      add(
          row(Section.SCOPE, "budget", OptionType.budgets(), List.of(), o -> o.limits().budgets())
              .changeable()
              .values(
                  "--budget",
                  "[HOST]/PATH=N",
                  "Fetch at most N pages of a host whose paths begin with /PATH, as in /blog/=100;"
                      + " several, each about a path of its own."));

  public static final CrawlOption<List<Pattern>> INCLUDE =
      add(
          row(Section.SCOPE, "include", OptionType.patterns(), List.of(), o -> o.scope().include())
              .values(
                  "--include --accept-regex",
                  "REGEX",
                  "Fetch only URLs in which REGEX is found. Several: one of them."));

  public static final CrawlOption<List<Pattern>> EXCLUDE =
      add(
          row(Section.SCOPE, "exclude", OptionType.patterns(), List.of(), o -> o.scope().exclude())
              .values(
                  "--exclude --reject-regex",
                  "REGEX",
                  "Do not fetch URLs in which REGEX is found. Wins over --include."));

  public static final CrawlOption<SeedScope> SCOPE =
      add(
          row(
                  Section.SCOPE,
                  "scope",
                  OptionType.choice(SeedScope.class),
                  SeedScope.HOST,
                  o -> o.scope().seeds())
              .value(
                  "--scope --scopeType",
                  "SCOPE",
                  "Which URLs to fetch: page (the seeds alone), prefix (below the directory of a"
                      + " seed), host (the host and port of a seed, with and without www),"
                      + " subdomains (that host and all below it), domain (all hosts of its"
                      + " registrable domain) or any.")
              .flag("--strict", SeedScope.HOST, "The same as --scope host.")
              .flag("--lenient", SeedScope.DOMAIN, "The same as --scope domain."));

  public static final CrawlOption<List<String>> DOMAINS =
      add(
          row(
                  Section.SCOPE,
                  "domains",
                  new TextTypes.Domains(),
                  List.of(),
                  o -> o.scope().domains())
              .values(
                  "-D --domains",
                  "DOMAIN,...",
                  "Also fetch URLs of these domains and of all hosts below them; with --scope any,"
                      + " no others."));

  public static final CrawlOption<List<String>> EXCLUDED_DOMAINS =
      add(
          row(
                  Section.SCOPE,
                  "exclude-domains",
                  new TextTypes.Domains(),
                  List.of(),
                  o -> o.scope().excludedDomains())
              .values(
                  "--exclude-domains",
                  "DOMAIN,...",
                  "Do not fetch URLs of these domains or of hosts below them. Wins over --scope and"
                      + " --domains."));

  public static final CrawlOption<Set<LinkGroup>> FOLLOW =
      add(
          row(
                  Section.SCOPE,
                  "follow",
                  OptionType.choices(LinkGroup.class),
                  Set.of(LinkGroup.PAGES),
                  o -> o.scope().follow())
              .lists("--follow", "KIND", "Links to follow, separated by commas.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<PageRequisites> REQUISITES =
      add(
          row(
                  Section.SCOPE,
                  "page-requisites",
                  OptionType.choice(PageRequisites.class),
                  PageRequisites.LEAVE,
                  o -> o.scope().requisites())
              .flag(
                  "-p --page-requisites",
                  PageRequisites.FETCH,
                  "Also fetch what fetched pages need to be shown (styles, icons, images, media,"
                      + " scripts), from any host and beyond --depth.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<SitemapPolicy>> SITEMAPS =
      add(
          row(
                  Section.SCOPE,
                  "sitemaps",
                  OptionType.optional(OptionType.choice(SitemapPolicy.class)),
                  Optional.empty(),
                  o -> o.scope().sitemaps())
              .usually("follow; with --depth or without links to follow, ignore")
              .value(
                  "--sitemaps",
                  "WHAT",
                  "Fetch what the sitemaps of a host list, those that robots.txt names or else"
                      + " /sitemap.xml: beside links (follow), in place of links (only), or not"
                      + " (ignore)."));

  public static final CrawlOption<SoftNotFoundPolicy> SOFT_NOT_FOUND =
      add(
          row(
                  Section.SCOPE,
                  "soft-not-found",
                  OptionType.choice(SoftNotFoundPolicy.class),
                  SoftNotFoundPolicy.IGNORE,
                  o -> o.scope().softNotFound())
              .value(
                  "--soft-not-found",
                  "WHAT",
                  "Ask each host for up to five pages that are not there, and skip pages that are"
                      + " answered as these are (name), or do not (ignore)."));

  public static final CrawlOption<TrapPolicy> TRAPS =
      add(
          row(
                  Section.SCOPE,
                  "traps",
                  OptionType.choice(TrapPolicy.class),
                  TrapPolicy.IGNORE,
                  o -> o.scope().traps())
              .changeable()
              .value(
                  "--traps",
                  "WHAT",
                  "Leave out URLs whose likes bring nothing new, such as calendars and sessions,"
                      + " and those that differ from others in parameters that change nothing"
                      + " (close), or do not (ignore): docs/traps.md."));

  public static final CrawlOption<ExternalTargets> EXTERNAL =
      add(
          row(
                  Section.SCOPE,
                  "external",
                  OptionType.choice(ExternalTargets.class),
                  ExternalTargets.LEAVE,
                  o -> o.scope().external())
              .changeable()
              .flag(
                  "--check-external",
                  ExternalTargets.CHECK,
                  "Ask the targets of links that leave the hosts of the crawl whether they are"
                      + " there, each once, by HEAD, and by GET if that fails."));

  // How hosts are treated.

  public static final CrawlOption<Duration> DELAY =
      add(
          row(
                  Section.MANNERS,
                  "delay",
                  OptionType.time(),
                  Duration.ZERO,
                  o -> o.politeness().delay())
              .changeable()
              .inLedger()
              .usually("0, or what its robots.txt asks for")
              .value(
                  "--delay -w --wait",
                  "TIME",
                  "From one request to a host to the next, at least."));

  public static final CrawlOption<Duration> MAX_CRAWL_DELAY =
      add(
          row(
                  Section.MANNERS,
                  "max-crawl-delay",
                  OptionType.time(),
                  Duration.ofSeconds(60),
                  o -> o.politeness().maxCrawlDelay())
              .changeable()
              .inLedger()
              .value(
                  "--max-crawl-delay",
                  "TIME",
                  "What a robots.txt that asks for a longer delay gets."));

  public static final CrawlOption<OptionalInt> PER_HOST =
      add(
          row(
                  Section.MANNERS,
                  "per-host",
                  OptionType.optionalCount(1),
                  OptionalInt.empty(),
                  o -> o.politeness().perHost())
              .changeable()
              .inLedger()
              .usually("--tasks if all roots are on one host, else 1")
              .value("--per-host", "N", "Fetches from one host at a time, at most."));

  public static final CrawlOption<OptionalInt> PER_IP =
      add(
          row(
                  Section.MANNERS,
                  "per-ip",
                  OptionType.optionalCount(1),
                  OptionalInt.empty(),
                  o -> o.politeness().perAddress())
              .changeable()
              .inLedger()
              .usually("no bound if all roots are on one host, else 10")
              .value(
                  "--per-ip",
                  "N",
                  "Fetches from one IP address at a time, at most, whatever hosts are there."));

  public static final CrawlOption<Duration> IP_DELAY =
      add(
          row(
                  Section.MANNERS,
                  "ip-delay",
                  OptionType.time(),
                  Duration.ZERO,
                  o -> o.politeness().addressDelay())
              .changeable()
              .inLedger()
              .usually("0")
              .value(
                  "--ip-delay",
                  "TIME",
                  "From one request to an IP address to the next, at least."));

  public static final CrawlOption<Tempo> TEMPO =
      add(
          row(
                  Section.MANNERS,
                  "tempo",
                  OptionType.choice(Tempo.class),
                  Tempo.ADAPTED,
                  o -> o.politeness().tempo())
              .changeable()
              .flag(
                  "--no-adapt",
                  Tempo.FIXED,
                  "Ask as fast as these bounds allow. Default: below them, only as fast as a host"
                      + " is seen to bear."));

  public static final CrawlOption<RobotsObedience> ROBOTS =
      add(
          row(
                  Section.MANNERS,
                  "robots",
                  OptionType.choice(RobotsObedience.class),
                  RobotsObedience.OBEY,
                  o -> o.politeness().robots())
              .inLedger()
              .flag(
                  "--ignore-robots",
                  RobotsObedience.IGNORE,
                  "Do not ask for robots.txt. For sites of your own."));

  public static final CrawlOption<Optional<Purpose>> PURPOSE =
      add(
          row(
                  Section.MANNERS,
                  "purpose",
                  OptionType.optional(OptionType.choice(Purpose.class)),
                  Optional.empty(),
                  o -> o.politeness().purpose())
              .inLedger()
              .value(
                  "--purpose",
                  "WHAT",
                  "What the pages are for: search, ai-input, ai-train or archive. Pages of which"
                      + " their site says that they are not for it are left: by Content-Usage and"
                      + " Content-Signal, in robots.txt or as headers, and by noindex, noai and"
                      + " noarchive."));

  public static final CrawlOption<NofollowPolicy> NOFOLLOW =
      add(
          row(
                  Section.MANNERS,
                  "nofollow",
                  OptionType.choice(NofollowPolicy.class),
                  NofollowPolicy.PAGES,
                  o -> o.scope().nofollow())
              .value(
                  "--nofollow",
                  "WHAT",
                  "Leave the links of pages that ask for it by meta robots or X-Robots-Tag (pages),"
                      + " links with rel=nofollow too (links), or none (ignore)."));

  public static final CrawlOption<String> USER_AGENT =
      add(
          row(
                  Section.MANNERS,
                  "user-agent",
                  OptionType.userAgent(),
                  CrawlOptions.DEFAULT_USER_AGENT,
                  o -> o.network().userAgent())
              .changeable()
              .inLedger()
              .value(
                  "--user-agent -U -A",
                  "NAME",
                  "The User-Agent header. Its first word is the name that is looked for in"
                      + " robots.txt."));

  // By what sites know the crawl.

  public static final CrawlOption<CookiePolicy> COOKIES =
      add(
          row(
                  Section.SITES,
                  "cookies",
                  OptionType.choice(CookiePolicy.class),
                  CookiePolicy.KEEP,
                  o -> o.sites().cookies())
              .changeable()
              .flag(
                  "--no-cookies",
                  CookiePolicy.IGNORE,
                  "Neither keep cookies nor send them. Default: cookies are kept with the crawl,"
                      + " and sent back where they belong."));

  public static final CrawlOption<Optional<Path>> LOAD_COOKIES =
      add(
          row(
                  Section.SITES,
                  "load-cookies",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.sites().loadCookies())
              .ofAStart()
              .value(
                  "--load-cookies",
                  "FILE",
                  "Begin with the cookies in FILE, in the format of Netscape, as browsers, curl and"
                      + " wget write it."));

  public static final CrawlOption<Optional<Path>> SAVE_COOKIES =
      add(
          row(
                  Section.SITES,
                  "save-cookies",
                  OptionType.optional(OptionType.target()),
                  Optional.empty(),
                  o -> o.sites().saveCookies())
              .changeable()
              .value(
                  "--save-cookies",
                  "FILE",
                  "At the end write all cookies to FILE, in that format; nobody else may read"
                      + " it."));

  public static final CrawlOption<List<RequestField>> HEADERS =
      add(
          row(Section.SITES, "header", OptionType.headers(), List.of(), o -> o.sites().headers())
              .secret()
              .values(
                  "-H --header",
                  "FIELD",
                  "A header \"Name: value\" of all requests, in place of the usual one."
                      + " Authorization and Cookie go to the origins of the roots alone. It is"
                      + " written nowhere; to go on, type it again."));

  public static final CrawlOption<List<SiteUser>> USERS =
      add(
          row(Section.SITES, "user", OptionType.users(), List.of(), o -> o.sites().users())
              .secret()
              .values(
                  "-u --user",
                  "USER:PASSWORD",
                  "For the origins of the roots, when they ask for it by Basic or Digest. A root"
                      + " can hold its own: http://USER:PASSWORD@HOST/. It is written nowhere; to"
                      + " go on, type it again."));

  public static final CrawlOption<Optional<Path>> NETRC =
      add(
          row(
                  Section.SITES,
                  "netrc",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.sites().netrc())
              .changeable()
              .flag(
                  "-n --netrc",
                  Optional.of(Path.of(System.getProperty("user.home", ""), ".netrc")),
                  "Users and passwords of hosts are in ~/.netrc, which is read at each start.")
              .value("--netrc-file", "FILE", "They are in FILE."));

  public static final CrawlOption<List<SiteProxy>> PROXIES =
      add(
          row(Section.SITES, "proxy", OptionType.proxies(), List.of(), o -> o.sites().proxies())
              .secret()
              .usually("what http_proxy, HTTPS_PROXY and ALL_PROXY say")
              .values(
                  "-x --proxy",
                  "PROXY",
                  "[http://|socks5://][USER:PASSWORD@]HOST[:PORT]; @FILE for those in its"
                      + " lines. Several are taken in turn, a connection each; one that cannot be"
                      + " reached is left out for a while. Names are looked up there. It is written"
                      + " nowhere; to go on, type it again."));

  public static final CrawlOption<List<String>> DIRECT =
      add(
          row(Section.SITES, "no-proxy", OptionType.words(), List.of(), o -> o.sites().direct())
              .changeable()
              .usually("what NO_PROXY says")
              .values(
                  "--no-proxy --noproxy",
                  "HOST,...",
                  "Hosts, and those below them, that are asked without a proxy; also networks such"
                      + " as 10.0.0.0/8; * for all."));

  public static final CrawlOption<AddressScope> ADDRESSES =
      add(
          row(
                  Section.SITES,
                  "addresses",
                  OptionType.choice(AddressScope.class),
                  AddressScope.PUBLIC,
                  o -> o.sites().addresses())
              .changeable()
              .flag(
                  "--allow-private",
                  AddressScope.ANY,
                  "Links and redirects may lead to private and local addresses. Default: only roots"
                      + " may, to those that they name."));

  public static final CrawlOption<Optional<Path>> HOST_TABLE =
      add(
          row(
                  Section.SITES,
                  "host-table",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.sites().hosts())
              .changeable()
              .value(
                  "--hosts",
                  "FILE",
                  "What is otherwise at single hosts (delay, headers, user, proxy, login by a form)"
                      + " is in FILE, which is read at each start: docs/hosts.md."));

  public static final CrawlOption<Optional<Path>> SIGNING_KEY =
      add(
          row(
                  Section.SITES,
                  "sign",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.sites().signingKey())
              .changeable()
              .value(
                  "--sign",
                  "FILE",
                  "Sign all requests with the Ed25519 key in FILE, in PEM, so that sites can tell"
                      + " this crawler from others with its name (Web Bot Auth): docs/signing.md."
                      + " Read at each start."));

  public static final CrawlOption<Optional<URI>> AGENT =
      add(
          row(
                  Section.SITES,
                  "agent",
                  OptionType.optional(OptionType.endpoint()),
                  Optional.empty(),
                  o -> o.sites().agent())
              .changeable()
              .value(
                  "--agent",
                  "URL",
                  "With --sign: the public key is in the directory of keys at URL, which sites"
                      + " read. The crawler's name is --user-agent."));

  public static final CrawlOption<Optional<Path>> CLIENT_CERTIFICATE =
      add(
          row(
                  Section.SITES,
                  "client-cert",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.connections().clientCertificate())
              .changeable()
              .value(
                  "--client-cert --cert --certificate",
                  "FILE",
                  "A certificate in PEM, those that lead to its authority, and its key, which the"
                      + " hosts of the roots are shown if they ask for one, and no others. Read at"
                      + " each start."));

  public static final CrawlOption<Optional<Path>> CLIENT_KEY =
      add(
          row(
                  Section.SITES,
                  "client-key",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.connections().clientKey())
              .changeable()
              .value(
                  "--client-key --key --private-key",
                  "FILE",
                  "The key of --client-cert is in FILE, without a password; it is kept nowhere."));

  // How replies are got.

  public static final CrawlOption<Optional<Path>> AUTHORITIES =
      add(
          row(
                  Section.NETWORK,
                  "ca-certificate",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.connections().authorities())
              .changeable()
              .value(
                  "--ca-certificate --cacert",
                  "FILE",
                  "Authorities in PEM that are trusted too, besides those of the Java"
                      + " installation. Read at each start."));

  public static final CrawlOption<CertificatePolicy> CERTIFICATES =
      add(
          row(
                  Section.NETWORK,
                  "certificates",
                  OptionType.choice(CertificatePolicy.class),
                  CertificatePolicy.CHECK,
                  o -> o.connections().certificates())
              .changeable()
              .flag(
                  "-k --insecure --no-check-certificate",
                  CertificatePolicy.IGNORE,
                  "Trust any certificate: whoever is on the way can read and change all.")
              .flag(
                  "--check-certificates",
                  CertificatePolicy.CHECK,
                  "Trust good ones alone. This is the default."));

  public static final CrawlOption<List<FixedAddresses>> RESOLVE =
      add(
          row(
                  Section.NETWORK,
                  "resolve",
                  OptionType.fixedAddresses(),
                  List.of(),
                  o -> o.connections().fixed())
              .changeable()
              .values(
                  "--resolve",
                  "HOST:PORT:ADDRESS",
                  "Connect to ADDRESS for this host and port, also to a private one; several with"
                      + " commas between."));

  public static final CrawlOption<Optional<InetAddress>> BIND_ADDRESS =
      add(
          row(
                  Section.NETWORK,
                  "bind-address",
                  OptionType.optional(OptionType.address()),
                  Optional.empty(),
                  o -> o.connections().from())
              .changeable()
              .value(
                  "--bind-address",
                  "ADDRESS",
                  "Connect from ADDRESS, one of this machine. Default: the system chooses."));

  public static final CrawlOption<Http2> HTTP =
      add(
          row(
                  Section.NETWORK,
                  "http",
                  OptionType.choice(Http2.class),
                  Http2.AUTO,
                  o -> o.connections().http2())
              .changeable()
              .flag("--http1.1", Http2.OFF, "HTTP/1.1 alone.")
              .flag(
                  "--http2",
                  Http2.ALPN,
                  "HTTP/2 where an https server chooses it, else HTTP/1.1. This is the default, but"
                      + " for what a program records."));

  public static final CrawlOption<Integer> TASKS =
      add(
          row(Section.NETWORK, "tasks", OptionType.count(1), 10, o -> o.network().tasks())
              .changeable()
              .value(
                  "--tasks --parallel-max --max_tasks",
                  "N",
                  "Fetches at a time, at most. Those that wait for slow hosts do not count."));

  public static final CrawlOption<Integer> LOOPS =
      add(
          row(Section.NETWORK, "loops", OptionType.count(1), 1, o -> o.network().loops())
              .changeable()
              .value("--loops", "N", "Event loops, each on a core, that fetch and read pages."));

  public static final CrawlOption<Integer> MAX_REDIRECTS =
      add(
          row(
                  Section.NETWORK,
                  "max-redirects",
                  OptionType.count(0),
                  10,
                  o -> o.limits().maxRedirects())
              .value(
                  "--max-redirects --max-redirect --max-redirs --max_redirect",
                  "N",
                  "Redirects from a URL to its page, at most."));

  public static final CrawlOption<Long> MAX_FILE_SIZE =
      add(
          row(
                  Section.NETWORK,
                  "max-filesize",
                  OptionType.sizeOrUnbounded(),
                  Long.MAX_VALUE,
                  o -> o.limits().maxFileSize())
              .usually("no bound")
              .value(
                  "--max-filesize",
                  "SIZE",
                  "Skip what is larger than SIZE, as in 500k or 10m; 0 is no bound."));

  public static final CrawlOption<CutBodies> CUT_BODIES =
      add(
          row(
                  Section.NETWORK,
                  "cut-bodies",
                  OptionType.choice(CutBodies.class),
                  CutBodies.SKIP,
                  o -> o.limits().cutBodies())
              .flag(
                  "--keep-cut",
                  CutBodies.KEEP,
                  "Keep the first SIZE bytes of what is larger, and what has come of a download"
                      + " when its last attempt is cut, marked as cut. A last attempt without an"
                      + " answer leaves nothing."));

  public static final CrawlOption<Long> LIMIT_RATE =
      add(
          row(
                  Section.NETWORK,
                  "limit-rate",
                  OptionType.sizeOrUnbounded(),
                  Long.MAX_VALUE,
                  o -> o.limits().byteRate())
              .usually("no bound")
              .changeable()
              .value(
                  "--limit-rate",
                  "SIZE",
                  "Receive no more than SIZE in a second, as in 500k or 10m; 0 is no bound."));

  public static final CrawlOption<Long> LIMIT_RATE_PER_HOST =
      add(
          row(
                  Section.NETWORK,
                  "limit-rate-per-host",
                  OptionType.sizeOrUnbounded(),
                  Long.MAX_VALUE,
                  o -> o.limits().hostByteRate())
              .usually("no bound")
              .changeable()
              .value(
                  "--limit-rate-per-host",
                  "SIZE",
                  "Receive no more than SIZE in a second from one host; 0 is no bound."));

  public static final CrawlOption<Integer> MAX_TRIES =
      add(
          row(Section.NETWORK, "max-tries", OptionType.count(1), 4, o -> o.politeness().maxTries())
              .changeable()
              .value(
                  "--max-tries -t --tries --max_tries",
                  "N",
                  "Attempts for a URL when the network fails."));

  public static final CrawlOption<Duration> PATIENCE =
      add(
          row(
                  Section.NETWORK,
                  "patience",
                  OptionType.time(),
                  Duration.ofMinutes(15),
                  o -> o.politeness().patience())
              .changeable()
              .value(
                  "--patience",
                  "TIME",
                  "How long a host that has answered before may fail before its URLs are given up."
                      + " They wait meanwhile."));

  public static final CrawlOption<Duration> TIMEOUT =
      add(
          row(
                  Section.NETWORK,
                  "timeout",
                  OptionType.positiveTime(),
                  Duration.ofSeconds(30),
                  o -> o.network().timeout())
              .changeable()
              .value("--timeout -T", "TIME", "How long a host may be silent."));

  // Pages that scripts make.

  public static final CrawlOption<RenderPolicy> RENDER =
      add(
          row(
                  Section.RENDERING,
                  "render",
                  OptionType.choice(RenderPolicy.class),
                  RenderPolicy.NEVER,
                  o -> o.render().policy())
              .value(
                  "--render",
                  "WHAT",
                  "Show each page of HTML in Chromium and take what its scripts make of it (always),"
                      + " show pages with scripts that bring something (auto), or take pages as"
                      + " they come (never). What a page asks for is fetched as politely as pages"
                      + " are: docs/render.md."));

  public static final CrawlOption<Duration> RENDER_WAIT =
      add(
          row(
                  Section.RENDERING,
                  "render-wait",
                  OptionType.positiveTime(),
                  Duration.ofSeconds(5),
                  o -> o.render().time())
              .changeable()
              .value(
                  "--render-wait",
                  "TIME",
                  "Time that the scripts of a page get, by its own clock: it stands still while the"
                      + " page waits for what it has asked for, and jumps to the next timer."));

  public static final CrawlOption<Integer> RENDER_TABS =
      add(
          row(Section.RENDERING, "render-tabs", OptionType.count(1), 2, o -> o.render().tabs())
              .changeable()
              .value("--render-tabs", "N", "Pages that are shown at a time."));

  public static final CrawlOption<Optional<Path>> BROWSER =
      add(
          row(
                  Section.RENDERING,
                  "browser",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.render().browser())
              .changeable()
              .usually("the first Chromium on the path")
              .value("--browser", "FILE", "The browser to show pages in: Chromium, or Chrome."));

  public static final CrawlOption<BrowserSandbox> BROWSER_SANDBOX =
      add(
          row(
                  Section.RENDERING,
                  "browser-sandbox",
                  OptionType.choice(BrowserSandbox.class),
                  BrowserSandbox.ON,
                  o -> o.render().sandbox())
              .changeable()
              .flag(
                  "--browser-no-sandbox",
                  BrowserSandbox.OFF,
                  "Show pages without the browser's sandbox, as root has to: a page that breaks out"
                      + " of its script engine may do what you may."));

  // Where a crawl is kept, what it may take, and what it may lose.

  public static final CrawlOption<Optional<Path>> DIRECTORY =
      add(
          row(
                  Section.STORAGE,
                  "dir",
                  OptionType.optional(OptionType.directory()),
                  Optional.empty(),
                  o -> o.storage().directory())
              .ofAStart()
              .usually("named after the first root, here")
              .special(
                  "--dir",
                  "DIR",
                  Form.VALUE,
                  "The crawl's directory: the same command again goes on where it was.")
              .on(Verb.CRAWL, Verb.SCRAPE)
              .special(
                  "--store", "KIND", Form.VALUE, "disk, or memory: nothing is kept. Default: disk.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<OnExisting> EXISTING =
      add(
          row(
                  Section.STORAGE,
                  "fresh",
                  OptionType.choice(OnExisting.class),
                  OnExisting.RESUME,
                  o -> o.storage().existing())
              .ofAStart()
              .special(
                  "--fresh",
                  "",
                  Form.FLAG,
                  "Throw away what is kept in the directory, and begin anew.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<Long> MEMORY =
      add(
          row(
                  Section.STORAGE,
                  "memory",
                  OptionType.size(CrawlOptions.LEAST_MEMORY),
                  CrawlOptions.DEFAULT_MEMORY,
                  o -> o.limits().memory())
              .changeable()
              .value(
                  "--memory",
                  "SIZE",
                  "What the crawl may take of memory, as in 512m or 2g, besides some 150 MB for the"
                      + " program itself; what has no room is on disk, or waits. From 64m."));

  public static final CrawlOption<Duration> SYNC =
      add(
          row(
                  Section.STORAGE,
                  "sync",
                  OptionType.time(),
                  SyncBounds.DEFAULT.time(),
                  o -> o.storage().sync().time())
              .changeable()
              .value(
                  "--sync",
                  "TIME",
                  "What a power cut may take of a crawl on disk; a killed process loses nothing."));

  public static final CrawlOption<Integer> SYNC_COMMITS =
      add(
          row(
                  Section.STORAGE,
                  "sync-commits",
                  OptionType.count(1),
                  SyncBounds.DEFAULT.commits(),
                  o -> o.storage().sync().commits())
              .changeable()
              .value("--sync-commits", "N", "The same, as a number of commits."));

  // Where results go.

  public static final CrawlOption<Optional<Path>> OUTPUT =
      add(
          row(
                  Section.OUTPUT,
                  "output",
                  OptionType.optional(OptionType.file()),
                  Optional.empty(),
                  o -> o.outputs().pages())
              .value(
                  "-o --output",
                  "FILE",
                  "Write a line of JSON for each URL to FILE, as it is decided.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<Path>> SAVE =
      add(
          row(
                  Section.OUTPUT,
                  "save",
                  OptionType.optional(OptionType.directory()),
                  Optional.empty(),
                  o -> o.outputs().save())
              .value(
                  "--save -P --directory-prefix", "DIR", "Save the bodies as files DIR/host/path.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<Path>> WARC =
      add(
          row(
                  Section.OUTPUT,
                  "warc",
                  OptionType.optional(OptionType.archive()),
                  Optional.empty(),
                  o -> o.outputs().archive().directory())
              .possibleValue(
                  "--warc",
                  "DIR",
                  "Archive all that is sent and received in WARC files in DIR, or in archive/ in"
                      + " the crawl's directory: docs/archive.md. Not with --store memory.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Long> WARC_SIZE =
      add(
          row(
                  Section.OUTPUT,
                  "warc-size",
                  OptionType.size(1 << 20),
                  1L << 30,
                  o -> o.outputs().archive().fileSize())
              .changeable()
              .value("--warc-size", "SIZE", "Begin another WARC file when one has SIZE bytes.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<WarcDigest.Algorithm> WARC_DIGEST =
      add(
          row(
                  Section.OUTPUT,
                  "warc-digest",
                  OptionType.choice(WarcDigest.Algorithm.class),
                  WarcDigest.Algorithm.SHA1,
                  o -> o.outputs().archive().digest())
              .value("--warc-digest", "DIGEST", "The digest of WARC records: sha1 or sha256.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Long> WARC_REVISIT_FROM =
      add(
          row(
                  Section.OUTPUT,
                  "warc-revisit-from",
                  OptionType.size(1),
                  1L << 10,
                  o -> o.outputs().archive().revisitFrom())
              .changeable()
              .value(
                  "--warc-revisit-from",
                  "SIZE",
                  "Archive bodies of SIZE or more once; the next time a revisit record refers to"
                      + " them.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<List<ArchiveSkip>> WARC_SKIP =
      add(
          row(
                  Section.OUTPUT,
                  "warc-skip",
                  new ArchiveSkip.Several(),
                  List.of(),
                  o -> o.outputs().archive().skipped())
              .changeable()
              .lists(
                  "--warc-skip",
                  "WHICH",
                  "Do not archive these responses: status=404, status=4xx, type=image/png,"
                      + " type=video/*, with commas between. That they came is archived.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<List<Path>> DEDUP =
      add(
          row(
                  Section.OUTPUT,
                  "dedup",
                  new FileTypes.Earlier(),
                  List.of(),
                  o -> o.outputs().archive().earlier())
              .changeable()
              .values(
                  "--dedup",
                  "OTHER",
                  "Do not archive bodies again that the archive of OTHER has, the directory of a"
                      + " crawl or a CDXJ file; revisit records refer to it.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<SearchIndex> INDEX =
      add(
          row(
                  Section.OUTPUT,
                  "index",
                  OptionType.choice(SearchIndex.class),
                  SearchIndex.NONE,
                  o -> o.outputs().index())
              .changeable()
              .flag(
                  "--index",
                  SearchIndex.PAGES,
                  "Make an index of the pages, for arachne search and arachne serve:"
                      + " docs/search.md. Not with --store memory.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<URI>> EMBEDDING =
      add(
          row(
                  Section.OUTPUT,
                  "embedding",
                  OptionType.optional(OptionType.endpoint()),
                  Optional.empty(),
                  o -> o.outputs().embedding().endpoint())
              .changeable()
              .value(
                  "--embedding",
                  "URL",
                  "With --index: at the end have the model at URL, an endpoint in the form of"
                      + " OpenAI's, tell what pages mean, for arachne search --embedding. Its key"
                      + " comes from ARACHNE_EMBEDDING_KEY.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<String>> EMBEDDING_MODEL =
      add(
          row(
                  Section.OUTPUT,
                  "embedding-model",
                  OptionType.optional(OptionType.name()),
                  Optional.empty(),
                  o -> o.outputs().embedding().model())
              .changeable()
              .value("--embedding-model", "NAME", "The name of the model of --embedding.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<Path>> REPORT =
      add(
          row(
                  Section.OUTPUT,
                  "report",
                  OptionType.optional(OptionType.file()),
                  Optional.empty(),
                  o -> o.outputs().report())
              .changeable()
              .value(
                  "--report",
                  "FILE",
                  "Write a report of what is wrong with the site to FILE, when the crawl ends:"
                      + " docs/report.md. Its form is that of the name: .html, .json, .csv, .xml"
                      + " (JUnit), .sarif. Not with --store memory.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<Path>> MARKDOWN =
      add(
          row(
                  Section.OUTPUT,
                  "markdown",
                  OptionType.optional(OptionType.directory()),
                  Optional.empty(),
                  o -> o.outputs().markdown())
              .changeable()
              .value(
                  "--markdown",
                  "DIR",
                  "At the end export the pages as files of Markdown, as arachne export does:"
                      + " docs/export.md. Not with --store memory.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<InetSocketAddress>> DASHBOARD =
      add(
          row(
                  Section.OUTPUT,
                  "dashboard",
                  OptionType.optional(OptionType.listening()),
                  Optional.empty(),
                  o -> o.outputs().dashboard())
              .ofAStart()
              .possibleValue(
                  "--dashboard",
                  "PORT",
                  "Show the crawl in a browser while it runs, on a free port or PORT of this"
                      + " machine: docs/dashboard.md. ADDRESS:PORT lets other machines look.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<ItemFile>> ITEMS =
      add(
          row(
                  Section.OUTPUT,
                  "items",
                  OptionType.optional(OptionType.itemFile()),
                  Optional.empty(),
                  o -> o.outputs().items())
              .usually("standard output")
              .value(
                  "-o --output",
                  "FILE",
                  file -> Optional.of(ItemFile.append(FileTypes.writable(file))),
                  "Add the records to the end of FILE.")
              .on(Verb.SCRAPE)
              .value(
                  "-O --overwrite-output",
                  "FILE",
                  file -> Optional.of(ItemFile.overwrite(FileTypes.writable(file))),
                  "Write the records to FILE, in place of what is in it.")
              .on(Verb.SCRAPE));

  public static final CrawlOption<ItemFormat> COLUMNS =
      add(
          row(
                  Section.OUTPUT,
                  "columns",
                  OptionType.itemFormat(),
                  ItemFormat.jsonLines(),
                  o -> o.outputs().format())
              .usually("csv for a FILE.csv, else jsonl")
              .special("--format", "FORMAT", Form.VALUE, "jsonl (a JSON object a line) or csv.")
              .on(Verb.SCRAPE));

  public static final CrawlOption<ItemOrder> ORDERED =
      add(
          row(
                  Section.OUTPUT,
                  "ordered",
                  OptionType.choice(ItemOrder.class),
                  ItemOrder.ARRIVAL,
                  o -> o.outputs().order())
              .flag(
                  "--ordered",
                  ItemOrder.PAGES,
                  "Records in the order of their pages: as if these were fetched one at a time.")
              .on(Verb.SCRAPE));

  /** All rows, in the order of help. */
  public static final List<CrawlOption<?>> ALL = List.copyOf(ROWS);

  private static final Map<String, CrawlOption<?>> BY_NAME = new HashMap<>();

  static {
    ALL.forEach(option -> BY_NAME.put(option.name(), option));
  }

  private OptionTable() {}

  /** The option of this name; null if there is none. */
  static @Nullable CrawlOption<?> named(String name) {
    return BY_NAME.get(name);
  }

  private static <T> Row<T> row(
      Section section, String name, OptionType<T> type, T usual, Function<CrawlOptions, T> getter) {
    return new Row<>(section, name, type, usual, getter);
  }

  private static <T> CrawlOption<T> add(Row<T> row) {
    CrawlOption<T> option = row.made();
    ROWS.add(option);
    return option;
  }
}
