package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.metrics.Metrics;
import dev.arachne.metrics.MetricsFormat;
import dev.arachne.metrics.MetricsServer;
import dev.arachne.options.CrawlOptions;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of a crawl for machines, and those machines. */
final class CrawlMetricsTest {
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
  private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
  private static final Path DASHBOARD = Path.of("../dashboards/grafana.json");
  private static final String NO_TOOL = "Debian's package prometheus is not here";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path temporary;

  private static final TestSite SITE =
      TestSite.of(
          route("/", html("<a href=/a><a href=/gone><a href=/moved><a href=/broken>")),
          route("/a", html("<a href=/>")),
          route("/gone", status(404)),
          route("/moved", redirect(301, "/a")),
          route("/broken", close()),
          route("/robots.txt", status(404)));

  private CrawlOptions.Builder options(TestWeb web) {
    return crawlOf(web.url("/")).directory(temporary.resolve("crawl")).maxTries(1);
  }

  /** The values of a text by their names and labels. */
  private static Map<String, Double> values(String text) {
    Map<String, Double> values = new TreeMap<>();
    for (String line : text.split("\n")) {
      if (!line.startsWith("#")) {
        int blank = line.lastIndexOf(' ');
        Double before =
            values.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
        assertEquals(null, before, "twice: " + line);
      }
    }
    return values;
  }

  private static double sum(Map<String, Double> values, String name) {
    return values.entrySet().stream()
        .filter(it -> it.getKey().startsWith(name + "{") || it.getKey().equals(name))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static Metrics ofCrawl(CrawlOptions options) throws Exception {
    var crawl = new Crawl(options);
    assertTrue(crawl.metrics().isEmpty(), "before it has begun");
    crawl.run();
    return crawl.metrics().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void atTheEndTheNumbersAreThoseOfTheServer(int loops) throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Metrics metrics = ofCrawl(options(web).loops(loops).build());
      Map<String, Double> values = values(metrics.text(MetricsFormat.PROMETHEUS));
      String requests = "arachne_requests_total{host_class=\"root\",status_class=";
      assertEquals(2, values.get(requests + "\"2xx\"}"));
      assertEquals(1, values.get(requests + "\"3xx\"}"));
      assertEquals(3, values.get(requests + "\"4xx\"}")); // Of robots.txt and sitemap.xml, too.
      long broken = // On a connection that was used before it is asked again.
          web.requests().stream().filter(it -> it.target().equals("/broken")).count();
      assertTrue(broken == 1 || broken == 2);
      assertEquals(broken, sum(values, "arachne_request_failures_total"));
      double asked =
          sum(values, "arachne_requests_total") + sum(values, "arachne_request_failures_total");
      assertEquals(web.requestCount(), asked);
      assertEquals(6, values.get("arachne_fetch_phase_seconds_count{phase=\"body\"}"));
      assertTrue(values.get("arachne_fetch_phase_seconds_count{phase=\"connect\"}") >= 1);
      assertEquals(0, values.get("arachne_fetch_phase_seconds_count{phase=\"tls\"}"));
      assertEquals(0, sum(values, "arachne_urls_pending"));
      assertEquals(6, values.get("arachne_urls_discovered_total"));
      assertEquals(6, sum(values, "arachne_urls_decided_total"));
      assertTrue(values.get("arachne_commit_seconds_count") >= 5, values::toString);
      assertTrue(values.get("arachne_sync_seconds_count") >= 1, values::toString);
      assertTrue(values.get("jvm_memory_used_bytes{area=\"heap\"}") > 0);
      for (int i = 0; i < loops; i++) {
        assertTrue(values.containsKey("arachne_loop_lag_seconds{loop=\"" + i + "\"}"));
      }
    }
  }

  /** However many URLs and hosts there are: there are as many values, and no name of theirs. */
  @Test
  void noLabelIsOfAHostOrOfAUrl() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      String text = ofCrawl(options(web).build()).text(MetricsFormat.OPEN_METRICS);
      Set<String> labels = new TreeSet<>();
      Matcher label = Pattern.compile("([a-z_]+)=\"").matcher(text);
      while (label.find()) {
        labels.add(label.group(1));
      }
      Set<String> known =
          Set.of(
              "host_class",
              "status_class",
              "reason",
              "phase",
              "le",
              "verdict",
              "state",
              "waiting_for",
              "loop",
              "area");
      assertEquals(new TreeSet<>(known), labels);
      assertTrue(!text.contains("127.0.0.1") && !text.contains("/gone"), text);
    }
  }

  @Test
  void promtoolHasNothingToSay() throws Exception {
    assumeTrue(Files.isExecutable(PROMTOOL), NO_TOOL);
    try (TestWeb web = TestWeb.serve(SITE)) {
      Metrics metrics = ofCrawl(options(web).build());
      Process promtool =
          new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
              .redirectErrorStream(true)
              .start();
      try (var in = promtool.getOutputStream()) {
        in.write(metrics.text(MetricsFormat.PROMETHEUS).getBytes(StandardCharsets.UTF_8));
      }
      String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("", said);
      assertEquals(0, promtool.waitFor());
    }
  }

  @Test
  void theGrafanaDashboardAsksForNothingThatIsNotThere() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Set<String> there = new TreeSet<>();
      for (String value :
          values(ofCrawl(options(web).build()).text(MetricsFormat.PROMETHEUS)).keySet()) {
        there.add(value.replaceAll("\\{.*", ""));
      }
      there.add("arachne_consumer_lag_entries"); // Of crawls with an index.
      Set<String> asked = new TreeSet<>();
      Matcher name =
          Pattern.compile("\\b(?:arachne|jvm|process)_[a-z_]+")
              .matcher(Files.readString(DASHBOARD));
      while (name.find()) {
        asked.add(name.group());
      }
      assertTrue(asked.size() > 15, asked::toString);
      asked.removeAll(there);
      assertEquals(Set.of(), asked);
    }
  }

  /** A site that leaves one request without an answer, so that its crawl goes on. */
  @Test
  void aPrometheusScrapesACrawlWhileItRuns() throws Exception {
    assumeTrue(Files.isExecutable(PROMETHEUS), NO_TOOL);
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/a><a href=/held>")),
            route("/a", html("")),
            route("/held", hang()));
    var any = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    try (TestWeb web = TestWeb.serve(site)) {
      var crawl = new Crawl(options(web).timeout(Duration.ofMinutes(10)).build());
      CrawlHandle running = crawl.start();
      try (MetricsServer server = MetricsServer.start(any, crawl::metrics)) {
        int port = freePort();
        Process prometheus = prometheus(server.address(), port);
        try {
          String query = "sum(arachne_requests_total{job=\"arachne\",status_class=\"2xx\"})";
          awaitAnswer(prometheus, port, query, "\"2\"]");
          awaitAnswer(prometheus, port, "up{job=\"arachne\"}", "\"1\"]");
          awaitAnswer(
              prometheus,
              port,
              "histogram_quantile(1, sum by (le) (arachne_fetch_phase_seconds_bucket)) > 0",
              "\"value\":");
        } finally {
          prometheus.destroy();
          prometheus.waitFor();
        }
      } finally {
        running.stop();
        running.await();
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private Process prometheus(InetSocketAddress crawl, int port) throws IOException {
    Path config = temporary.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global:
          scrape_interval: 1s
        scrape_configs:
          - job_name: arachne
            static_configs:
              - targets: ['127.0.0.1:%d']
        """
            .formatted(crawl.getPort()));
    return new ProcessBuilder(
            PROMETHEUS.toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + temporary.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(temporary.resolve("prometheus.log").toFile())
        .start();
  }

  /** Asks until the answer has this in it. */
  private void awaitAnswer(Process prometheus, int port, String query, String expected)
      throws Exception {
    URI uri =
        URI.create(
            "http://127.0.0.1:%d/api/v1/query?query=%s"
                .formatted(port, URLEncoder.encode(query, StandardCharsets.UTF_8)));
    String last = "";
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (long tries = PATIENCE.toMillis() / 100; tries > 0; tries--) {
        try {
          last =
              client
                  .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                  .body();
          if (last.contains(expected)) {
            return;
          }
        } catch (IOException e) {
          last = e.toString(); // It does not listen yet.
        }
        if (prometheus.waitFor(100, TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    }
    throw new AssertionError(
        query + ": " + last + "\n" + Files.readString(temporary.resolve("prometheus.log")));
  }
}
