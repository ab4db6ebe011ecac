package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.HostScope;
import dev.arachne.crawl.LinkGroup;
import dev.arachne.crawl.NofollowPolicy;
import dev.arachne.crawl.OnExisting;
import dev.arachne.crawl.RobotsObedience;
import dev.arachne.frontier.Tempo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code arachne crawl ROOT...}: the options as a person types them. Each has one name of ours; the
 * other spellings are those of wget, curl and Scrapy where they mean the same.
 */
@Command(
    name = "crawl",
    description = "Fetches the pages of a site by following links from its roots, and reports.",
    customSynopsis = "arachne crawl [OPTION]... ROOT...",
    parameterListHeading = "%n",
    sortOptions = false,
    footer = {
      "",
      "KIND is one of: pages (a, area, iframe, frame, meta refresh, link except stylesheets and icons,",
      "entries of feeds), styles, icons, images, media, scripts, forms (those sent by GET).",
      "TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m).",
      "REGEX is in Java's syntax; it need not match the whole URL.",
      "",
      "One ^C ends the crawl with its report; the same command again, or arachne resume DIR, goes on.",
      "Exit code: 0 done; 1 a root could not be fetched; 2 a mistake at the command line.",
      "",
      "Examples:",
      "  arachne crawl example.com --depth 2 --delay 1",
      "  arachne crawl https://example.com/docs/ --include /docs/ -o pages.jsonl",
      "  arachne crawl path/to/static-site --follow pages,images,styles,scripts"
    })
final class CrawlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "ROOT",
      arity = "0..*",
      hideParamSyntax = true,
      description =
          "Where to start: a URL (http:// may be left out), or a folder with a static site, served on"
              + " the loopback interface while the crawl lasts.")
  private List<String> roots = new ArrayList<>();

  @Option(
      names = {"-i", "--input-file"},
      paramLabel = "FILE",
      converter = Values.Roots.class,
      description =
          "More roots, one a line; empty lines and those that begin with # do not count. - is standard"
              + " input.")
  private Optional<Values.RootList> rootsFile = Optional.empty();

  @Mixin(name = "What belongs to the crawl")
  private Admission admission = new Admission();

  @Mixin(name = "Manners")
  private Manners manners = new Manners();

  @Mixin(name = "Network")
  private Network network = new Network();

  @Mixin(name = "Where the crawl is kept")
  private Keeping keeping = new Keeping();

  @Mixin(name = "Output")
  private Output output = new Output();

  /** Which URLs of those that are found are fetched. */
  static class Bounds {
    @Option(
        names = {"--depth", "-l", "--level"},
        paramLabel = "N",
        converter = Values.FromZero.class,
        description =
            "Follow at most N links from a root; 0 fetches the roots alone. Default: no bound.")
    Optional<Integer> depth = Optional.empty();

    @Option(
        names = "--limit",
        paramLabel = "N",
        converter = Values.LongFromOne.class,
        description = "Stop after N URLs. Default: no bound.")
    Optional<Long> limit = Optional.empty();

    @Option(
        names = {"--include", "--accept-regex"},
        paramLabel = "REGEX",
        converter = Values.Regex.class,
        description = "Fetch only URLs in which REGEX is found. Several: one of them.")
    List<Pattern> include = new ArrayList<>();

    @Option(
        names = {"--exclude", "--reject-regex"},
        paramLabel = "REGEX",
        converter = Values.Regex.class,
        description = "Do not fetch URLs in which REGEX is found. Wins over --include.")
    List<Pattern> exclude = new ArrayList<>();

    @Option(
        names = "--lenient",
        description =
            "All hosts of a root's registrable domain. Default: the root's host, with and without www.")
    boolean lenient;

    void applyTo(CrawlOptions.Builder options) {
      depth.ifPresent(options::maxDepth);
      limit.ifPresent(options::maxPages);
      if (!include.isEmpty()) {
        options.include(include);
      }
      if (!exclude.isEmpty()) {
        options.exclude(exclude);
      }
      if (lenient) {
        options.hosts(HostScope.LENIENT);
      }
    }
  }

  /** Which URLs are fetched. */
  static final class Admission extends Bounds {
    @Option(
        names = "--follow",
        paramLabel = "KIND",
        split = ",",
        converter = Values.Group.class,
        description = "Links to follow, separated by commas. Default: pages.")
    List<LinkGroup> follow = new ArrayList<>();

    @Option(
        names = {"-p", "--page-requisites"},
        description =
            "Also follow what a page needs to be shown: styles, icons, images, media, scripts.")
    boolean requisites;

    @Override
    void applyTo(CrawlOptions.Builder options) {
      super.applyTo(options);
      if (!follow.isEmpty() || requisites) {
        options.follow(groups());
      }
    }

    private Set<LinkGroup> groups() {
      var groups = EnumSet.noneOf(LinkGroup.class);
      groups.addAll(follow.isEmpty() ? List.of(LinkGroup.PAGES) : follow);
      if (requisites) {
        groups.addAll(
            List.of(
                LinkGroup.STYLES,
                LinkGroup.ICONS,
                LinkGroup.IMAGES,
                LinkGroup.MEDIA,
                LinkGroup.SCRIPTS));
      }
      return groups;
    }
  }

  /** How a host is treated. */
  static final class Manners {
    @Option(
        names = {"--delay", "-w", "--wait"},
        paramLabel = "TIME",
        converter = Values.Time.class,
        description =
            "From one request to a host to the next, at least. Default: 0, or what its robots.txt asks for.")
    Optional<Duration> delay = Optional.empty();

    @Option(
        names = "--max-crawl-delay",
        paramLabel = "TIME",
        converter = Values.Time.class,
        description = "What a robots.txt that asks for a longer delay gets. Default: 60 s.")
    Optional<Duration> maxCrawlDelay = Optional.empty();

    @Option(
        names = "--per-host",
        paramLabel = "N",
        converter = Values.FromOne.class,
        description =
            "Fetches from one host at a time, at most. Default: --tasks if all roots are on one host,"
                + " else 1.")
    Optional<Integer> perHost = Optional.empty();

    @Option(
        names = "--per-ip",
        paramLabel = "N",
        converter = Values.FromOne.class,
        description =
            "Fetches from one IP address at a time, at most, whatever hosts are there. Default: no bound"
                + " if all roots are on one host, else 10.")
    Optional<Integer> perAddress = Optional.empty();

    @Option(
        names = "--ip-delay",
        paramLabel = "TIME",
        converter = Values.Time.class,
        description = "From one request to an IP address to the next, at least. Default: 0.")
    Optional<Duration> addressDelay = Optional.empty();

    @Option(
        names = "--no-adapt",
        negatable = true,
        description =
            "Ask as fast as these bounds allow. Default: below them, only as fast as a host is seen to"
                + " bear.")
    Optional<Boolean> noAdapt = Optional.empty();

    @Option(
        names = "--ignore-robots",
        description = "Do not ask for robots.txt. For sites of your own.")
    boolean ignoreRobots;

    @Option(
        names = "--nofollow",
        paramLabel = "WHAT",
        converter = Values.Nofollow.class,
        description =
            "Leave the links of pages that ask for it by meta robots or X-Robots-Tag (pages, the"
                + " default), links with rel=nofollow too (links), or none (ignore).")
    Optional<NofollowPolicy> nofollow = Optional.empty();

    @Option(
        names = {"--user-agent", "-U", "-A"},
        paramLabel = "NAME",
        converter = Values.UserAgent.class,
        description =
            "The User-Agent header; its first word is the name that robots.txt is asked for.")
    Optional<String> userAgent = Optional.empty();

    void applyTo(CrawlOptions.Builder options) {
      delay.ifPresent(options::delay);
      perHost.ifPresent(options::perHost);
      perAddress.ifPresent(options::perAddress);
      addressDelay.ifPresent(options::addressDelay);
      maxCrawlDelay.ifPresent(options::maxCrawlDelay);
      noAdapt.ifPresent(fixed -> options.tempo(fixed ? Tempo.FIXED : Tempo.ADAPTED));
      nofollow.ifPresent(options::nofollow);
      userAgent.ifPresent(options::userAgent);
      if (ignoreRobots) {
        options.robots(RobotsObedience.IGNORE);
      }
    }
  }

  /** How replies are got. */
  static final class Network {
    @Option(
        names = {"--tasks", "--parallel-max"},
        paramLabel = "N",
        converter = Values.FromOne.class,
        description = "Fetches at a time, at most. Default: 10.")
    Optional<Integer> tasks = Optional.empty();

    @Option(
        names = {"--max-redirects", "--max-redirect", "--max-redirs"},
        paramLabel = "N",
        converter = Values.FromZero.class,
        description = "Redirects from a URL to its page, at most. Default: 10.")
    Optional<Integer> maxRedirects = Optional.empty();

    @Option(
        names = {"--max-tries", "-t", "--tries"},
        paramLabel = "N",
        converter = Values.FromOne.class,
        description = "Attempts for a URL when the network fails. Default: 4.")
    Optional<Integer> maxTries = Optional.empty();

    @Option(
        names = {"--timeout", "-T"},
        paramLabel = "TIME",
        converter = Values.PositiveTime.class,
        description = "How long a host may be silent. Default: 30 s.")
    Optional<Duration> timeout = Optional.empty();

    void applyTo(CrawlOptions.Builder options) {
      tasks.ifPresent(options::tasks);
      maxRedirects.ifPresent(options::maxRedirects);
      maxTries.ifPresent(options::maxTries);
      timeout.ifPresent(options::timeout);
    }
  }

  /** What a crawl that is kept may take, and may lose. */
  static class Costs {
    @Option(
        names = "--memory",
        paramLabel = "SIZE",
        converter = Values.Memory.class,
        description =
            "For what is known of URLs and hosts, as in 512m or 2g; the rest is on disk. Default: 512m.")
    Optional<Long> memory = Optional.empty();

    @Option(
        names = "--sync",
        paramLabel = "TIME",
        converter = Values.Time.class,
        description =
            "What a power cut may take of a crawl on disk; a killed process loses nothing. Default: 1 s.")
    Optional<Duration> sync = Optional.empty();

    @Option(
        names = "--sync-commits",
        paramLabel = "N",
        converter = Values.FromOne.class,
        description = "The same, as a number of commits. Default: 10000.")
    Optional<Integer> syncCommits = Optional.empty();

    void applyTo(CrawlOptions.Builder options) {
      memory.ifPresent(options::memory);
      sync.ifPresent(options::syncTime);
      syncCommits.ifPresent(options::syncCommits);
    }
  }

  /** Where the crawl is kept, so that it can go on after whatever ends it. */
  static final class Keeping extends Costs {
    /** The two kinds of store. */
    enum Store {
      DISK,
      MEMORY
    }

    @Option(
        names = "--dir",
        paramLabel = "DIR",
        converter = Values.OutputDirectory.class,
        description =
            "The crawl's directory: the same command again goes on where it was. Default: named after"
                + " the first root, here.")
    Optional<Path> directory = Optional.empty();

    @Option(
        names = "--fresh",
        description = "Throw away what is kept in the directory, and begin anew.")
    boolean fresh;

    @Option(
        names = "--store",
        paramLabel = "KIND",
        converter = Values.StoreKind.class,
        description = "disk, or memory: nothing is kept. Default: disk.")
    Store store = Store.DISK;

    /**
     * Says where the crawl is kept.
     *
     * @param usual the directory if none is named
     */
    void applyTo(CrawlOptions.Builder options, Path usual, CommandSpec verb) {
      applyTo(options);
      switch (store) {
        case DISK -> {
          options.directory(directory.orElse(usual));
          options.existing(fresh ? OnExisting.REPLACE : OnExisting.RESUME);
        }
        case MEMORY -> {
          if (directory.isPresent() || fresh) {
            throw new ParameterException(
                verb.commandLine(), "--store memory keeps nothing; leave out --dir and --fresh");
          }
        }
      }
    }
  }

  /** Where results go. */
  static final class Output {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        converter = Values.OutputFile.class,
        description = "A line of JSON for each URL, as it is decided.")
    Optional<Path> pages = Optional.empty();

    @Option(
        names = {"--save", "-P", "--directory-prefix"},
        paramLabel = "DIR",
        converter = Values.OutputDirectory.class,
        description = "Save the bodies as files DIR/host/path.")
    Optional<Path> save = Optional.empty();

    @Option(
        names = {"-q", "--quiet"},
        description = "No live line, no report: errors only.")
    boolean quiet;

    @Option(
        names = {"-v", "--verbose"},
        description = "A line for each URL, and stack traces.")
    boolean verbose;

    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "This help.")
    boolean help;

    void applyTo(CrawlOptions.Builder options) {
      pages.ifPresent(options::pages);
      save.ifPresent(options::save);
    }

    /** How much to tell. */
    Verbosity verbosity(CommandSpec verb) {
      if (quiet && verbose) {
        throw new ParameterException(
            verb.commandLine(), "-q and -v exclude each other; type one of them");
      }
      return quiet ? Verbosity.QUIET : verbose ? Verbosity.VERBOSE : Verbosity.NORMAL;
    }
  }

  @Override
  public Integer call() {
    CommandLine program = spec.commandLine();
    var crawl = new Crawl(options());
    return new CrawlRun("crawl", crawl, verbosity(), program.getOut(), program.getErr()).run();
  }

  /**
   * What was typed, as the crawl understands it.
   *
   * @throws ParameterException if it asks for what cannot be
   */
  CrawlOptions options() {
    List<String> allRoots = new ArrayList<>(roots);
    rootsFile.ifPresent(file -> allRoots.addAll(file.roots()));
    if (allRoots.isEmpty()) {
      throw mistake(
          rootsFile.isPresent()
              ? "the input file names no root; write a URL or a folder on a line of it"
              : "nothing to crawl; type arachne crawl URL, or -i FILE");
    }
    if (allRoots.stream().anyMatch(String::isBlank)) {
      throw mistake("a root is empty; type a URL or a folder");
    }
    var options = CrawlOptions.crawlOf(allRoots);
    admission.applyTo(options);
    manners.applyTo(options);
    network.applyTo(options);
    output.applyTo(options);
    keeping.applyTo(options, DirectoryName.of(allRoots.getFirst(), "crawl"), spec);
    return options.build();
  }

  Verbosity verbosity() {
    return output.verbosity(spec);
  }

  private ParameterException mistake(String text) {
    return new ParameterException(spec.commandLine(), text);
  }
}
