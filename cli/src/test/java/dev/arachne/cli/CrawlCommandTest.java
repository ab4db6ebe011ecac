package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.arguments.ExitCode;
import dev.arachne.frontier.SyncBounds;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SeedScope;
import dev.arachne.pace.Throttling;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CrawlCommandTest {
  @TempDir Path directory;

  private static CrawlCommand command(String... arguments) {
    var command = new CrawlCommand();
    command.commandLine().parseArgs(arguments);
    return command;
  }

  private static CrawlOptions options(String arguments) {
    return command(arguments.split(" ")).options();
  }

  @Test
  void withRootsAloneEveryOptionHasTheLibrarysDefault() {
    assertEquals(
        CrawlOptions.crawlOf("http://a/", "b.example").directory(Path.of("a.crawl")).build(),
        options("http://a/ b.example"));
    assertEquals(
        CrawlOptions.crawlOf("http://a/", "b.example").build(),
        options("--store memory http://a/ b.example"));
  }

  @Test
  void everyOptionReachesTheCrawl() {
    var options =
        options(
            "--lenient --include x --include y --exclude z --follow pages,images --depth 2 --limit 7"
                + " --ignore-robots --delay 1.5 --tasks 3 --loops 2 --max-redirects 4 --max-tries 5"
                + " --timeout 6s --user-agent me/1 --nofollow links -o pages.jsonl --save kept"
                + " --dir here --fresh --memory 1g --sync 200ms --sync-commits 50 --per-host 2"
                + " --per-ip 3 --ip-delay 0.2 --max-crawl-delay 7 --no-adapt a");
    assertEquals(OptionalInt.of(2), options.politeness().perHost());
    assertEquals(OptionalInt.of(3), options.politeness().perAddress());
    assertEquals(Duration.ofMillis(200), options.politeness().addressDelay());
    assertEquals(Duration.ofSeconds(7), options.politeness().maxCrawlDelay());
    assertEquals(Throttling.FIXED, options.politeness().throttling());
    assertEquals(Optional.of(Path.of("here")), options.storage().directory());
    assertEquals(ExistingCrawlPolicy.REPLACE, options.storage().existing());
    assertEquals(1L << 30, options.limits().memory());
    assertEquals(new SyncBounds(Duration.ofMillis(200), 50), options.storage().sync());
    assertEquals(SeedScope.DOMAIN, options.scope().seeds());
    assertEquals(List.of("x", "y"), texts(options.scope().include()));
    assertEquals(List.of("z"), texts(options.scope().exclude()));
    assertEquals(Set.of(LinkGroup.PAGES, LinkGroup.IMAGES), options.scope().follow());
    assertEquals(2, options.limits().maxDepth());
    assertEquals(7, options.limits().maxPages());
    assertEquals(RobotsPolicy.IGNORE, options.politeness().robots());
    assertEquals(Duration.ofMillis(1500), options.politeness().delay());
    assertEquals(3, options.network().tasks());
    assertEquals(2, options.network().loops());
    assertEquals(4, options.limits().maxRedirects());
    assertEquals(5, options.politeness().maxTries());
    assertEquals(Duration.ofSeconds(6), options.network().timeout());
    assertEquals("me/1", options.network().userAgent());
    assertEquals(NofollowPolicy.LINKS, options.scope().nofollow());
    assertEquals(List.of(Path.of("pages.jsonl")), options.outputs().pages());
    assertEquals(Optional.of(Path.of("kept")), options.outputs().save());
  }

  private static List<String> texts(List<Pattern> patterns) {
    return patterns.stream().map(Pattern::pattern).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "-l 2, --depth 2",
    "--level 2, --depth 2",
    "-w 2, --delay 2",
    "--wait 2, --delay 2",
    "-U me, --user-agent me",
    "-A me, --user-agent me",
    "-t 2, --max-tries 2",
    "--tries 2, --max-tries 2",
    "-T 2, --timeout 2",
    "--max-redirect 2, --max-redirects 2",
    "--max-redirs 2, --max-redirects 2",
    "--parallel-max 2, --tasks 2",
    "--max_tasks 2, --tasks 2",
    "--max_redirect 2, --max-redirects 2",
    "--max_tries 2, --max-tries 2",
    "--strict, --delay 0",
    "-P kept, --save kept",
    "--directory-prefix kept, --save kept",
    "--output f, -o f",
    "--page-requisites, -p",
    "--strict, --scope host",
    "--lenient, --scope domain",
    "-D a.example, --domains a.example",
    "-Q 5m, --max-bytes 5m",
  })
  void spellingsOfOtherToolsMeanTheSame(String theirs, String ours) {
    assertEquals(options(ours + " a"), options(theirs + " a"));
  }

  @ParameterizedTest
  @CsvSource({
    "--accept-regex x, include",
    "--reject-regex x, exclude",
  })
  void wgetsNamesOfTheFiltersAreUnderstood(String theirs, String component) {
    Function<CrawlOptions, List<Pattern>> patterns =
        component.equals("include") ? it -> it.scope().include() : it -> it.scope().exclude();
    assertEquals(List.of("x"), texts(patterns.apply(options(theirs + " a"))));
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1, PT1S",
    "1.5, PT1.5S",
    ".5, PT0.5S",
    "2., PT2S",
    "500ms, PT0.5S",
    "0.5ms, PT0.0005S",
    "2s, PT2S",
    "1m, PT1M",
    "1.5h, PT1H30M",
  })
  void aTimeIsInSecondsOrHasAUnit(String typed, Duration delay) {
    assertEquals(delay, options("--delay " + typed + " a").politeness().delay());
  }

  @Test
  void rootsOfAFileFollowThoseOfTheCommandLine() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("roots"), "\uFEFFhttp://b/\r\n\n  # no root\n c.example \n");
    assertEquals(
        List.of("http://a/", "http://b/", "c.example"),
        command("-i", file.toString(), "http://a/").options().seeds().roots());
  }

  @Test
  void aFileWithoutRootsIsAMistake() throws IOException {
    Path file = Files.writeString(directory.resolve("roots"), "# none\n");
    var err = new StringWriter();
    var arguments = new String[] {"crawl", "-i", file.toString()};
    assertEquals(
        ExitCode.USAGE, Arachne.run(arguments, new PrintWriter(err), new PrintWriter(err)));
    assertEquals(
        "arachne crawl: the input file has no seed; write one URL or folder per line\n",
        err.toString());
  }

  @Test
  void bodiesCannotBeSavedUnderAFile() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var err = new StringWriter();
    var arguments = new String[] {"crawl", "--save", file.toString(), "a"};
    assertEquals(
        ExitCode.USAGE, Arachne.run(arguments, new PrintWriter(err), new PrintWriter(err)));
    assertEquals(
        "arachne crawl: --save: " + file + " is a file; use the name of a directory\n",
        err.toString());
  }

  @Test
  void strictAndLenientExcludeEachOther() {
    var err = new StringWriter();
    var arguments = new String[] {"crawl", "--strict", "--lenient", "a"};
    assertEquals(
        ExitCode.USAGE, Arachne.run(arguments, new PrintWriter(err), new PrintWriter(err)));
    assertEquals(
        "arachne crawl: --strict and --lenient exclude each other; use one of them\n",
        err.toString());
  }

  @Test
  void verbosityIsNormalUnlessAskedOtherwise() {
    assertEquals(Verbosity.NORMAL, command("a").verbosity());
    assertEquals(Verbosity.QUIET, command("-q", "a").verbosity());
    assertEquals(Verbosity.VERBOSE, command("-v", "a").verbosity());
    assertEquals(Verbosity.VERBOSE, command("-v", "-v", "a").verbosity());
    assertEquals(Verbosity.VERBOSE, command("-vvv", "a").verbosity());
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.com/, example.com.crawl",
    "https://example.com/a/b?c, example.com.crawl",
    "example.com:8080, example.com_8080.crawl",
    "http://[::1]:81/, ___1__81.crawl"
  })
  void aCrawlIsKeptUnderTheNameOfItsFirstRoot(String root, Path expected) {
    assertEquals(expected, DirectoryName.of(root, "crawl"));
  }

  @Test
  void aCrawlOfAFolderIsKeptUnderItsRealPath() throws IOException {
    String name = directory.toRealPath().toString().substring(1).replace('/', '_') + ".crawl";
    assertEquals(Path.of(name), DirectoryName.of(directory.toString(), "crawl"));
  }
}
