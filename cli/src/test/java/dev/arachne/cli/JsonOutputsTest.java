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

import dev.arachne.compare.CompareOptions;
import dev.arachne.compare.CompareReport;
import dev.arachne.compare.Figures;
import dev.arachne.compare.FilmParser;
import dev.arachne.compare.Machine;
import dev.arachne.compare.StageFigures;
import dev.arachne.road.Road;
import dev.arachne.terminal.Streams;
import dev.arachne.testkit.JsonSchema;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** JSON outputs against the schemas in docs/schemas. */
class JsonOutputsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Options whose help names JSON without being those of an output with members of its own. */
  private static final Set<String> WITHOUT_SCHEMA =
      Set.of("list --columns", "scrape --rules", "scrape --format", "fetch --max-filesize");

  /**
   * Members that no output of this test has: a browser would have to run, the disk to be full, and
   * the crawl to be that of a cluster, whose own tests judge it.
   */
  private static final Set<String> ABSENT =
      Set.of("search missing", "status browserBytes", "status waitingFor");

  /** Schemas by which the tests of the cluster judge. */
  private static final Set<String> OF_A_CLUSTER = Set.of("cluster-status");

  @TempDir Path temporary;

  private final Map<String, List<JsonNode>> printed = new TreeMap<>();

  private String at(String name) {
    return temporary.resolve(name).toString();
  }

  private static CapturedOutput run(String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    assertTrue(told.code() <= 1, told::err);
    return told;
  }

  /** The lines on standard output are values of a schema. */
  private void told(String schema, String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    add(schema, (told.out() + told.body()).lines().toList());
  }

  /** The same, the last line being of one schema, and those before it of another. */
  private void toldWithTotal(String before, String last, String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    List<String> lines = (told.out() + told.body()).lines().toList();
    add(before, lines.subList(0, lines.size() - 1));
    add(last, lines.subList(lines.size() - 1, lines.size()));
  }

  private void add(String schema, List<String> lines) {
    List<JsonNode> all = printed.computeIfAbsent(schema, _ -> new ArrayList<>());
    lines.forEach(line -> all.add(JSON.readTree(line)));
  }

  @Test
  void everyJsonOutputIsOfItsSchemaAndHasAllMembersOfIt() throws Exception {
    crawlOnce();
    rudeCrawl();
    estimates();
    fetches();
    secondVisit();
    differences();
    comparison();
    Set<String> ofOneMachine = new TreeSet<>(JsonSchema.names());
    ofOneMachine.removeAll(OF_A_CLUSTER);
    assertEquals(ofOneMachine, printed.keySet());
    Set<String> absent = new TreeSet<>();
    for (String name : printed.keySet()) {
      JsonSchema schema = JsonSchema.of(name);
      Set<String> present = new TreeSet<>();
      for (JsonNode value : printed.get(name)) {
        assertEquals(List.of(), schema.faults(value), () -> name + ": " + value);
        present.addAll(schema.present(value));
      }
      schema.members().stream()
          .map(JsonSchema.Member::path)
          .filter(path -> !present.contains(path))
          .forEach(path -> absent.add(name + " " + path));
    }
    if (!Chromium.isInstalled()) {
      System.err.println("SKIPPED: no chromium for fetch --render --json");
      absent.removeIf(member -> member.startsWith("fetch rendered"));
    }
    assertEquals(ABSENT, absent);
  }

  /** A crawl with all that can be asked of it while it runs and afterwards. */
  private void crawlOnce() throws IOException {
    String kept = at("x.crawl");
    String prose = "<p>" + "Words of the mill that grinds. ".repeat(30);
    TestSite site =
        TestSite.of(
            route(
                "/robots.txt",
                text(
                    "User-agent: *\nDisallow: /closed\nCrawl-delay: 0.01\nContent-Usage: / train-ai=n\n"
                        + "Sitemap: /map.xml\n")),
            route("/map.xml", ok("application/xml", "<urlset></urlset>".getBytes(UTF_8))),
            route(
                "/",
                html("<html lang=en><title>The  start</title><meta name=description content=It>"
                        + "<meta name=author content=Ann><link rel=canonical href=/>"
                        + "<meta property=article:published_time content=2026-03-01>"
                        + "<meta property=article:modified_time content=2026-03-02>"
                        + "<main><h1 id=one>One</h1>"
                        + prose
                        + "<a href=/a rel=next>A</a>\n<a href=/gone>gone</a><a href=/closed>"
                        + "<a href=/moved><a href=/big><a href=/running>")
                    .header("Alt-Svc", "h3=\":443\"")),
            route("/a", html("<title>A</title><a href=http://other.invalid/><a href=/broken>")),
            route("/moved", redirect(301, "/a")),
            route("/big", text("large ".repeat(2_000))),
            route(
                "/running",
                _ -> {
                  run("tell", kept, "exclude=/x/");
                  told("status", "status", "--json", kept);
                  return html("<html lang=en><title>Running</title><p>" + prose);
                }),
            route("/broken", reset()));
    Path lines = temporary.resolve("pages.jsonl");
    Path report = temporary.resolve("report.json");
    try (TestWeb web = TestWeb.serve(site)) {
      String crawl =
          "crawl -q --max-tries 1 --max-filesize 10000 --keep-cut --index --warc --report %s --dir %s --save %s -o %s %s"
              .formatted(report, kept, at("saved"), lines, web.url("/"));
      run(crawl.split(" "));
      told("links", "links", "--json", web.url("/"));
      told("robots", "robots", "--json", web.url("/closed"));
      told("robots", "robots", "--json", web.url("/a"));
    }
    add("pages", Files.readAllLines(lines));
    add("report", Files.readAllLines(report));
    told("list", "list", "--json", kept);
    for (ListedColumn column : ListedColumn.values()) {
      told("list-count", "list", "--json", "--count-by", column.word(), kept);
    }
    told("status", "status", "--json", kept);
    toldWithTotal("audit-violation", "audit", "audit", "--json", kept);
    told("report", "report", "--format", "json", kept);
    told("export", "export", "--jsonl", "-", kept);
    told("export-chunks", "export", "--jsonl", "-", "--chunks", "50", kept);
    told("search", "search", "--json", "--facets", kept, "mill");
    told("search", "search", "--json", kept, "mill", "nowhere");
    archives(temporary.resolve("x.crawl/archive"));
  }

  private void archives(Path archive) throws IOException {
    told("archive-ls", "archive", "ls", "--json", archive.toString());
    try (Stream<Path> files = Files.list(archive)) {
      Path file =
          files.filter(each -> each.toString().endsWith(".warc.gz")).findAny().orElseThrow();
      Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    }
    Files.writeString(
        archive.resolve("odd.warc"),
        "WARC/1.1\r\nWARC-Type: odd\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            + "Content-Length: 0\r\n\r\n\r\n\r\n");
    toldWithTotal(
        "archive-check-fault", "archive-check", "archive", "check", "--json", archive.toString());
  }

  /** A crawl whose ledger has requests that were too early. */
  private void rudeCrawl() throws Exception {
    Path kept = Files.createDirectory(temporary.resolve("rude.crawl"));
    RudeCrawl.write(kept);
    toldWithTotal("audit-violation", "audit", "audit", "--json", kept.toString());
  }

  private void estimates() {
    try (TestWeb other =
            TestWeb.serve(TestSite.of(route("/", redirect(301, "http://other.example/"))));
        TestWeb web = TestWeb.serve(TestSite.of(route("/", html("<a href=/a>a</a>"))))) {
      String stray = other.url("/").replace("127.0.0.1", "localhost");
      told("plan", "plan", "--json", "--exclude", "/tga/", stray, web.url("/"));
    }
  }

  private void fetches() {
    TestSite site =
        TestSite.of(
            route("/robots.txt", reset()),
            route("/moved", redirect(301, "/binary")),
            route("/binary", ok("image/png", new byte[] {(byte) 0x89, 'P'})),
            route("/broken", reset()),
            route("/text", html("<title>text</title>")),
            route("/script", html("<script>missing()</script>")),
            route(
                "/scripts",
                html(
                    "<button>More</button>"
                        + "<script>window.open('/opened');fetch('/text');missing()</script>")));
    try (TestWeb web = TestWeb.serve(site)) {
      told("fetch", "fetch", "--json", "-L", web.url("/moved"));
      told("fetch", "fetch", "--json", web.url("/broken"));
      told("fetch", "fetch", "--json", web.url("/text"));
      told("robots", "robots", "--json", web.url("/text"));
      if (Chromium.isInstalled()) {
        String url = web.url("/scripts");
        told("fetch", Chromium.rendering("fetch", "--json", "--render", "--render-interact", url));
      }
    }
  }

  /** A site that has changed when it is visited again. */
  private void secondVisit() throws IOException {
    var isLater = new AtomicBoolean();
    String kept = at("twice.crawl");
    Path lines = temporary.resolve("twice.jsonl");
    Path changes = temporary.resolve("changes.jsonl");
    TestSite site =
        TestSite.of(
            route("/", _ -> html(isLater.get() ? "<a href=/new>n</a>" + LINKS : LINKS)),
            route("/new", html("<p>A new page.")),
            route("/edited", _ -> html("<p>Prose " + (isLater.get() ? "now." : "before."))),
            route("/gone", _ -> isLater.get() ? Reply.status(404) : html("<p>Was there.")),
            route("/moves", _ -> isLater.get() ? redirect(301, "/target") : html("<p>It moves.")),
            route("/target", html("<p>It moves.")));
    try (TestWeb web = TestWeb.serve(site)) {
      run("crawl", "-q", "--index", "--dir", kept, "-o", lines.toString(), web.url("/"));
      isLater.set(true);
      run("recrawl", "-q", "--diff", "--changes", changes.toString(), kept);
    }
    add("pages", Files.readAllLines(lines));
    add("changes", Files.readAllLines(changes));
    told("changes", "changes", "--json", "--diff", kept);
  }

  private static final String LINKS =
      "<a href=/edited>e</a><a href=/gone>g</a><a href=/moves>m</a>";

  /** Crawls and scrapes of a site before and after it has changed. */
  private void differences() {
    var isLater = new AtomicBoolean();
    TestSite site =
        TestSite.of(
            route("/", _ -> html(isLater.get() ? "<a href=/b>2</a>" : "<a href=/a>1</a>")),
            route("/c", _ -> isLater.get() ? redirect(301, "/") : html("<p>Text")),
            route("/*", html("<p>Text")));
    try (TestWeb web = TestWeb.serve(site)) {
      for (String name : List.of("earlier", "later")) {
        run(
            "scrape",
            "-q",
            "--field=a=a",
            "--dir",
            at(name + ".scrape"),
            "-O",
            at(name + ".jsonl"),
            web.url("/"));
        run("crawl", "-q", "--dir", at(name + ".crawl"), web.url("/"), web.url("/c"));
        isLater.set(true);
      }
    }
    told("diff", "diff", "--json", at("earlier.crawl"), at("later.crawl"));
    told("diff", "diff", "--json", at("earlier.scrape"), at("later.scrape"));
    assertEquals(
        Set.of("added", "lost", "verdict", "body", "record added", "record lost"),
        printed.get("diff").stream()
            .map(each -> each.get("change").asString())
            .collect(Collectors.toSet()));
  }

  /** The figures of a comparison, which takes too long to be made here. */
  private void comparison() {
    var figures = new Figures(2, List.of(Duration.ofMillis(3)), List.of(Duration.ofMillis(1)), 1);
    var stage =
        new StageFigures(
            Road.ARACHNE_CLIENT,
            figures,
            Optional.of(figures),
            Optional.of(figures),
            Optional.of(new StageFigures.Memory(1, 2, 3)),
            65);
    var options =
        new CompareOptions(List.of(CrawlUrl.of("http://a.example/")), 1, Duration.ZERO, 1, 1, 1, 1);
    for (CompareOptions each :
        List.of(options, new CompareOptions(List.of(), 1, Duration.ZERO, 1, 1, 1, 1))) {
      var bytes = new ByteArrayOutputStream();
      new CompareRun(
              each,
              true,
              temporary.resolve("compare.html"),
              new Streams(InputStream.nullInputStream(), bytes, () -> false),
              new PrintWriter(Writer.nullWriter()),
              new PrintWriter(Writer.nullWriter()))
          .show(
              new CompareReport(
                  each,
                  new Machine("a processor", 2, 1L << 34, "Linux 6", "25"),
                  LocalDateTime.of(2026, 11, 21, 18, 5),
                  List.of(stage),
                  Map.of(FilmParser.CSS, Duration.ofMillis(3)),
                  Optional.of("another page")));
      add("compare", bytes.toString(UTF_8).lines().toList());
    }
  }

  @Test
  void everyOptionForJsonIsOneOfAnOutputWithASchema() throws Exception {
    Set<String> without = new TreeSet<>();
    for (Grammar.Entry verb : Grammar.of(Arachne.grammar()).verbs()) {
      for (Grammar.Option option : verb.options()) {
        String words = (option.names() + option.text()).toLowerCase(Locale.ROOT);
        if (words.contains("json") && !JsonOutput.isOf(verb.name(), option.names())) {
          without.add(verb.name() + " " + option.names().getLast());
        }
      }
    }
    assertEquals(new TreeSet<>(WITHOUT_SCHEMA), without);
    Set<String> named = new TreeSet<>();
    JsonOutput.ALL.forEach(output -> named.addAll(output.schemas()));
    assertEquals(JsonSchema.names(), named);
  }

  @Test
  void violationsOfASchemaAreFound() throws Exception {
    assertEquals(
        List.of("$.url: missing", "$.kind: missing", "$.more: unknown", "$.text: not a string"),
        JsonSchema.of("links").faults(JSON.readTree("{\"rel\":\"\",\"text\":1,\"more\":2}")));
    assertEquals(
        List.of(
            "$.at: not a date-time", "$.detail: missing", "$.rule: missing", "$.url: not a string"),
        JsonSchema.of("audit-violation")
            .faults(JSON.readTree("{\"at\":\"2026-11-21T18:05:00\",\"url\":[]}"))
            .stream()
            .sorted()
            .toList());
  }
}
