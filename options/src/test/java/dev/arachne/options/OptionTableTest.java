package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcDigest;
import dev.arachne.frontier.PathBudget;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import dev.arachne.options.CrawlOption.Weight;
import dev.arachne.pace.Throttling;
import dev.arachne.protocol.RequestField;
import dev.arachne.robots.Purpose;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each row of the table, with a value that is not the usual one. */
class OptionTableTest {
  @TempDir Path temporary;

  /** An option and a value of it. */
  record Sample<T>(CrawlOption<T> option, T value) {
    CrawlOptions.Builder set(CrawlOptions.Builder builder) {
      return builder.set(option, value);
    }

    List<String> texts() {
      return option.type().texts(value);
    }

    /** The texts of the option in {@code options}: values of some types equal only themselves. */
    List<String> textsIn(CrawlOptions options) {
      return option.type().texts(option.of(options));
    }

    List<String> textsReadAgain() {
      return option.type().texts(option.type().read(texts()));
    }

    @Override
    public String toString() {
      return option.name() + " " + texts();
    }
  }

  static final List<Sample<?>> SAMPLES =
      List.of(
          new Sample<>(OptionTable.ROOTS, List.of("http://a/", "b.example", "/a \"folder\"\n\\x")),
          new Sample<>(OptionTable.FROM, List.of(Path.of("/a.warc.gz"), Path.of("/all of them"))),
          new Sample<>(OptionTable.AT, Optional.of(Instant.parse("2026-11-23T21:00:00Z"))),
          new Sample<>(OptionTable.CAPTURES, CaptureChoice.ALL),
          new Sample<>(
              OptionTable.REVISIT_BEFORE, Optional.of(Instant.parse("2026-11-24T21:00:00.5Z"))),
          new Sample<>(OptionTable.REVISIT_MOST, 1L << 40),
          new Sample<>(OptionTable.RULES, Optional.of(rules())),
          new Sample<>(OptionTable.DEPTH, 0),
          new Sample<>(OptionTable.LIMIT, 1L << 40),
          new Sample<>(OptionTable.MAX_TIME, Optional.of(Duration.ofMinutes(90))),
          new Sample<>(OptionTable.MAX_BYTES, 3L << 30),
          new Sample<>(OptionTable.MAX_ERRORS, 100L),
          new Sample<>(
              OptionTable.BUDGETS,
              List.of(
                  new PathBudget(Optional.empty(), "/blog/", 100),
                  new PathBudget(Optional.of("a.example:81"), "/=b/", 0))),
          new Sample<>(
              OptionTable.INCLUDE,
              List.of(
                  Pattern.compile("a # any\n\n |/", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS),
                  Pattern.compile("(?s)\\R\u2028\uD83D\uDD77"))),
          new Sample<>(OptionTable.EXCLUDE, List.of(Pattern.compile("a.b(", Pattern.LITERAL))),
          new Sample<>(OptionTable.SCOPE, SeedScope.DOMAIN),
          new Sample<>(OptionTable.DOMAINS, List.of("a.example", "xn--bcher-kva.example")),
          new Sample<>(OptionTable.EXCLUDED_DOMAINS, List.of("b.example")),
          new Sample<>(OptionTable.FOLLOW, Set.of(LinkGroup.IMAGES, LinkGroup.FORMS)),
          new Sample<>(OptionTable.REQUISITES, PageRequisites.FETCH),
          new Sample<>(OptionTable.SITEMAPS, Optional.of(SitemapPolicy.ONLY)),
          new Sample<>(OptionTable.SOFT_NOT_FOUND, SoftNotFoundPolicy.NAME),
          new Sample<>(OptionTable.TRAPS, TrapPolicy.CLOSE),
          new Sample<>(OptionTable.EXTERNAL, ExternalTargets.CHECK),
          new Sample<>(OptionTable.DELAY, Duration.ofNanos(1_500_000_001)),
          new Sample<>(OptionTable.MAX_CRAWL_DELAY, Duration.ofHours(3)),
          new Sample<>(OptionTable.PER_HOST, OptionalInt.of(7)),
          new Sample<>(OptionTable.PER_IP, OptionalInt.of(8)),
          new Sample<>(OptionTable.IP_DELAY, Duration.ofMillis(200)),
          new Sample<>(OptionTable.TEMPO, Throttling.FIXED),
          new Sample<>(OptionTable.ROBOTS, RobotsPolicy.IGNORE),
          new Sample<>(OptionTable.PURPOSE, Optional.of(Purpose.AI_TRAIN)),
          new Sample<>(OptionTable.NOFOLLOW, NofollowPolicy.LINKS),
          new Sample<>(OptionTable.USER_AGENT, "me/1 (+http://me.example/)"),
          new Sample<>(OptionTable.COOKIES, CookiePolicy.IGNORE),
          new Sample<>(OptionTable.LOAD_COOKIES, Optional.of(Path.of("/from.txt"))),
          new Sample<>(OptionTable.SAVE_COOKIES, Optional.of(Path.of("/to.txt"))),
          new Sample<>(OptionTable.HEADERS, List.of(new RequestField("X-Key", "a: b"))),
          new Sample<>(
              OptionTable.USERS,
              List.of(
                  SiteUser.ofRoots("me", "pass:word"),
                  SiteUser.of(CrawlUrl.of("http://you:%20x@a.example:81/")).orElseThrow())),
          new Sample<>(OptionTable.NETRC, Optional.of(Path.of("/home/.netrc"))),
          new Sample<>(
              OptionTable.PROXIES,
              List.of(
                  SiteProxy.of(SiteProxy.parse("socks5://me:a%40b:c@[::1]:1")),
                  new SiteProxy(Optional.of("https"), SiteProxy.parse("p.example")))),
          new Sample<>(OptionTable.DIRECT, List.of("a.example", "10.0.0.0/8")),
          new Sample<>(OptionTable.ADDRESSES, AddressScope.ANY),
          new Sample<>(OptionTable.HOST_TABLE, Optional.of(Path.of("/home/hosts.yaml"))),
          new Sample<>(OptionTable.SIGNING_KEY, Optional.of(Path.of("/bot.pem"))),
          new Sample<>(OptionTable.AGENT, Optional.of(URI.create("https://bot.example"))),
          new Sample<>(OptionTable.CLIENT_CERTIFICATE, Optional.of(Path.of("/me.pem"))),
          new Sample<>(OptionTable.CLIENT_KEY, Optional.of(Path.of("/me.key"))),
          new Sample<>(OptionTable.AUTHORITIES, Optional.of(Path.of("/ca.pem"))),
          new Sample<>(OptionTable.CERTIFICATES, CertificatePolicy.IGNORE),
          new Sample<>(
              OptionTable.RESOLVE,
              List.of(
                  new FixedAddresses("a.example", 443, List.of(InetAddress.ofLiteral("10.0.0.1"))),
                  new FixedAddresses(
                      "::1",
                      80,
                      List.of(InetAddress.ofLiteral("::2"), InetAddress.ofLiteral("1.2.3.4"))))),
          new Sample<>(OptionTable.BIND_ADDRESS, Optional.of(InetAddress.ofLiteral("127.0.0.9"))),
          new Sample<>(OptionTable.HTTP, Http2.OFF),
          new Sample<>(OptionTable.TASKS, Integer.MAX_VALUE),
          new Sample<>(OptionTable.LOOPS, 3),
          new Sample<>(OptionTable.MAX_REDIRECTS, 0),
          new Sample<>(OptionTable.MAX_FILE_SIZE, 500L << 10),
          new Sample<>(OptionTable.CUT_BODIES, CutBodies.KEEP),
          new Sample<>(OptionTable.LIMIT_RATE, 1L << 20),
          new Sample<>(OptionTable.LIMIT_RATE_PER_HOST, 200L << 10),
          new Sample<>(OptionTable.MAX_TRIES, 9),
          new Sample<>(OptionTable.PATIENCE, Duration.ofHours(1)),
          new Sample<>(OptionTable.TIMEOUT, Duration.ofMinutes(90)),
          new Sample<>(OptionTable.RENDER, RenderPolicy.ALWAYS),
          new Sample<>(OptionTable.RENDER_WAIT, new RenderWait.Element("#list > .item:not(.a)")),
          new Sample<>(OptionTable.RENDER_INTERACTION, RenderInteraction.ON),
          new Sample<>(OptionTable.RENDER_TABS, 7),
          new Sample<>(OptionTable.BROWSER, Optional.of(Path.of("/a browser"))),
          new Sample<>(OptionTable.BROWSER_SANDBOX, BrowserSandbox.OFF),
          new Sample<>(OptionTable.SCREENSHOT, Optional.of(Path.of("/pictures d"))),
          new Sample<>(OptionTable.PDF, Optional.of(Path.of("/pdfs d"))),
          new Sample<>(OptionTable.DIRECTORY, Optional.of(Path.of("/kept"))),
          new Sample<>(OptionTable.EXISTING, ExistingCrawlPolicy.CHANGE),
          new Sample<>(OptionTable.MEMORY, (64L << 20) + 5),
          new Sample<>(OptionTable.SYNC, Duration.ZERO),
          new Sample<>(OptionTable.SYNC_COMMITS, 50),
          new Sample<>(OptionTable.OUTPUT, List.of(Path.of("/a\nb\u001b[1m"))),
          new Sample<>(OptionTable.SAVE, Optional.of(Path.of("/save d"))),
          new Sample<>(OptionTable.WARC, Optional.of(Path.of("/warc d"))),
          new Sample<>(OptionTable.WARC_SIZE, 3L << 20),
          new Sample<>(OptionTable.WARC_DIGEST, WarcDigest.Algorithm.SHA256),
          new Sample<>(OptionTable.WARC_REVISIT_FROM, 5_000L),
          new Sample<>(
              OptionTable.WARC_SKIP,
              List.of(ArchiveSkip.parse("status=4xx"), ArchiveSkip.parse("type=video/*"))),
          new Sample<>(
              OptionTable.DEDUP, List.of(Path.of("/earlier.crawl"), Path.of("/index.cdxj"))),
          new Sample<>(OptionTable.INDEX, SearchIndex.PAGES),
          new Sample<>(
              OptionTable.EMBEDDING,
              Optional.of(URI.create("http://127.0.0.1:8080/v1/embeddings?version=2"))),
          new Sample<>(OptionTable.EMBEDDING_MODEL, Optional.of("a model/of-texts v2")),
          new Sample<>(OptionTable.REPORT, Optional.of(Path.of("/report d.html"))),
          new Sample<>(OptionTable.MARKDOWN, Optional.of(Path.of("/pages"))),
          new Sample<>(
              OptionTable.DASHBOARD,
              Optional.of(new InetSocketAddress(InetAddress.ofLiteral("::1"), 8_080))),
          new Sample<>(
              OptionTable.ITEMS,
              List.of(
                  ItemFile.overwrite(Path.of("/a b.csv")).in(ItemForm.CSV),
                  ItemFile.append(Path.of("/csv /c")))),
          new Sample<>(OptionTable.COLUMNS, ItemFormat.csv(List.of("a", "b,c"))),
          new Sample<>(OptionTable.ORDERED, ItemOrder.PAGES));

  private static ItemRules rules() {
    try {
      return ItemRules.parse("rules", "fields:\n  title: title\n  \"two\": h2\n");
    } catch (RulesException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void everyOptionHasASample() {
    assertEquals(OptionTable.ALL, SAMPLES.stream().<CrawlOption<?>>map(Sample::option).toList());
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void aValueReachesTheOptionsOfTheCrawlAndNoOtherIsTouched(Sample<?> sample) {
    CrawlOptions usual = CrawlOptions.crawlOf("a").build();
    CrawlOptions options = sample.set(CrawlOptions.crawlOf("a")).build();
    for (Sample<?> other : SAMPLES) {
      List<String> expected = other == sample ? sample.texts() : other.textsIn(usual);
      assertEquals(expected, other.textsIn(options), other.option().name());
    }
    assertNotEquals(sample.texts(), sample.textsIn(usual));
    assertEquals(sample.texts(), sample.textsIn(options.changed().build()));
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void aValueIsMadeOfItsTextsAgain(Sample<?> sample) {
    assertEquals(sample.texts(), sample.textsReadAgain());
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void aValueIsReadAgainFromADirectory(Sample<?> sample) throws Exception {
    CrawlOptions options = sample.set(CrawlOptions.crawlOf("a")).build();
    OptionsFile.write(temporary, KeptOptions.of(options));
    KeptOptions kept = OptionsFile.read(temporary);
    assertEquals(KeptOptions.of(options), kept);
    Weight weight = sample.option().weight();
    boolean isKept = weight == Weight.IDENTIFIES || weight == Weight.CHANGEABLE;
    assertEquals(isKept ? sample.texts() : List.of(), kept.values().of(sample.option().name()));
    CrawlOptions recorded = CrawlOptions.recordedIn(temporary).build();
    assertEquals(OptionValues.kept(options), OptionValues.kept(recorded));
    if (isKept) {
      assertEquals(sample.texts(), sample.textsIn(recorded));
    }
  }

  @Test
  void thatNothingIsFollowedIsReadAgainFromADirectory() throws Exception {
    OptionsFile.write(
        temporary, KeptOptions.of(CrawlOptions.crawlOf("a").follow(Set.of()).build()));
    CrawlOptions recorded = CrawlOptions.recordedIn(temporary).build();
    assertEquals(Set.of(), recorded.scope().follow());
    assertEquals(List.of(), OptionTable.FOLLOW.type().texts(recorded.scope().follow()));
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void anotherValueIsAnotherCrawlIfTheTableSaysSo(Sample<?> sample) {
    OptionValues before = OptionValues.kept(CrawlOptions.crawlOf("a").build());
    OptionValues now = OptionValues.kept(sample.set(CrawlOptions.crawlOf("a")).build());
    CrawlOption<?> option = sample.option();
    for (Weight weight : List.of(Weight.IDENTIFIES, Weight.CHANGEABLE)) {
      assertEquals(
          option.weight() == weight ? List.of(option.name()) : List.of(),
          now.difference(before, weight));
    }
  }

  @Test
  void anOptionThatEarlierVersionsDidNotHaveIsAtItsDefault() {
    OptionValues now = OptionValues.kept(CrawlOptions.crawlOf("a").build());
    OptionValues before = OptionValues.read("{\"scope\": \"host\", \"roots\": [\"a\"]}");
    assertEquals(List.of(), now.difference(before, Weight.IDENTIFIES, Weight.CHANGEABLE));
    OptionValues wider = OptionValues.read("{\"scope\": \"domain\", \"roots\": [\"a\"]}");
    assertEquals(List.of("scope"), now.difference(wider, Weight.IDENTIFIES));
    assertEquals(SeedScope.DOMAIN, wider.builder().build().scope().seeds());
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void theLedgerHasWhatHostsArePromised(Sample<?> sample) {
    CrawlOptions options = sample.set(CrawlOptions.crawlOf("a")).build();
    String name = "\"" + sample.option().name() + "\":";
    boolean isThere = PolitenessTerms.text(options, HostTable.NONE).contains(name);
    assertEquals(sample.option().isInLedger(), isThere);
    PolitenessTerms terms = PolitenessTerms.read(PolitenessTerms.text(options, HostTable.NONE));
    assertEquals(options.network().robotsName(), terms.agent());
    assertEquals(options.politeness().delay(), terms.politeness().delay());
    assertEquals(options.politeness().maxCrawlDelay(), terms.politeness().maxCrawlDelay());
    assertEquals(options.politeness().perHost(), terms.politeness().perHost());
    assertEquals(options.politeness().perAddress(), terms.politeness().perAddress());
    assertEquals(options.politeness().addressDelay(), terms.politeness().addressDelay());
    assertEquals(options.politeness().robots(), terms.politeness().robots());
  }

  @Test
  void everyOptionHasOneNameAndAWayToBeTyped() {
    Set<String> names = new HashSet<>();
    for (CrawlOption<?> option : OptionTable.ALL) {
      assertTrue(option.name().matches("[a-z]+(-[a-z]+)*"), option.name());
      assertTrue(names.add(option.name()), option.name());
      assertTrue(!option.switches().isEmpty(), option.name());
      for (OptionSwitch<?> its : option.switches()) {
        assertTrue(its.help().endsWith("."), its.name());
      }
    }
  }

  @Test
  void noSpellingIsThatOfTwoSwitchesOfAVerb() {
    for (OptionSwitch.Verb verb : OptionSwitch.Verb.values()) {
      List<String> spellings =
          OptionTable.ALL.stream()
              .<OptionSwitch<?>>flatMap(option -> option.switches().stream())
              .filter(its -> its.isFor(verb))
              .flatMap(its -> its.spellings().stream())
              .toList();
      assertEquals(spellings.size(), Set.copyOf(spellings).size(), verb + ": " + spellings);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Pattern.CASE_INSENSITIVE, Pattern.COMMENTS, Pattern.MULTILINE})
  void patternsKeepAllTheirFlags(int first) {
    Stream<Integer> others =
        Stream.of(
            Pattern.UNIX_LINES,
            Pattern.DOTALL,
            Pattern.UNICODE_CASE,
            Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE);
    others.forEach(other -> {
      var pattern = Pattern.compile("a\nB.#c$", first | other);
      Pattern again = OptionType.patterns().read(List.of(PatternText.of(pattern))).getFirst();
      assertEquals(pattern.flags(), again.flags());
      assertEquals(PatternText.of(pattern), PatternText.of(again));
    });
  }

  @Test
  void aPatternWhoseFlagCannotBeWrittenIsRefused() {
    var builder =
        CrawlOptions.crawlOf("a").include(List.of(Pattern.compile("a", Pattern.CANON_EQ)));
    var refusal = assertThrows(IllegalArgumentException.class, builder::build);
    assertTrue(String.valueOf(refusal.getMessage()).startsWith("include: "), refusal::toString);
  }

  /** What took time by the square of their number would take hours. */
  @Test
  void manyRootsAreReadAndComparedInNoTime() {
    List<String> roots = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      roots.add("http://h" + i + ".example/");
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          CrawlOptions options = CrawlOptions.crawlOf(roots).build();
          OptionsFile.write(temporary, KeptOptions.of(options));
          KeptOptions kept = OptionsFile.read(temporary);
          CrawlOptions changed = kept.values().builder().tasks(20).build();
          assertEquals(
              List.of("tasks"),
              OptionValues.kept(changed)
                  .difference(kept.values(), Weight.IDENTIFIES, Weight.CHANGEABLE));
          assertEquals(roots, changed.seeds().roots());
        });
  }
}
