package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.Verb;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionSwitch.Form;
import dev.arachne.options.OptionSwitch.Meaning;
import dev.arachne.options.OptionTable;
import dev.arachne.options.SiteProxy;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of options as it is typed and as help has it. */
class CrawlSettingsTest {
  private static final Set<String> READ =
      Set.of(
          "--browser",
          "--load-cookies",
          "--netrc-file",
          "--hosts",
          "--client-cert",
          "--client-key",
          "--sign",
          "--dedup",
          "--ca-certificate");

  @TempDir Path temporary;

  private static Verb verb(OptionSwitch.Verb verb) {
    return switch (verb) {
      case CRAWL -> new CrawlCommand();
      case SCRAPE -> new ScrapeCommand(Streams.ofProcess());
      case RESUME -> new ResumeCommand(Streams.ofProcess());
    };
  }

  @ParameterizedTest
  @EnumSource(OptionSwitch.Verb.class)
  void everyOptionIsInTheHelpOfItsVerbsWithItsDefault(OptionSwitch.Verb verb) {
    String help = verb(verb).commandLine().getUsageMessage().replace("[no-]", "no-");
    String words = words(help);
    for (CrawlOption<?> option : OptionTable.ALL) {
      for (OptionSwitch<?> its : option.switches()) {
        if (its.isFor(verb)) {
          its.spellings().forEach(name -> assertTrue(help.contains(name), name + ": " + help));
          assertTrue(words.contains(words(help(option, its))), its.name() + ": " + help);
        }
      }
    }
  }

  /** Without the places where lines are broken. */
  private static String words(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static <T> String help(CrawlOption<T> option, OptionSwitch<?> its) {
    for (OptionSwitch<T> each : option.switches()) {
      if (each.equals(its)) {
        return option.help(each);
      }
    }
    throw new AssertionError(its.name());
  }

  @Test
  void helpStatesTheTrueDefaults() {
    CrawlOptions usual = CrawlOptions.crawlOf("a").build();
    assertEquals("10", OptionTable.TASKS.usually());
    assertEquals("30s", OptionTable.TIMEOUT.usually());
    assertEquals("512m", OptionTable.MEMORY.usually());
    assertEquals(10, usual.network().tasks());
    assertEquals(30, usual.network().timeout().toSeconds());
    assertEquals(512 << 20, usual.limits().memory());
    assertTrue(OptionTable.TASKS.help(OptionTable.TASKS.switches().getFirst()).endsWith(" 10."));
  }

  @Test
  void aValueThatMayBeMissingIsNotTakenFromAnotherOption() {
    for (List<String> typed : List.of(List.of("--warc"), List.of("--warc", "-q"))) {
      var command = new CrawlCommand();
      List<String> line = new ArrayList<>(List.of("a"));
      line.addAll(typed);
      command.commandLine().parseArgs(line.toArray(String[]::new));
      assertEquals(
          Optional.of(ArchiveOptions.OWN), command.options().outputs().archive().directory());
    }
  }

  static List<Arguments> switches() {
    List<Arguments> switches = new ArrayList<>();
    for (CrawlOption<?> option : OptionTable.ALL) {
      for (OptionSwitch<?> its : option.switches()) {
        if (!(its.meaning() instanceof Meaning.Special)) {
          for (String spelling : its.spellings()) {
            switches.add(Arguments.of(option, its, spelling));
          }
        }
      }
    }
    return switches;
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("switches")
  <T> void whatIsTypedIsTheValueOfTheOption(
      CrawlOption<T> option, OptionSwitch<T> its, String spelling) {
    List<String> typed = new ArrayList<>(List.of(spelling));
    if (its.form() != Form.FLAG) {
      typed.add(value(its));
    }
    List<String> texts = option.type().texts(option.of(options(its, typed)));
    switch (its.meaning()) {
      case Meaning.Sets<T>(T value) -> assertEquals(option.type().texts(value), texts);
      case Meaning.Changes<T>(var change) ->
          assertEquals(option.type().texts(change.apply(option.usual())), texts);
      case Meaning.Reads<T> _ -> {
        assertEquals(1, texts.size());
        assertTrue(texts.getFirst().endsWith(value(its)), texts::toString);
      }
      case Meaning.Special<T> _ -> throw new AssertionError(spelling);
    }
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("switches")
  <T> void whatIsNotTypedStaysAsItIs(CrawlOption<T> option, OptionSwitch<T> its, String spelling) {
    List<String> texts = option.type().texts(option.of(options(its, List.of())));
    assertEquals(option.type().texts(option.usual()), texts, spelling);
  }

  private CrawlOptions options(OptionSwitch<?> its, List<String> typed) {
    List<String> arguments = new ArrayList<>(typed);
    if (its.isFor(OptionSwitch.Verb.CRAWL)) {
      var command = new CrawlCommand();
      arguments.add("a");
      command.commandLine().parseArgs(arguments.toArray(String[]::new));
      return command.options();
    }
    var command = new ScrapeCommand(Streams.ofProcess());
    arguments.addAll(List.of("--field", "t=h1", "a"));
    command.commandLine().parseArgs(arguments.toArray(String[]::new));
    return command.options(rules());
  }

  private static ItemRules rules() {
    try {
      return ItemRules.builder().field("t", "h1").build();
    } catch (RulesException e) {
      throw new AssertionError(e);
    }
  }

  private static String what(String name) {
    return switch (name) {
      case "--sitemaps" -> "only";
      case "--soft-not-found" -> "name";
      case "--purpose" -> "search";
      case "--render" -> "always";
      case "--traps" -> "close";
      default -> "links";
    };
  }

  private String value(OptionSwitch<?> its) {
    return switch (its.label()) {
      case "N" -> "7";
      case "TIME", "TIME|SELECTOR" -> "7s";
      case "SIZE" -> "7g";
      case "REGEX" -> "(?i)seven \\R";
      case "KIND" -> "images";
      case "SCOPE" -> "any";
      case "DOMAIN,..." -> "seven.example";
      case "WHAT" -> what(its.names());
      case "NAME" -> "seven/7 (7)";
      case "DIGEST" -> "sha256";
      case "WHICH" -> "type=seven/7";
      case "PROXY" -> "socks5://seven:7";
      case "HOST,..." -> "seven";
      case "FIELD" -> "X-Seven: 7";
      case "USER:PASSWORD" -> "seven:7";
      case "ADDRESS" -> "7.7.7.7";
      case "[HOST]/PATH=N" -> "seven/7/=7";
      case "HOST:PORT:ADDRESS" -> "seven:7:7.7.7.7";
      case "DATE" -> "2007-07-07T07:07:07Z";
      case "URL" -> "http://seven:7/7";
      case "PORT" -> "7007";
      case "FILE|DIR" -> temporary.toString();
      case "FILE", "DIR", "OTHER" -> place(its).toString();
      default -> throw new AssertionError("a new label: " + its.label());
    };
  }

  /** A file that is read has to be there. */
  private Path place(OptionSwitch<?> its) {
    Path place = temporary.resolve("seven");
    try {
      if (READ.contains(its.name()) && Files.notExists(place)) {
        Files.createFile(place);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return place;
  }

  @Test
  void severalValuesAreAllTaken() {
    var command = new CrawlCommand();
    command
        .commandLine()
        .parseArgs(
            "--include",
            "x",
            "--accept-regex",
            "y",
            "--follow",
            "images,pages",
            "--follow",
            "api,forms,manifests,metadata,pdf,script-urls,styles",
            "-D",
            "a.example,.b.example",
            "--domains",
            "*.C.example",
            "a");
    CrawlOptions options = command.options();
    assertEquals(List.of("x", "y"), OptionTable.INCLUDE.type().texts(options.scope().include()));
    assertEquals(List.of("a.example", "b.example", "c.example"), options.scope().domains());
    Set<LinkGroup> others = EnumSet.of(LinkGroup.ICONS, LinkGroup.MEDIA, LinkGroup.SCRIPTS);
    assertEquals(EnumSet.complementOf(EnumSet.copyOf(others)), options.scope().follow());
  }

  @Test
  void anOppositeIsTheUsualValue() {
    var command = new CrawlCommand();
    command.commandLine().parseArgs("--adapt", "a");
    assertEquals(OptionTable.TEMPO.usual(), command.options().politeness().throttling());
  }

  @Test
  void theEnvironmentNamesProxiesWhereNoneAreTyped() {
    var environment = Map.of("http_proxy", "http://a:b@p.example:1", "NO_PROXY", "x.example, y");
    var options = CrawlOptions.crawlOf("a");
    CrawlSettings.applyEnvironment(options, environment);
    assertEquals(List.of("x.example", "y"), options.get(OptionTable.DIRECT));
    assertEquals(
        List.of("http http://a:b@p.example:1"),
        OptionTable.PROXIES.type().texts(options.get(OptionTable.PROXIES)));
    List<SiteProxy> typed = List.of(SiteProxy.of(SiteProxy.parse("q.example")));
    options.set(OptionTable.PROXIES, typed);
    CrawlSettings.applyEnvironment(options, environment);
    assertEquals(typed, options.get(OptionTable.PROXIES));
  }
}
