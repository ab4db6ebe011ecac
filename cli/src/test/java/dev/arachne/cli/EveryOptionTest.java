package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.reset;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every option of every verb, run on a small site, with its effect: the table is options.txt next
 * to this class. An option of the grammar that it lacks fails the test.
 */
final class EveryOptionTest {
  private static final Pattern PLACE = Pattern.compile("\\{([a-z-]+)}");
  private static final Pattern ADDRESS = Pattern.compile("http://[0-9.]+:\\d+/\\S*");

  @TempDir static Path files;

  private static TestWeb web;
  private static TestWeb secure;
  private static final Map<String, String> PLACES = new TreeMap<>();

  @TempDir Path temporary;

  @BeforeAll
  static void serve() throws Exception {
    web = TestWeb.serve(site());
    secure = TestWeb.plan().site(site()).tls(TestCertificate.VALID).start();
    PLACES.put("url", web.url("/"));
    PLACES.put("tls", secure.url("/"));
    PLACES.put("port", String.valueOf(web.port()));
    file("seeds", web.url("/seed") + "\n");
    file("cookies", "127.0.0.1\tFALSE\t/\tFALSE\t0\town\t1\n");
    file("netrc", "machine 127.0.0.1 login ann password secret\n");
    Files.copy(Path.of(PLACES.get("netrc")), files.resolve(".netrc"));
    file("hosts", "hosts: {127.0.0.1: {headers: {X-Host: \"yes\"}}}\n");
    file("identity", TestCertificate.VALID.pem());
    file("authority", TestCertificate.authorityPem());
    byte[] key =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    file(
        "key",
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getEncoder().encodeToString(key)));
    file("rules", "fields: {t: title}\n");
    file("page", "<a href=a>a</a>");
    file("sitemap", "<urlset><url><loc>%s</loc></url></urlset>".formatted(web.url("/alone")));
    kept("whole", "--warc", "--index");
    kept("partial", "--limit", "1");
    kept("plain");
    PLACES.put("archive", PLACES.get("whole") + "/archive");
  }

  @AfterAll
  static void close() {
    web.close();
    secure.close();
  }

  /** The home of the user is a property of a process. */
  @Test
  void theNetrcOfTheUserIsRead() throws Exception {
    ArachneProcess arachne =
        ArachneProcess.start(
            temporary,
            Map.of("JAVA_TOOL_OPTIONS", "-Duser.home=" + files),
            List.of("crawl", "--netrc", web.url("/private"), "-q", "--store", "memory", "-o", "-"));
    assertEquals(ExitCode.DONE, arachne.await(), arachne.err());
    assertTrue(arachne.out().contains("/private\",\"verdict\":\"fetched\",\"status\":200"));
  }

  private static TestSite site() {
    return TestSite.of(
        route(
            "/robots.txt",
            text(
                "User-agent: *\nDisallow: /closed\nContent-Usage: /train train-ai=n\nSitemap: /map.xml")),
        route(
            "/map.xml",
            ok(
                "application/xml",
                "<urlset><url><loc>/listed</loc></url></urlset>".getBytes(UTF_8))),
        route(
            "/",
            request ->
                html("<title>Start</title><p>"
                        + "Large pages have links. ".repeat(9)
                        + "<a href=/a>a</a><a href=/closed>c</a><a href=/blog/1>1</a>"
                        + "<a href=/blog/2>2</a><a href=/moved>m</a><a href=/train>t</a>"
                        + "<a href=/unfollowed rel=nofollow>u</a><img src=/i.png alt=i>"
                        + "<a href=/big>b</a><a href=http://localhost:"
                        + request.host().replaceFirst(".*:", "")
                        + "/outside>o</a>")
                    .header("Set-Cookie", "k=v")),
        route("/i.png", ok("image/png", new byte[] {1})),
        route("/big", html("<title>Big</title><p>" + "Large pages have many words. ".repeat(20))),
        route("/moved", redirect(301, "/target")),
        route(
            "/inside",
            request ->
                redirect(
                    302,
                    "http://localhost:" + request.host().replaceFirst(".*:", "") + "/outside")),
        route("/login", redirect(302, "/a").header("Set-Cookie", "in=1")),
        route(
            "/private",
            request ->
                request.header("Authorization").isPresent()
                    ? html("<title>Private</title>")
                    : Reply.status(401).header("WWW-Authenticate", "Basic realm=x")),
        route("/broken", reset()),
        route("/missing", Reply.status(404)),
        route("/*", request -> html("<title>" + request.path() + "</title>")),
        route("http://*", html("<title>By a proxy</title>")));
  }

  private static void file(String name, String text) throws IOException {
    PLACES.put(name, Files.writeString(files.resolve(name), text).toString());
  }

  private static void kept(String name, String... more) {
    String directory = files.resolve(name + ".crawl").toString();
    List<String> typed = new ArrayList<>(List.of("crawl", "-q", "--dir", directory, web.url("/")));
    typed.addAll(List.of(more));
    CapturedOutput told = CapturedOutput.by(typed.toArray(String[]::new));
    assertEquals(ExitCode.DONE, told.code(), told.err());
    PLACES.put(name, directory);
  }

  private static Grammar grammar() {
    return Grammar.of(Arachne.grammar());
  }

  @Test
  void everyOptionOfTheGrammarIsTried() throws Exception {
    List<OptionTrial> trials = OptionTrial.all();
    Set<String> untried = new TreeSet<>();
    for (Grammar.Entry verb : grammar().verbs()) {
      List<String> tried =
          trials.stream()
              .filter(trial -> trial.verbs().contains(verb.name()))
              .flatMap(trial -> trial.options().stream())
              .toList();
      for (Grammar.Option option : verb.options()) {
        if (!option.names().contains("--help")
            && option.names().stream().noneMatch(tried::contains)) {
          untried.add(verb.name() + " " + option.names().getLast());
        }
      }
    }
    assertEquals(Set.of(), untried);
  }

  static Stream<String> verbs() {
    return grammar().verbs().stream().map(Grammar.Entry::name);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerbHasHelp(String verb) {
    for (String help : List.of("-h", "--help")) {
      CapturedOutput told = CapturedOutput.by((verb + " " + help).split(" "));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertTrue(told.out().startsWith("Usage: arachne " + verb), told.out());
    }
  }

  static Stream<OptionTrial> commands() throws IOException {
    return OptionTrial.all().stream().filter(trial -> trial.shown().isEmpty());
  }

  static Stream<OptionTrial> references() throws IOException {
    return OptionTrial.all().stream().filter(trial -> !trial.shown().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("references")
  void theTestThatShowsAnOptionIsThere(OptionTrial trial) throws Exception {
    String[] place = trial.shown().split("#");
    Class<?> shown = Class.forName("dev.arachne.cli." + place[0]);
    assertTrue(
        Arrays.stream(shown.getDeclaredMethods())
            .anyMatch(method ->
                method.getName().equals(place[1]) && method.isAnnotationPresent(Test.class)),
        trial.shown());
    Path tests = Path.of("src/test/java/dev/arachne/cli");
    String test = Files.readString(tests.resolve(place[0] + ".java"));
    String source =
        test.contains("Chromium.rendering(") // It types what root needs.
            ? test + Files.readString(tests.resolve("Chromium.java"))
            : test;
    for (String option : trial.options()) {
      List<String> names =
          grammar().verbs().stream()
              .filter(verb -> trial.verbs().contains(verb.name()))
              .flatMap(verb -> verb.options().stream())
              .map(Grammar.Option::names)
              .filter(its -> its.contains(option))
              .findFirst()
              .orElseThrow();
      assertTrue(
          names.stream().anyMatch(name -> source.contains("\"" + name)),
          place[0] + " does not type " + option);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionHasItsEffect(OptionTrial trial) throws Exception {
    if (trial.effects().contains("needs chromium")) {
      assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    }
    for (String verb : trial.verbs()) {
      run(verb, trial);
    }
  }

  private void run(String verb, OptionTrial trial) throws Exception {
    Path own = Files.createDirectory(temporary.resolve(verb.replace(' ', '-')));
    List<String> typed = new ArrayList<>(List.of(verb.split(" ")));
    for (String word : trial.typed()) {
      typed.add(filled(word, own));
    }
    complete(verb, typed, own);
    int before = web.requests().size();
    String what = String.join(" ", typed);
    CapturedOutput told;
    if (trial.effects().stream()
        .anyMatch(each -> each.startsWith("serves") || each.startsWith("visits"))) {
      told = served(typed, trial.effects(), own, before);
    } else {
      told = CapturedOutput.withInput(new byte[0], typed.toArray(String[]::new));
      int code =
          trial.effects().stream()
              .filter(each -> each.startsWith("code "))
              .map(each -> Integer.parseInt(each.substring(5)))
              .findFirst()
              .orElse(ExitCode.DONE);
      assertEquals(code, told.code(), () -> what + "\n" + told.out() + told.err());
    }
    List<LoggedRequest> sent = web.requests().subList(before, web.requests().size());
    for (String effect : trial.effects()) {
      assertTrue(
          isSeen(effect, told, sent, own),
          () ->
              "%s: not seen of arachne %s\n%s%s%s%s"
                  .formatted(
                      effect,
                      what,
                      sent.stream()
                          .map(each -> each.method() + " " + each.target() + "\n")
                          .toList(),
                      told.out(),
                      told.body(),
                      told.err()));
    }
  }

  private String filled(String word, Path own) throws IOException {
    return PLACE
        .matcher(word)
        .replaceAll(match ->
            Matcher.quoteReplacement(
                switch (match.group(1)) {
                  case "t" -> own.toString();
                  case "copy" -> copy("whole", own);
                  default -> {
                    assertTrue(PLACES.containsKey(match.group(1)), match.group());
                    yield PLACES.get(match.group(1));
                  }
                }));
  }

  /** A copy of a kept crawl, in which a command may change what it likes. */
  private static String copy(String name, Path own) {
    Path from = Path.of(PLACES.get(name));
    Path to = own.resolve("copy.crawl");
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return to.toString();
  }

  /** Adds the seed or the directory of a crawl, and the rules of a scrape. */
  private static void complete(String verb, List<String> typed, Path own) {
    boolean isCrawl = OptionTrial.BEGIN.contains(verb) || OptionTrial.AGAIN.contains(verb);
    if (!isCrawl) {
      return;
    }
    String all = " " + String.join(" ", typed) + " ";
    if (!verb.equals("plan") && !all.contains(" --quiet ") && !all.contains(" --verbose ")) {
      typed.add("-q");
    }
    if (verb.equals("check") && !all.contains("ternal")) {
      typed.add("--internal");
    }
    if (verb.equals("scrape") && !all.contains(" --follow ") && !all.contains(" --rules ")) {
      typed.addAll(List.of("--follow", "a"));
    }
    switch (verb) {
      case "resume" -> {
        typed.add(copy("partial", own));
        if (!all.contains(" --limit ")) {
          typed.addAll(List.of("--limit", "50"));
        }
      }
      case "recrawl" -> {
        if (!all.contains("copy.crawl")) {
          typed.add(copy("plain", own));
        }
      }
      default -> {
        if (!verb.equals("check") && !all.contains(" --dir ") && !all.contains(" --store ")) {
          typed.addAll(List.of("--dir", own.resolve("x.crawl").toString()));
        }
        if (verb.equals("scrape") && !all.matches(".* --(field|rules) .*")) {
          typed.addAll(List.of("--field", "t=title"));
        }
        if (!all.matches(".* http://[^ ]*/[a-z]* .*")
            && !all.contains(" --input-file ")
            && !all.contains(" --test ")) {
          typed.add(web.url("/"));
        }
      }
    }
  }

  /** The output of a verb that runs until it is ended, once it has done what it is for. */
  private static CapturedOutput served(
      List<String> typed, List<String> effects, Path own, int before) throws Exception {
    ArachneProcess process = ArachneProcess.start(own, Map.of(), typed);
    try {
      for (String effect : effects) {
        String[] words = effect.split(" ");
        Predicate<String> isDone =
            words[0].equals("serves")
                ? out -> ADDRESS.matcher(out).find()
                : _ ->
                    web.requests().stream()
                            .skip(before)
                            .filter(each -> each.target().equals(words[2]))
                            .count()
                        >= Integer.parseInt(words[1]);
        while (process.process().isAlive() && !isDone.test(process.out() + process.err())) {
          process.process().waitFor(20, TimeUnit.MILLISECONDS);
        }
        assertTrue(process.process().isAlive(), () -> typed + " has ended");
      }
      return new CapturedOutput(0, process.out(), new byte[0], process.err());
    } finally {
      process.process().destroy();
      process.await();
    }
  }

  private static boolean isSeen(
      String effect, CapturedOutput told, List<LoggedRequest> sent, Path own) throws IOException {
    String[] words = effect.split(" ", 2);
    String rest = words.length == 1 ? "" : words[1];
    String out = told.out() + told.body() + told.err();
    return switch (words[0]) {
      case "code", "serves", "visits", "needs" -> true;
      case "says" -> out.contains(rest);
      case "file" -> Files.exists(own.resolve(rest));
      case "holds" -> {
        String[] nameAndText = rest.split(" ", 2);
        yield Files.readString(own.resolve(nameAndText[0])).contains(nameAndText[1]);
      }
      case "sent" -> sent.stream().anyMatch(each -> has(each, rest));
      case "asked" -> isAsked(rest, sent);
      case "not", "no", "does" -> {
        String positive = rest.replaceFirst("^not say ", "says ");
        yield !isSeen(positive, told, sent, own);
      }
      default -> throw new AssertionError("not an effect: " + effect);
    };
  }

  private static boolean has(LoggedRequest request, String field) {
    String[] parts = field.split(": ", 2);
    return request
        .header(parts[0])
        .filter(value -> parts.length == 1 || value.contains(parts[1]))
        .isPresent();
  }

  private static boolean isAsked(String what, List<LoggedRequest> sent) {
    String[] words = what.split(" ");
    if (what.equals("nothing")) {
      return sent.isEmpty();
    }
    if (words.length == 1) {
      return sent.stream().anyMatch(each -> each.target().equals(what));
    }
    return words[0].matches("\\d+")
        ? sent.stream().filter(each -> each.target().startsWith(words[1])).count()
            == Long.parseLong(words[0])
        : sent.stream()
            .anyMatch(each -> each.method().equals(words[0]) && each.target().equals(words[1]));
  }

  /** A wrong value by the label that help has for the value. */
  private static final Map<String, String> WRONG =
      Map.ofEntries(
          Map.entry("N", "some"),
          Map.entry("TIME", "soon"),
          Map.entry("SIZE", "huge"),
          Map.entry("DATE", "someday"),
          Map.entry("REGEX", "("),
          Map.entry("PORT", "harbour"),
          Map.entry("ADDRESS", "999.1.1.1"),
          Map.entry("HOST:PORT:ADDRESS", "a"),
          Map.entry("[HOST]/PATH=N", "/blog/"),
          Map.entry("FIELD", "no field"),
          Map.entry("USER:PASSWORD", "nobody"),
          Map.entry("PROXY", "ftp://a.example"),
          Map.entry("DIGEST", "md2"),
          Map.entry("WHICH", "size=1"),
          Map.entry("DOMAIN,...", "a/b"),
          Map.entry("URL", "http://["),
          Map.entry("EXPR", "css:["),
          Map.entry("NAME[:WORD,...]=EXPR", "title"),
          Map.entry("CHANGE", "nothing"),
          Map.entry("CODE", "fine"),
          Map.entry("CHECKS", "all-of-it"),
          Map.entry("FILE", "/nowhere/at/all"),
          Map.entry("FILE|DIR", "/nowhere/at/all"),
          Map.entry("URL|FILE", "/nowhere/at/all"),
          Map.entry("TIME|SELECTOR", "5 sec"),
          Map.entry("OTHER", "/nowhere/at/all"));

  /** Values that are words of a list. */
  private static final Set<String> CHOICES =
      Set.of("SCOPE", "WHAT", "KIND", "FORM", "FORMAT", "WORD", "TYPE", "-");

  /** Wrong values of single options. */
  private static final Map<String, String> WRONG_OF_OPTION =
      Map.ofEntries(
          Map.entry("--user-agent", "a\nb"),
          Map.entry("--referer", "a\nb"),
          Map.entry("robots --agent", "no name"),
          Map.entry("list --columns", "nonsense"),
          Map.entry("list --count-by", "nonsense"),
          Map.entry("replay --ui", "/nowhere/at/all"));

  /** Labels of values that may be any text, or the name of a directory that is made. */
  private static final Set<String> ANY_TEXT = Set.of("NAME", "DIR", "OUT", "TEXT", "HOST,...");

  /** Options whose value is compared with texts of the crawl, so that none is wrong by itself. */
  private static final Set<String> COMPARED = Set.of("list --type", "search --like");

  record Valued(String verb, Grammar.Option option) {
    /** A wrong value; empty if there is none. */
    String wrong() {
      for (String name : option.names()) {
        for (String key : List.of(name, verb + " " + name)) {
          if (COMPARED.contains(key)) {
            return "";
          }
          if (WRONG_OF_OPTION.containsKey(key)) {
            return WRONG_OF_OPTION.get(key);
          }
        }
      }
      String label = option.label();
      if (ANY_TEXT.contains(label)) {
        return "";
      }
      String wrong = CHOICES.contains(label) ? "nonsense" : WRONG.get(label);
      assertTrue(wrong != null, () -> "a label without a wrong value: " + label);
      return wrong;
    }

    @Override
    public String toString() {
      return verb + " " + option.names().getLast() + " " + option.label();
    }
  }

  static Stream<Valued> valued() {
    return grammar().verbs().stream()
        .flatMap(verb ->
            verb.options().stream()
                .filter(option -> !option.label().isEmpty())
                .map(option -> new Valued(verb.name(), option)))
        .filter(each -> !each.wrong().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("valued")
  void aWrongValueIsOneLineThatNamesTheOption(Valued valued) {
    String name = valued.option().names().getLast();
    List<String> typed = new ArrayList<>(List.of(valued.verb().split(" ")));
    typed.add(name + "=" + valued.wrong());
    if (valued.verb().equals("scrape") && !name.equals("--field")) {
      typed.addAll(List.of("--field", "t=title"));
    }
    typed.add(PLACES.get("whole"));
    CapturedOutput told = CapturedOutput.by(typed.toArray(String[]::new));
    assertEquals(ExitCode.USAGE, told.code(), () -> typed + "\n" + told.out() + told.err());
    assertEquals(1, told.err().lines().count(), told.err());
    assertTrue(valued.option().names().stream().anyMatch(told.err()::contains), told.err());
    assertEquals("", told.out() + told.body());
  }
}
