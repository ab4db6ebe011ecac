package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.findings.SiteReport;
import dev.arachne.findings.Thresholds;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** {@code arachne check SEED...}: a crawl that fails if links are broken, for build servers. */
final class CheckCommand extends Verb {
  private static final List<String> USUALLY =
      List.of(
          "broken-links",
          "broken-images",
          "broken-parts",
          "broken-external-links",
          "redirect-loops",
          "malformed-links");

  private final Argument<List<String>> failOn =
      options
          .lists("--fail-on", "CHECKS", text -> text)
          .help(
              "The findings that make the check fail, as in arachne report. Default: "
                  + String.join(", ", USUALLY)
                  + ".");
  private final Argument<Boolean> internal =
      options.flag("--internal").help("Do not check links to other sites.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.CRAWL);
  private final Argument<List<String>> seeds = settings.special("SEED");
  private final Argument<List<String>> listed = settings.special("--input-file", Values::roots);
  private final StorageArguments storage = new StorageArguments(settings);
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  CheckCommand() {
    super(
        "check",
        "[OPTION]... SEED...",
        "Finds broken links of a site or a folder; exit code 1 if there are any.");
    brief(
        """
        Usage: arachne check [OPTION]... URL|FOLDER...
        Finds broken links and images of a site; exit code 1 if there are any.

          --internal           do not check links to other sites
          --fail-on CHECKS     errors, warnings, all, or names of checks [broken ones]
          --scope SCOPE        page, prefix, host, subdomains, domain or any [host]
          -l, --depth N        follow at most N links from a seed [no bound]
          --exclude REGEX      skip URLs that match
          --delay TIME         minimum time between two requests to a host
          -H, --header FIELD   send a header, such as 'Authorization: Bearer ...'
          --report FILE        write all findings: .html, .csv, .json, .xml, .sarif
          --dir DIR            keep the crawl, for arachne list, why and report
          -q, --quiet          print findings only

        Examples:
          arachne check https://example.com/
          arachne check public/ --internal --report report.html
          arachne check https://example.com/docs/ --scope prefix --fail-on errors

        arachne check --help lists all options, docs/report.md all checks.
        """);
    footer(
        """
        The options are those of arachne crawl. Nothing is kept without --dir. A folder is served on a
        loopback port while it is checked.

        Exit code: 0 no finding; 1 findings, or a seed could not be fetched; 2 a mistake at the command
        line; 3 this machine could not go on.

        Examples:
          arachne check https://example.com/
          arachne check public/ --internal --report report.html
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    SiteReporting reporting = SiteReporting.failingOn(failOn.or(USUALLY));
    CrawlOptions.Builder crawl = options();
    Optional<Path> directory = storage.directory();
    if (directory.isPresent()) {
      return check(crawl.directory(directory.get()), reporting);
    }
    Path temporary = Files.createTempDirectory("arachne-check");
    try {
      return check(crawl.directory(temporary.resolve("site.crawl")), reporting);
    } finally {
      delete(temporary);
    }
  }

  private CrawlOptions.Builder options() {
    List<String> all = new ArrayList<>(seeds.or(List.of()));
    listed.value().ifPresent(all::addAll);
    refuseOptions(seeds.or(List.of()));
    if (all.isEmpty() || all.stream().anyMatch(String::isBlank)) {
      throw mistake("nothing to check; use arachne check URL, or a folder");
    }
    var crawl = CrawlOptions.crawlOf(all);
    settings.applyTo(crawl);
    boolean isOfArchive = !crawl.get(OptionTable.FROM).isEmpty();
    if (!internal.isOn() && !isOfArchive) {
      crawl.external(ExternalTargets.CHECK);
    }
    if (crawl.get(OptionTable.FOLLOW).equals(OptionTable.FOLLOW.usual())) {
      Set<LinkGroup> shown = EnumSet.copyOf(LinkGroup.REQUISITES);
      shown.add(LinkGroup.PAGES);
      crawl.follow(shown);
    }
    return crawl.existing(ExistingCrawlPolicy.REPLACE);
  }

  private int check(CrawlOptions.Builder crawl, SiteReporting reporting)
      throws UsageException, IOException {
    Path kept = crawl.get(OptionTable.DIRECTORY).orElseThrow();
    Optional<Path> file = crawl.get(OptionTable.REPORT);
    if (file.isPresent()) {
      SiteReporting.form(file.get());
    }
    // With the report option, the crawl keeps the data that the report needs.
    CrawlOptions options = crawl.report(file.orElse(kept.resolve("report.json"))).build();
    Verbosity verbosity = flags.verbosity();
    int code =
        new CrawlRun(name(), new Crawl(options), verbosity, out(), err()).withoutReport().run();
    if (code != ExitCode.DONE && code != ExitCode.FAILED) {
      return code;
    }
    SiteReport report = SiteReporting.inspect(kept, Thresholds.DEFAULT, Optional.empty());
    out().print(reporting.findings(report));
    if (file.isPresent()) {
      reporting.write(report, SiteReporting.form(file.get()), file.get());
    }
    if (verbosity != Verbosity.QUIET) {
      out().println(reporting.summary(report));
    }
    out().flush();
    return code == ExitCode.DONE ? reporting.exitCode(report) : code;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
