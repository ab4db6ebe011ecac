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
import dev.arachne.pace.Throttling;
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
 * the terms of a process in the ledger, and {@code docs/options.md} are made from it.
 *
 * <p>An option is a row here, a component of the record that its row gets it from, a setter of
 * {@link CrawlOptions.Builder} for programs, and the code that uses it. The order of the rows is
 * that of help. The table is long so that it can be read as a whole.
 */
public final class OptionTable {
  private static final List<CrawlOption<?>> ROWS = new ArrayList<>();

  // The seeds.

  public static final CrawlOption<List<String>> ROOTS =
      add(
          row(Section.START, "roots", OptionType.texts(), List.of(), o -> o.seeds().roots())
              .special(
                  "",
                  "SEED",
                  Form.VALUES,
                  "Where to start: a URL (http:// may be omitted), or a folder with a static site,"
                      + " which is served on the loopback interface during the crawl. Optional for a scrape"
                      + " whose rules name a start.")
              .on(Verb.CRAWL, Verb.SCRAPE)
              .special(
                  "-i --input-file",
                  "FILE",
                  Form.VALUE,
                  "More seeds, one per line; empty lines and lines that begin with # are ignored. - is"
                      + " standard input.")
              .on(Verb.CRAWL));

  public static final CrawlOption<List<Path>> FROM =
      add(
          row(Section.START, "from", OptionType.places(), List.of(), o -> o.source().archives())
              .values(
                  "--from",
                  "FILE|DIR",
                  "Crawl a web archive instead of the network: a WARC file, or all WARC files below a"
                      + " directory. SEED is then optional: docs/archive.md.")
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
                  "With --from: of several captures of a URL, use the one nearest to DATE, such as"
                      + " 2026-11 or 2026-11-23T21:00:00Z.")
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
                  "With --from: visit every capture in the archive, in order of time, and nothing else.")
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
                  "Fetch again each URL that was last fetched before DATE, such as 2026-11 or"
                      + " 2026-11-23T21:00:00Z. arachne recrawl does so for all URLs.")
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
                  "Of the URLs to fetch again, choose the N whose changes are most likely, judged by"
                      + " their history.")
              .on(Verb.CRAWL, Verb.RESUME));

  // The rules of a scrape.

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
                  "Rules for records in a file, in YAML or JSON: docs/scraping.md.")
              .on(Verb.SCRAPE)
              .special(
                  "--item",
                  "EXPR",
                  Form.VALUE,
                  "The part of a page that is one record. Default: the page.")
              .on(Verb.SCRAPE)
              .special(
                  "--field",
                  "NAME[:WORD,...]=EXPR",
                  Form.VALUES,
                  "A field of a record. WORD is its type (string, number, number(,), date,"
                      + " date(PATTERN), url), required, or list.")
              .on(Verb.SCRAPE)
              .special(
                  "--next",
                  "EXPR",
                  Form.VALUE,
                  "The link to the next page of a list. It does not count for --depth.")
              .on(Verb.SCRAPE)
              .special(
                  "--follow",
                  "EXPR",
                  Form.VALUES,
                  "Links to follow; pattern:REGEX for URLs that match REGEX.")
              .on(Verb.SCRAPE));

  // The URLs that belong to the crawl.

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
                  "Follow at most N links from a seed; 0 fetches the seeds only."));

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
              .value("--limit", "N", "Stop after N URLs, all runs together."));

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
                  "Fetch at most N pages of a host below /PATH, such as /blog/=100. Repeatable, with"
                      + " different paths."));

  public static final CrawlOption<List<Pattern>> INCLUDE =
      add(
          row(Section.SCOPE, "include", OptionType.patterns(), List.of(), o -> o.scope().include())
              .values(
                  "--include --accept-regex",
                  "REGEX",
                  "Fetch only URLs that match REGEX anywhere. Repeatable; one match is enough."));

  public static final CrawlOption<List<Pattern>> EXCLUDE =
      add(
          row(Section.SCOPE, "exclude", OptionType.patterns(), List.of(), o -> o.scope().exclude())
              .values(
                  "--exclude --reject-regex",
                  "REGEX",
                  "Skip URLs that match REGEX anywhere. Repeatable; wins over --include."));

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
              .lists("--follow", "KIND", "Kinds of links to follow, separated by commas.")
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
                  "Use of sitemaps, found by robots.txt or at /sitemap.xml: fetch their URLs in"
                      + " addition to links (follow), instead of links (only), or not at all (ignore)."));

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
                  "Detect pages that answer 200 and mean 404: request up to five missing pages per"
                      + " host, and skip pages with the same answer (name), or do not (ignore)."));

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
                  "Detect crawler traps, such as calendars and session ids: skip URLs whose pattern"
                      + " yields nothing new, and duplicates that differ only in meaningless parameters"
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
                  "Check each link to another site once, by HEAD, or by GET if HEAD fails; its links"
                      + " are not followed."));

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
              .usually("0, or Crawl-delay of robots.txt")
              .value("--delay -w --wait", "TIME", "Minimum time between two requests to a host."));

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
              .value("--max-crawl-delay", "TIME", "Cap on Crawl-delay from robots.txt."));

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
              .usually("--tasks for seeds on one host, else 1")
              .value("--per-host", "N", "Maximum number of parallel requests to a host."));

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
              .usually("no bound for seeds on one host, else 10")
              .value(
                  "--per-ip",
                  "N",
                  "Maximum number of parallel requests to an IP address, for all its hosts together."));

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
              .value("--ip-delay", "TIME", "Minimum time between two requests to an IP address."));

  public static final CrawlOption<Throttling> TEMPO =
      add(
          row(
                  Section.MANNERS,
                  "tempo",
                  OptionType.choice(Throttling.class),
                  Throttling.ADAPTED,
                  o -> o.politeness().throttling())
              .changeable()
              .flag(
                  "--no-adapt",
                  Throttling.FIXED,
                  "Disable adaptive throttling: always go as fast as the limits above allow."));

  public static final CrawlOption<RobotsPolicy> ROBOTS =
      add(
          row(
                  Section.MANNERS,
                  "robots",
                  OptionType.choice(RobotsPolicy.class),
                  RobotsPolicy.OBEY,
                  o -> o.politeness().robots())
              .inLedger()
              .flag(
                  "--ignore-robots",
                  RobotsPolicy.IGNORE,
                  "Do not fetch or obey robots.txt. For your own sites."));

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
                  "The purpose of the crawl: search, ai-input, ai-train or archive. Pages whose site"
                      + " declines this purpose are skipped: by Content-Usage and Content-Signal, in"
                      + " robots.txt or as headers, and by noindex, noai and noarchive."));

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
                  "Do not follow links of pages marked nofollow by meta robots or X-Robots-Tag (pages),"
                      + " nor links with rel=nofollow (links), or ignore the marks (ignore)."));

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
                  "The User-Agent header. Its first word is the name to match in robots.txt."));

  // The identity of the crawl to sites.

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
                  "Neither store nor send cookies. Default: cookies are stored with the crawl and sent"
                      + " to the sites that set them."));

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
                  "Load cookies from FILE first, in the Netscape format of browsers, curl and wget."));

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
                  "Save all cookies to FILE at the end, in the Netscape format, readable by you only."));

  public static final CrawlOption<List<RequestField>> HEADERS =
      add(
          row(Section.SITES, "header", OptionType.headers(), List.of(), o -> o.sites().headers())
              .secret()
              .values(
                  "-H --header",
                  "FIELD",
                  "Send a header, \"Name: value\", with all requests, in place of the default one."
                      + " Authorization and Cookie are sent to the origins of the seeds only. Not stored;"
                      + " repeat it to resume."));

  public static final CrawlOption<List<SiteUser>> USERS =
      add(
          row(Section.SITES, "user", OptionType.users(), List.of(), o -> o.sites().users())
              .secret()
              .values(
                  "-u --user",
                  "USER:PASSWORD",
                  "User and password for the origins of the seeds, by Basic or Digest. A seed can have"
                      + " its own: http://USER:PASSWORD@HOST/. Not stored; repeat it to resume."));

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
                  "Read users and passwords from ~/.netrc at each start.")
              .value("--netrc-file", "FILE", "Read users and passwords from FILE at each start."));

  public static final CrawlOption<List<SiteProxy>> PROXIES =
      add(
          row(Section.SITES, "proxy", OptionType.proxies(), List.of(), o -> o.sites().proxies())
              .secret()
              .usually("from http_proxy, HTTPS_PROXY, ALL_PROXY")
              .values(
                  "-x --proxy",
                  "PROXY",
                  "Use a proxy: [http://|socks5://][USER:PASSWORD@]HOST[:PORT], or @FILE with one per"
                      + " line. Several are used in turn, per connection; one that is unreachable is avoided"
                      + " for a while. The proxy resolves host names. Not stored; repeat it to resume."));

  public static final CrawlOption<List<String>> DIRECT =
      add(
          row(Section.SITES, "no-proxy", OptionType.words(), List.of(), o -> o.sites().direct())
              .changeable()
              .usually("from NO_PROXY")
              .values(
                  "--no-proxy --noproxy",
                  "HOST,...",
                  "Hosts to contact without a proxy, with all hosts below them; also networks such as"
                      + " 10.0.0.0/8; * for all."));

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
                  "Allow links and redirects to private and local addresses. Default: only seeds may"
                      + " name such addresses."));

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
                  "Settings of single hosts (delay, headers, user, proxy, login form) from FILE, read"
                      + " at each start: docs/hosts.md."));

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
                  "Sign all requests with the Ed25519 key in FILE, in PEM (Web Bot Auth), so that sites"
                      + " can verify the crawler: docs/signing.md. Read at each start."));

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
                  "With --sign: the URL of the key directory in which sites find the public key. The"
                      + " crawler's name is --user-agent."));

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
                  "A client certificate in PEM, with its chain and key, for the hosts of the seeds."
                      + " Read at each start."));

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
                  "The key of --client-cert, in PEM and without a password. Not stored."));

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
                  "Trust these certificate authorities, in PEM, in addition to those of Java. Read at"
                      + " each start."));

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
                  "Accept any certificate. Insecure: the connection can be read and changed by others.")
              .flag(
                  "--check-certificates",
                  CertificatePolicy.CHECK,
                  "Accept valid certificates only. This is the default."));

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
                  "Connect to ADDRESS for this host and port, even if it is private. Several addresses"
                      + " are separated by commas."));

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
                  "Connect from ADDRESS, an address of this machine. Default: chosen by the system."));

  public static final CrawlOption<Http2> HTTP =
      add(
          row(
                  Section.NETWORK,
                  "http",
                  OptionType.choice(Http2.class),
                  Http2.AUTO,
                  o -> o.connections().http2())
              .changeable()
              .flag("--http1.1", Http2.OFF, "Use HTTP/1.1 only.")
              .flag(
                  "--http2",
                  Http2.ALPN,
                  "Use HTTP/2 where an https server offers it, else HTTP/1.1. This is the default,"
                      + " except when a program records exchanges."));

  public static final CrawlOption<Integer> TASKS =
      add(
          row(Section.NETWORK, "tasks", OptionType.count(1), 10, o -> o.network().tasks())
              .changeable()
              .value(
                  "--tasks --parallel-max --max_tasks",
                  "N",
                  "Maximum number of parallel requests. Requests that wait for slow hosts do not count."));

  public static final CrawlOption<Integer> LOOPS =
      add(
          row(Section.NETWORK, "loops", OptionType.count(1), 1, o -> o.network().loops())
              .changeable()
              .value(
                  "--loops",
                  "N",
                  "Number of event loops, each on a core, that fetch and parse pages."));

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
                  "Maximum number of redirects from a URL to its page."));

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
                  "Skip bodies larger than SIZE, such as 500k or 10m; 0 is no bound."));

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
                  "Keep the first SIZE bytes of larger bodies, and incomplete bodies of failed"
                      + " downloads, marked as cut."));

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
                  "Maximum number of bytes received per second, such as 500k or 10m; 0 is no bound."));

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
              .value("--limit-rate-per-host", "SIZE", "The same per host; 0 is no bound."));

  public static final CrawlOption<Integer> MAX_TRIES =
      add(
          row(Section.NETWORK, "max-tries", OptionType.count(1), 4, o -> o.politeness().maxTries())
              .changeable()
              .value(
                  "--max-tries -t --tries --max_tries",
                  "N",
                  "Attempts per URL when the network fails, the first included."));

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
                  "Grace period of a host that has answered before and fails now. Its URLs wait; then"
                      + " they fail."));

  public static final CrawlOption<Duration> TIMEOUT =
      add(
          row(
                  Section.NETWORK,
                  "timeout",
                  OptionType.positiveTime(),
                  Duration.ofSeconds(30),
                  o -> o.network().timeout())
              .changeable()
              .value(
                  "--timeout -T",
                  "TIME",
                  "Fail an attempt after TIME without data, while connecting or reading."));

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
                  "Render each HTML page in Chromium, and use what its scripts produce (always), render"
                      + " pages with scripts where samples show that it adds something (auto), or use"
                      + " pages as they are served (never): docs/render.md."));

  public static final CrawlOption<RenderWait> RENDER_WAIT =
      add(
          row(
                  Section.RENDERING,
                  "render-wait",
                  OptionType.renderWait(),
                  new RenderWait.Time(Duration.ofSeconds(5)),
                  o -> o.render().until())
              .changeable()
              .value(
                  "--render-wait",
                  "TIME|SELECTOR",
                  "Time for the scripts of a page, by a virtual clock that stops during requests and"
                      + " skips idle time; or until an element matches a CSS selector, 30 s at"
                      + " most."));

  public static final CrawlOption<RenderInteraction> RENDER_INTERACTION =
      add(
          row(
                  Section.RENDERING,
                  "render-interact",
                  OptionType.choice(RenderInteraction.class),
                  RenderInteraction.OFF,
                  o -> o.render().interaction())
              .changeable()
              .flag(
                  "--render-interact",
                  RenderInteraction.ON,
                  "Scroll rendered pages to the end, open details and menus, and click buttons for"
                      + " more, up to 30 actions a page: docs/render.md."));

  public static final CrawlOption<Integer> RENDER_TABS =
      add(
          row(Section.RENDERING, "render-tabs", OptionType.count(1), 2, o -> o.render().tabs())
              .changeable()
              .value("--render-tabs", "N", "Number of pages rendered at a time."));

  public static final CrawlOption<Optional<Path>> BROWSER =
      add(
          row(
                  Section.RENDERING,
                  "browser",
                  OptionType.optional(OptionType.source()),
                  Optional.empty(),
                  o -> o.render().browser())
              .changeable()
              .usually("the first Chromium on the PATH")
              .value("--browser", "FILE", "The browser for --render: Chromium or Chrome."));

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
                  "Render without the browser's sandbox, which root needs. Insecure: a page that"
                      + " exploits the browser has your rights."));

  public static final CrawlOption<Optional<Path>> SCREENSHOT =
      add(
          row(
                  Section.RENDERING,
                  "screenshot",
                  OptionType.optional(OptionType.directory()),
                  Optional.empty(),
                  o -> o.render().screenshots())
              .value(
                  "--screenshot", "DIR", "Save a picture of each rendered page, DIR/HOST/PATH.png.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<Optional<Path>> PDF =
      add(
          row(
                  Section.RENDERING,
                  "pdf",
                  OptionType.optional(OptionType.directory()),
                  Optional.empty(),
                  o -> o.render().pdfs())
              .value("--pdf", "DIR", "Save each rendered page as a PDF file, DIR/HOST/PATH.pdf.")
              .on(Verb.CRAWL, Verb.RESUME));

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
              .usually("named after the first seed")
              .special(
                  "--dir",
                  "DIR",
                  Form.VALUE,
                  "The crawl's directory. The same command again resumes the crawl.")
              .on(Verb.CRAWL, Verb.SCRAPE)
              .special(
                  "--store", "KIND", Form.VALUE, "disk, or memory: nothing is kept. Default: disk.")
              .on(Verb.CRAWL, Verb.SCRAPE));

  public static final CrawlOption<ExistingCrawlPolicy> EXISTING =
      add(
          row(
                  Section.STORAGE,
                  "fresh",
                  OptionType.choice(ExistingCrawlPolicy.class),
                  ExistingCrawlPolicy.RESUME,
                  o -> o.storage().existing())
              .ofAStart()
              .special(
                  "--fresh", "", Form.FLAG, "Delete the crawl in the directory and start again.")
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
                  "Memory for queues, known URLs and pages in flight, such as 512m or 2g, in addition"
                      + " to about 150 MB for the program; the rest spills to disk. At least 64m."));

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
                  "Sync the store at least this often: a power failure repeats at most this much work."
                      + " A killed process loses nothing."));

  public static final CrawlOption<Integer> SYNC_COMMITS =
      add(
          row(
                  Section.STORAGE,
                  "sync-commits",
                  OptionType.count(1),
                  SyncBounds.DEFAULT.commits(),
                  o -> o.storage().sync().commits())
              .changeable()
              .value("--sync-commits", "N", "Sync the store also after N commits."));

  // The targets of results.

  public static final CrawlOption<List<Path>> OUTPUT =
      add(
          row(Section.OUTPUT, "output", OptionType.targets(), List.of(), o -> o.outputs().pages())
              .values(
                  "-o --output",
                  "FILE",
                  "Write one line per URL to FILE: JSON, or a table for FILE.csv and FILE.tsv; - is"
                      + " standard output. Repeatable.")
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
                  "--save -P --directory-prefix", "DIR", "Save the bodies as files, DIR/HOST/PATH.")
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
                  "Archive all requests and responses in WARC files in DIR, or in archive/ in the"
                      + " crawl's directory: docs/archive.md. Not with --store memory.")
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
              .value("--warc-size", "SIZE", "Start a new WARC file after SIZE bytes.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<WarcDigest.Algorithm> WARC_DIGEST =
      add(
          row(
                  Section.OUTPUT,
                  "warc-digest",
                  OptionType.choice(WarcDigest.Algorithm.class),
                  WarcDigest.Algorithm.SHA1,
                  o -> o.outputs().archive().digest())
              .value("--warc-digest", "DIGEST", "The digest in WARC records: sha1 or sha256.")
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
                  "Archive bodies of SIZE or more once; repeated bodies become revisit records.")
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
                      + " type=video/*, separated by commas. Their metadata is archived.")
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
                  "Do not archive bodies that the archive of OTHER has, a crawl's directory or a CDXJ"
                      + " file; write revisit records instead.")
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
                  "Build a search index of the pages for arachne search and arachne serve:"
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
                  "With --index: compute embeddings at the end by the OpenAI-compatible endpoint at"
                      + " URL, for arachne search --embedding. The key is in ARACHNE_EMBEDDING_KEY.")
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
              .value("--embedding-model", "NAME", "The name of the embedding model.")
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
                  "Write a report of broken links and other findings to FILE at the end:"
                      + " docs/report.md. The name says the format: .html, .json, .csv, .xml (JUnit), .sarif."
                      + " Not with --store memory.")
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
                  "Export the pages as Markdown files at the end, as arachne export does:"
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
                  "Show the running crawl in a browser, on a free port or PORT of this machine:"
                      + " docs/dashboard.md. ADDRESS:PORT allows access from other machines.")
              .on(Verb.CRAWL, Verb.RESUME));

  public static final CrawlOption<List<ItemFile>> ITEMS =
      add(
          row(Section.OUTPUT, "items", OptionType.itemFiles(), List.of(), o -> o.outputs().items())
              .usually("standard output")
              .values(
                  "-o --output",
                  "FILE",
                  file -> List.of(ItemFile.append(FileTypes.writable(file))),
                  "Append the records to FILE; - is standard output. Repeatable.")
              .on(Verb.SCRAPE)
              .values(
                  "-O --overwrite-output",
                  "FILE",
                  file -> List.of(ItemFile.overwrite(FileTypes.writable(file))),
                  "Write the records to FILE, replacing its content. Repeatable.")
              .on(Verb.SCRAPE));

  public static final CrawlOption<ItemFormat> COLUMNS =
      add(
          row(
                  Section.OUTPUT,
                  "columns",
                  OptionType.itemFormat(),
                  ItemFormat.jsonLines(),
                  o -> o.outputs().format())
              .usually("by the name of each file, .csv for example; else jsonl")
              .special(
                  "--format",
                  "FORMAT",
                  Form.VALUE,
                  "jsonl (one JSON object per line), json (an array), csv, tsv or xml, for all files.")
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
                  "Write records in the order of the pages, as if these were fetched one at a time.")
              .on(Verb.SCRAPE));

  /** All rows, in the order of help. */
  public static final List<CrawlOption<?>> ALL = List.copyOf(ROWS);

  private static final Map<String, CrawlOption<?>> BY_NAME = new HashMap<>();

  static {
    ALL.forEach(option -> BY_NAME.put(option.name(), option));
  }

  private OptionTable() {}

  /** The option of this name, or null. */
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
