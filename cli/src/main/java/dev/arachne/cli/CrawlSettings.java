package dev.arachne.cli;

import dev.arachne.cli.Argument.Unsaid;
import dev.arachne.crawl.CrawlOptions.Builder;
import dev.arachne.crawl.HostScope;
import dev.arachne.crawl.LinkGroup;
import dev.arachne.crawl.NofollowPolicy;
import dev.arachne.crawl.RobotsObedience;
import dev.arachne.frontier.Tempo;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that crawl, resume and scrape share, each with what it sets of a crawl; what is not
 * typed stays as it is. Each has one name of ours; the other spellings are those of wget, curl,
 * Scrapy and the crawler of "A Web Crawler With asyncio Coroutines" where they mean the same.
 */
final class CrawlSettings {
  private static final Set<LinkGroup> REQUISITES =
      Set.of(
          LinkGroup.STYLES, LinkGroup.ICONS, LinkGroup.IMAGES, LinkGroup.MEDIA, LinkGroup.SCRIPTS);

  private final Verb verb;
  private final List<Consumer<Builder>> settings = new ArrayList<>();
  private Section section;

  /** No options for {@code verb} so far. */
  CrawlSettings(Verb verb) {
    this.verb = verb;
    section = verb.options;
  }

  /** Sets what was typed. */
  void applyTo(Builder options) {
    settings.forEach(setting -> setting.accept(options));
  }

  /** Which URLs of those that are found are fetched. */
  CrawlSettings bounds() {
    section = verb.section("What belongs to the crawl");
    option("--depth -l --level", "N", Values::fromZero, Builder::maxDepth)
        .says("Follow at most N links from a root; 0 fetches the roots alone. Default: no bound.");
    option("--limit", "N", Values::longFromOne, Builder::maxPages)
        .says("Stop after N URLs. Default: no bound.");
    set(section.options("--include --accept-regex", "REGEX", Values::regex), Builder::include)
        .says("Fetch only URLs in which REGEX is found. Several: one of them.");
    set(section.options("--exclude --reject-regex", "REGEX", Values::regex), Builder::exclude)
        .says("Do not fetch URLs in which REGEX is found. Wins over --include.");
    hosts();
    return this;
  }

  private void hosts() {
    Argument<Boolean> lenient =
        section
            .flag("--lenient")
            .says(
                "All hosts of a root's registrable domain. Default: the root's host, with and without www.");
    Argument<Boolean> strict = section.flag("--strict").says("The default, not --lenient.");
    settings.add(options -> {
      if (lenient.isOn() && strict.isOn()) {
        throw new TypeConversionException(
            "--strict and --lenient exclude each other; type one of them");
      }
      if (lenient.isOn() || strict.isOn()) {
        options.hosts(lenient.isOn() ? HostScope.LENIENT : HostScope.STRICT);
      }
    });
  }

  /** Which links are followed. */
  CrawlSettings links() {
    Argument<List<LinkGroup>> follow =
        section
            .lists("--follow", "KIND", Values.oneOf(LinkGroup.values()))
            .says("Links to follow, separated by commas. Default: pages.");
    Argument<Boolean> requisites =
        section
            .flag("-p --page-requisites")
            .says(
                "Also follow what a page needs to be shown: styles, icons, images, media, scripts.");
    settings.add(options -> {
      if (follow.value().isPresent() || requisites.isOn()) {
        var groups = EnumSet.copyOf(follow.or(List.of(LinkGroup.PAGES)));
        groups.addAll(requisites.isOn() ? REQUISITES : Set.of());
        options.follow(groups);
      }
    });
    return this;
  }

  /** How a host is treated. */
  CrawlSettings manners() {
    section = verb.section("Manners");
    option("--delay -w --wait", "TIME", Values::time, Builder::delay)
        .says(
            "From one request to a host to the next, at least. Default: 0, or what its robots.txt asks for.");
    option("--max-crawl-delay", "TIME", Values::time, Builder::maxCrawlDelay)
        .says("What a robots.txt that asks for a longer delay gets. Default: 60 s.");
    option("--per-host", "N", Values::fromOne, Builder::perHost)
        .says(
            "Fetches from one host at a time, at most. Default: --tasks if all roots are on one host,"
                + " else 1.");
    option("--per-ip", "N", Values::fromOne, Builder::perAddress)
        .says(
            "Fetches from one IP address at a time, at most, whatever hosts are there. Default: no bound"
                + " if all roots are on one host, else 10.");
    option("--ip-delay", "TIME", Values::time, Builder::addressDelay)
        .says("From one request to an IP address to the next, at least. Default: 0.");
    set(
            section.flag("--no-adapt"),
            (options, fixed) -> options.tempo(fixed ? Tempo.FIXED : Tempo.ADAPTED))
        .says(
            "Ask as fast as these bounds allow. Default: below them, only as fast as a host is seen to"
                + " bear.");
    flag("--ignore-robots", options -> options.robots(RobotsObedience.IGNORE))
        .says("Do not ask for robots.txt. For sites of your own.");
    option("--nofollow", "WHAT", Values.oneOf(NofollowPolicy.values()), Builder::nofollow)
        .says(
            "Leave the links of pages that ask for it by meta robots or X-Robots-Tag (pages, the"
                + " default), links with rel=nofollow too (links), or none (ignore).");
    option("--user-agent -U -A", "NAME", Values::userAgent, Builder::userAgent)
        .says("The User-Agent header; its first word is the name that robots.txt is asked for.");
    return this;
  }

  /** How replies are got. */
  CrawlSettings network() {
    section = verb.section("Network");
    option("--tasks --parallel-max --max_tasks", "N", Values::fromOne, Builder::tasks)
        .says(
            "Fetches at a time, at most. Default: 10. Those that wait for slow hosts do not count.");
    option("--loops", "N", Values::fromOne, Builder::loops)
        .says("Event loops, each on a core, that fetch and read pages. Default: 1.");
    option(
            "--max-redirects --max-redirect --max-redirs --max_redirect",
            "N",
            Values::fromZero,
            Builder::maxRedirects)
        .says("Redirects from a URL to its page, at most. Default: 10.");
    option("--max-tries -t --tries --max_tries", "N", Values::fromOne, Builder::maxTries)
        .says("Attempts for a URL when the network fails. Default: 4.");
    option("--timeout -T", "TIME", Values::positiveTime, Builder::timeout)
        .says("How long a host may be silent. Default: 30 s.");
    return this;
  }

  /** What a crawl that is kept may take, and may lose. */
  CrawlSettings costs(String title) {
    section = verb.section(title);
    option("--memory", "SIZE", Values::memory, Builder::memory)
        .says(
            "What the crawl may take of memory, as in 512m or 2g, besides some 150 MB for the program"
                + " itself; what has no room is on disk, or waits. From 64m. Default: 512m.");
    option("--sync", "TIME", Values::time, Builder::syncTime)
        .says(
            "What a power cut may take of a crawl on disk; a killed process loses nothing. Default: 1 s.");
    option("--sync-commits", "N", Values::fromOne, Builder::syncCommits)
        .says("The same, as a number of commits. Default: 10000.");
    return this;
  }

  /** Where results go. */
  CrawlSettings output() {
    section = verb.section("Output");
    option("-o --output", "FILE", Values::outputFile, Builder::pages)
        .says("A line of JSON for each URL, as it is decided.");
    option("--save -P --directory-prefix", "DIR", Values::outputDirectory, Builder::save)
        .says("Save the bodies as files DIR/host/path.");
    return this;
  }

  private <T> Unsaid<T> option(
      String names, String label, ITypeConverter<T> reader, BiConsumer<Builder, T> setting) {
    return set(section.option(names, label, reader), setting);
  }

  private Unsaid<Boolean> flag(String name, Consumer<Builder> setting) {
    return set(
        section.flag(name),
        (options, on) -> {
          if (on) {
            setting.accept(options);
          }
        });
  }

  private <T> Unsaid<T> set(Unsaid<T> unsaid, BiConsumer<Builder, T> setting) {
    return description -> {
      Argument<T> argument = unsaid.says(description);
      settings.add(options -> argument.value().ifPresent(value -> setting.accept(options, value)));
      return argument;
    };
  }
}
