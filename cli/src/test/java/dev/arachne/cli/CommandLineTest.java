package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.ForeignOptions;
import dev.arachne.findings.Check;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Arachne.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          crwl http://a          | arachne: unknown verb crwl; did you mean arachne crawl?
          zzzz                   | arachne: unknown verb zzzz; use arachne --help
          mirror http://a        | arachne: unknown verb mirror; did you mean arachne crawl?
          archive verify a       | arachne archive: unknown verb verify; did you mean arachne archive check?
          scrape -s DOWNLOAD_DELAY=1 a | arachne scrape: -s: use --tasks for CONCURRENT_REQUESTS, --delay for DOWNLOAD_DELAY; docs/coming-from.md has more
          check --json a         | arachne check: --json: use --report FILE.json or FILE.csv for findings, -o FILE.jsonl or arachne list for URLs
          help crwl              | arachne: unknown verb crwl; did you mean arachne crawl?
          help crawl a           | arachne help: a is one argument too many; use arachne help --help
          http://a/              | arachne: a verb comes first; did you mean: arachne crawl http://a/
          example.com            | arachne: a verb comes first; did you mean: arachne crawl example.com
          help --hlp             | arachne help: unknown option --hlp; did you mean --help?
          --verison              | arachne: unknown option --verison; did you mean --version?
          --depth 3 crawl a      | arachne: --depth comes after its verb: arachne crawl --depth
          crawl                  | arachne crawl: nothing to crawl; use arachne crawl URL, or -i FILE
          crawl --warc a.example | arachne crawl: nothing to crawl: --warc has a.example for its directory; use --warc after the seeds, or --warc=DIR
          crawl --warc-skip 404 a | arachne crawl: --warc-skip: '404' says nothing of responses; use status=404, status=4xx, type=image/png or type=video/*
          crawl http//a/x        | arachne crawl: http//a/x: this is not a URL; use http://a/x
          crawl --dpeth=3 a      | arachne crawl: unknown option --dpeth; did you mean --depth?
          crawl --ignore a       | arachne crawl: unknown option --ignore; did you mean --ignore-robots?
          crawl --zzzz a         | arachne crawl: unknown option --zzzz; use arachne crawl --help
          crawl --depth          | arachne crawl: --depth needs a value: N
          plan                   | arachne plan: nothing to plan; use arachne plan URL
          watch                  | arachne watch: no page; use arachne watch URL
          plan --sample 0 a      | arachne plan: --sample: 0 is too small; use 1 or more
          why                    | arachne why: no URL; use arachne why URL DIR
          list                   | arachne list: no DIR; use arachne list [OPTION]... DIR
          crawl --depth x a      | arachne crawl: --depth: 'x' is not a whole number; use 0 or more
          crawl -l -1 a          | arachne crawl: --depth: -1 is too small; use 0 or more
          crawl --tasks 0 a      | arachne crawl: --tasks: 0 is too small; use 1 or more
          crawl --tasks 3000000000 a | arachne crawl: --tasks: 3000000000 is too large; use 2147483647 or less
          crawl --limit 0 a      | arachne crawl: --limit: 0 is too small; use 1 or more
          crawl --max-tries 0 a  | arachne crawl: --max-tries: 0 is too small; use 1 or more
          crawl --max-filesize 10q a | arachne crawl: --max-filesize: '10q' is not a size; use bytes as in 1000000, or 500k, 20M
          crawl --delay 3x a     | arachne crawl: --delay: '3x' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m
          crawl --load-cookies nowhere a | arachne crawl: --load-cookies: cannot read nowhere: there is no such file; use the name of another file
          crawl --save-cookies - a | arachne crawl: --save-cookies: this is not written to standard output; use a file
          crawl --ca-certificate nowhere a | arachne crawl: --ca-certificate: cannot read nowhere: there is no such file; use the name of another file
          crawl --client-cert nowhere a | arachne crawl: --client-cert: cannot read nowhere: there is no such file; use the name of another file
          crawl --client-cert /etc/hostname --store memory a | arachne crawl: --client-cert /etc/hostname: there is no certificate in PEM
          crawl --client-key /etc/hostname --store memory a | arachne crawl: --client-key: there is no certificate for the key; use --client-cert FILE too
          crawl --resolve a:b a  | arachne crawl: --resolve: 'a:b' is not an address of a host; use HOST:PORT:ADDRESS
          crawl --resolve a:0:::1 a | arachne crawl: --resolve: 0 is not a port; use 1 to 65535
          crawl --resolve a:80:b a | arachne crawl: --resolve: 'b' is not an IP address; use one such as 127.0.0.1 or [::1]
          crawl --resolve *:80:::1 a | arachne crawl: --resolve: '*' is not a host name; use one such as www.example.com
          crawl --bind-address b a | arachne crawl: --bind-address: 'b' is not an IP address; use one such as 127.0.0.1 or [::1]
          crawl --bind-address 192.0.2.7 --store memory a | arachne crawl: --bind-address 192.0.2.7: this machine has no such address; use one that ip address shows
          crawl --http1.1 --http2 a | arachne crawl: --http1.1 and --http2 exclude each other; use one of them
          crawl -k --check-certificates a | arachne crawl: -k and --check-certificates exclude each other; use one of them
          crawl -u secret a      | arachne crawl: --user: the password is missing; use USER:PASSWORD, with nothing behind the colon for none
          crawl -H secret a      | arachne crawl: --header: this is not a header; use "Name: value"
          crawl -H Host:a a      | arachne crawl: --header: Host is written by the client; use another header
          crawl --delay -1 a     | arachne crawl: --delay: '-1' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m
          crawl --delay 9999999999999h a | arachne crawl: --delay: '9999999999999h' is too long; use 8760h or less
          crawl --timeout 0 a    | arachne crawl: --timeout: a time of zero leaves no time at all; use 1 or more
          crawl --include ( a    | arachne crawl: --include: '(' is not a regular expression: unclosed group at character 2
          crawl --follow image a | arachne crawl: --follow: 'image' is not one of pages, styles, icons, images, media, scripts, manifests, metadata, forms, pdf, script-urls, api
          crawl -U ä a           | arachne crawl: --user-agent: a name is needed, of visible ASCII characters and spaces
          crawl -i /no/such a    | arachne crawl: --input-file: there is no file /no/such
          crawl -o /no/such/f a  | arachne crawl: --output: there is no directory /no/such to write to; make it first
          crawl -o / a           | arachne crawl: --output: / is a directory; use the name of a file
          crawl -4 a             | arachne crawl: unknown option -4; use arachne crawl --help
          scrape -4 a            | arachne scrape: unknown option -4; use arachne scrape --help
          crawl --timeout 2147483648 a | arachne crawl: --timeout: '2147483648' is too long; use 8760h or less
          crawl --depth ٣ a      | arachne crawl: --depth: '٣' is not a whole number; use 0 or more
          --json robots a        | arachne: --json comes after its verb: arachne robots --json
          --kind a               | arachne: --kind comes after its verb: arachne links --kind
          links                  | arachne links: no page; use arachne links URL, or a file, or -
          links a b              | arachne links: b is one argument too many; use arachne links --help
          links /no/such         | arachne links: there is no file /no/such; use a file or a URL
          links --kind anchr a   | arachne links: --kind: 'anchr' is not a kind of link; did you mean anchor?
          links --kind zzzz a    | arachne links: --kind: 'zzzz' is not a kind of link; use one of anchor, area, link, stylesheet, icon, hint, manifest, iframe, frame, image, media, embed, script, form, refresh, lazy, css, metadata, script-url, pdf, api, feed-entry, redirect, sitemap
          links --base x:y a     | arachne links: --base: 'x:y': scheme x is not crawled; use one such as http://example.com/
          links mailto:a@b       | arachne links: 'mailto:a@b': scheme mailto is not crawled; use one such as http://example.com/
          robots                 | arachne robots: no URL; use arachne robots URL
          robots ftp://a/        | arachne robots: URL: 'ftp://a/': scheme ftp is not crawled; use one such as http://example.com/
          robots --agent Bot/2.1 a | arachne robots: --agent: no robots.txt can name 'Bot/2.1', only letters, - and _; use Bot
          robots --agent 360 a   | arachne robots: --agent: no robots.txt can name '360', only letters, - and _; use such a name
          scrape                 | arachne scrape: nothing to scrape; use --rules FILE, or --field NAME=EXPR
          scrape a               | arachne scrape: nothing to scrape; use --rules FILE, or --field NAME=EXPR
          scrape --field t=h1    | arachne scrape: no seed; use arachne scrape URL, or name it in the rules: start: URL
          scrape --field t a     | arachne scrape: --field: 't' does not say where to find it; use NAME=EXPR such as title=h1
          scrape --field t:x=b a | arachne scrape: --field: field t: 'x' is not a type; use string, number, number(,), date, date(d MMMM yyyy), url, lines or json
          scrape --field t=b --field t=i a | arachne scrape: --field: field t: there are two of this name; rename one
          scrape --item li[ --field t=b a | arachne scrape: --item: 'li[' is not a CSS selector (Did not find balanced marker at ''); use one such as li.film or a.title::attr(href)
          scrape --follow pattern:( --field t=b a | arachne scrape: --follow: '(' is not a regular expression: unclosed group at character 2
          scrape --rules /no/such a | arachne scrape: --rules: there is no file /no/such
          scrape --field t=b -o x -O ./x a | arachne scrape: two outputs go to ./x; use another file for one of them
          scrape --field t=b -o x.json a | arachne scrape: nothing can be appended to a JSON array; use -O x.json, or a file of lines: -o FILE.jsonl
          scrape --field t=b --format xls a | arachne scrape: --format: 'xls' is not one of jsonl, json, csv, tsv, xml
          scrape --field t=b -q -v a | arachne scrape: -q and -v exclude each other; use one of them
          fetch                  | arachne fetch: no URL; use arachne fetch URL
          fetch http://a:b@[/    | arachne fetch: URL: 'http://a:***@[/': the host is not a valid IPv6 address; use one such as http://example.com/
          fetch --hed a          | arachne fetch: unknown option --hed; did you mean --head?
          fetch -H x a           | arachne fetch: --header: 'x' is not a header; use "Name: value"
          fetch -H x: a          | arachne fetch: --header: 'x:' is not a header; use "Name: value"
          fetch -H ä:b a         | arachne fetch: --header: not a header name: ä; use another header
          fetch -H Host:b a      | arachne fetch: --header: Host is written by the client; use another header
          fetch -e ☃ a           | arachne fetch: --referer: not a value of header Referer: ☃; use another header
          fetch -A ä a           | arachne fetch: --user-agent: a name is needed, of visible ASCII characters and spaces
          fetch -u me a          | arachne fetch: --user: the password is missing; use USER:PASSWORD, with nothing behind the colon for none
          fetch -x a:b:c a       | arachne fetch: --proxy: this names no proxy; use one such as http://host:3128 or socks5://host:1080
          fetch -x https://a a   | arachne fetch: --proxy: proxies of scheme https are not supported; use http:// or socks5://
          fetch -x a:99999 a     | arachne fetch: --proxy: 99999 is not a port; use 1 to 65535
          fetch -x a:0 a         | arachne fetch: --proxy: 0 is not a port; use 1 to 65535
          fetch --resolve a:b a  | arachne fetch: --resolve: 'a:b' is not an address of a host; use HOST:PORT:ADDRESS
          fetch --resolve a:1:b a | arachne fetch: --resolve: 'b' is not an IP address; use one such as 127.0.0.1 or [::1]
          fetch --bind-address 192.0.2.7 a | arachne fetch: --bind-address 192.0.2.7: this machine has no such address; use one that ip address shows
          fetch --client-key /etc/hostname a | arachne fetch: --client-key: there is no certificate for the key; use --client-cert FILE too
          fetch --ca-certificate /etc/hostname a | arachne fetch: --ca-certificate /etc/hostname: there is no certificate in PEM
          fetch --max-filesize 1T a | arachne fetch: --max-filesize: '1T' is not a size; use bytes as in 1000000, or 500k, 20M
          fetch --json --max-filesize 2G a | arachne fetch: --max-filesize: --json has the body in memory; use 2147483583 at most, or -o FILE
          fetch --max-time 0 a   | arachne fetch: --max-time: a time of zero leaves no time at all; use 1 or more
          fetch -o /no/such/f a  | arachne fetch: --output: there is no directory /no/such to write to; make it first
          compare --pages 0      | arachne compare: --pages: 0 is too small; use 1 or more
          compare --pages 10001  | arachne compare: --pages: 10001 is too large; use 10000 or less
          compare --repeat x     | arachne compare: --repeat: 'x' is not a whole number; use 1 or more
          compare --latency 21   | arachne compare: --latency: 21 is too long; use 20s or less
          compare --latency 4x   | arachne compare: --latency: '4x' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m
          compare https://a/     | arachne compare: 'https://a/': most of the ways know no TLS; use a URL that begins with http://
          compare ftp://a/       | arachne compare: 'ftp://a/': scheme ftp is not crawled; use one such as http://example.com/
          compare --pages 2 a    | arachne compare: --pages and --latency are those of the site that is served where no URL is typed; leave them out, or the URLs
          compare --latency 0 a  | arachne compare: --pages and --latency are those of the site that is served where no URL is typed; leave them out, or the URLs
          compare -o /no/such/f  | arachne compare: --output: there is no directory /no/such to write to; make it first
          compare --jsn          | arachne compare: unknown option --jsn; did you mean --json?
          crawl -q -v a          | arachne crawl: -q and -v exclude each other; use one of them
          crawl --mirror a       | arachne crawl: --mirror: use --page-requisites --save DIR for files, or --warc for an exact archive
          crawl --retries=3 a    | arachne crawl: --retries: use --max-tries N; it counts the first attempt too
          crawl -c 5 a           | arachne crawl: -c: use --tasks N for parallel requests; to continue, run the same command again
          crawl --obey-robots a  | arachne crawl: --obey-robots: leave it out; robots.txt is obeyed by default
          crawl --max-pages x a  | arachne crawl: --limit: 'x' is not a whole number; use 1 or more
          crawl --scope site a   | arachne crawl: --scope: 'site' is not one of page, prefix, host, subdomains, domain, any
          crawl -D http://a/ a   | arachne crawl: --domains: 'http://a/' is not a domain; use a name such as example.com
          check                  | arachne check: nothing to check; use arachne check URL, or a folder
          check --fail-on x a    | arachne check: --fail-on x: no check has this name; use errors, warnings, all or some of CHECKS
          crawl -l 1 --level 2 a | arachne crawl: --depth is given twice
          """)
  void aMistakeGetsOneLineThatSaysWhatToType(String arguments, String line) {
    assertEquals(ExitCode.USAGE, run(arguments.split(" ")));
    String checks = Arrays.stream(Check.values()).map(Check::id).collect(Collectors.joining(","));
    assertEquals(line.replace("CHECKS", checks) + System.lineSeparator(), err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void helpInShortFitsAScreenAndNamesOptionsThatThereAre() {
    for (String verb : List.of("crawl", "check", "scrape", "resume", "")) {
      String[] typed = verb.isEmpty() ? new String[] {"-h"} : new String[] {verb, "-h"};
      out.getBuffer().setLength(0);
      assertEquals(ExitCode.DONE, run(typed));
      String brief = out.toString();
      assertTrue(brief.lines().count() <= 24, brief);
      assertEquals(List.of(), brief.lines().filter(line -> line.length() > 80).toList());
      out.getBuffer().setLength(0);
      assertEquals(ExitCode.DONE, run("help", verb.isEmpty() ? "crawl" : verb));
      String whole = out + " VERB --help ";
      Pattern.compile("(?<![\\w-])--?[a-z][a-z-]*")
          .matcher(brief)
          .results()
          .filter(option -> !whole.contains(option.group()))
          .forEach(option -> fail(verb + " has no " + option.group()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--max-pages=5, --limit=5",
    "--max_depth 2, --depth 2",
    "--maxDepth 2, --depth 2",
    "--concurrency 3, --tasks 3",
    "--no-parent, --scope prefix",
    "-np, --scope prefix",
    "--span-hosts, --scope any",
    "--user_agent me, --user-agent me",
  })
  void optionsOfOtherProgramsWork(String theirs, String ours) {
    Set<String> known = new CrawlCommand().commandLine().getCommandSpec().optionsMap().keySet();
    assertEquals(
        Optional.of(List.of((ours + " -- " + theirs).split(" "))),
        ForeignOptions.translated(List.of((theirs + " -- " + theirs).split(" ")), known));
  }

  @Test
  void synonymsOfOtherProgramsNameOptions() {
    Set<String> known = new CrawlCommand().commandLine().getCommandSpec().optionsMap().keySet();
    ForeignOptions.all()
        .forEach((theirs, ours) -> {
          assertFalse(theirs.startsWith("--") && known.contains(theirs), theirs);
          Pattern.compile("(?<![\\w-])--[a-z-]*[a-z]")
              .matcher(ours)
              .results()
              .map(MatchResult::group)
              .filter(option -> !known.contains(option) && !option.equals("--csv"))
              .forEach(option -> fail(theirs + " stands for " + option));
        });
  }

  @Test
  void aRootMustNotBeEmpty() {
    assertEquals(ExitCode.USAGE, run("crawl", ""));
    assertEquals("arachne crawl: a seed is empty; use a URL or a folder\n", err.toString());
  }

  @Test
  void aMistakeWithControlCharactersStaysOneHarmlessLine() {
    assertEquals(ExitCode.USAGE, run("crawl", "--a\n\u001b[31m", "a"));
    assertEquals(
        "arachne crawl: unknown option --a\\u{a}\\u{1b}[31m; use arachne crawl --help\n",
        err.toString());
  }

  @Test
  void withoutAVerbThereIsHelpThatNamesTheVerbs() {
    assertEquals(ExitCode.DONE, run());
    assertTrue(out.toString().contains("  crawl URL  "), out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void helpAboutAVerbIsTheSameByEitherSpelling() {
    assertEquals(ExitCode.DONE, run("crawl", "--help"));
    String byOption = out.toString();
    out.getBuffer().setLength(0);
    assertEquals(ExitCode.DONE, run("help", "crawl"));
    assertEquals(byOption, out.toString());
    assertTrue(byOption.contains("--max-redirects"), byOption);
  }

  @Test
  void theHelpOfEveryVerbFitsAHundredColumnsAndEndsNoLineInBlanks() {
    for (var verb :
        List.of(
            "crawl", "plan", "resume", "recrawl", "changes", "watch", "status", "stop", "why",
            "scrape", "archive", "fetch", "links", "robots", "compare", "help")) {
      assertEquals(ExitCode.DONE, run("help", verb));
    }
    assertEquals(List.of(), out.toString().lines().filter(line -> line.length() > 100).toList());
    assertEquals(List.of(), out.toString().lines().filter(line -> line.endsWith(" ")).toList());
  }

  @Test
  void theVersionNamesTheJdk() {
    assertEquals(ExitCode.DONE, run("-V"));
    assertEquals(Version.text() + System.lineSeparator(), out.toString());
    assertTrue(Version.text().contains("JDK " + Runtime.version()), Version.text());
  }
}
