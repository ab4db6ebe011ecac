package dev.arachne.cli;

import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arachne crawl --metrics}, as a user and a machine meet it. */
final class MetricsTargetsTest {
  private static final TestSite SITE =
      TestSite.of(route("/", html("<a href=/a>")), route("/a", html("")));

  @TempDir Path directory;

  @Test
  void theFileHasTheNumbersOfTheWholeCrawlAtItsEnd() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Path file = directory.resolve("arachne.prom");
      CapturedOutput told =
          CapturedOutput.by(
              "crawl", "--store", "memory", "--metrics-file", file.toString(), web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      String text = Files.readString(file);
      assertTrue(text.contains("arachne_urls_decided_total{verdict=\"fetched\"} 2\n"), text);
      assertTrue(text.contains("arachne_urls_pending{state=\"queued\"} 0\n"), text);
      try (Stream<Path> left = Files.list(directory)) {
        assertEquals(List.of(file), left.toList());
      }
    }
  }

  @Test
  void theNumbersAreServedWhileTheCrawlRunsAndItSaysWhere() throws Exception {
    TestSite site = TestSite.of(route("/", html("<a href=/held>")), route("/held", hang()));
    try (TestWeb web = TestWeb.serve(site)) {
      ArachneProcess crawl =
          ArachneProcess.start(
              directory, Map.of(), List.of("crawl", web.url("/"), "--dir", "kept", "--metrics=0"));
      try {
        assertTrue(crawl.awaitWord("/metrics"), crawl.err());
        Matcher url =
            Pattern.compile("metrics at (http://127.0.0.1:\\d+/metrics)").matcher(crawl.err());
        assertTrue(url.find(), crawl.err());
        String text = "";
        while (crawl.process().isAlive() && !text.contains("status_class=\"2xx\"} 1\n")) {
          text = read(url.group(1));
        }
        assertTrue(text.contains("# TYPE arachne_requests_total counter\n"), text);
      } finally {
        crawl.process().destroy();
        crawl.await();
      }
    }
  }

  /** Empty while there are no numbers. */
  private static String read(String url) throws Exception {
    try (var in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void mistakesAreOneLineThatSaysWhatToType() throws Exception {
    CapturedOutput root = CapturedOutput.by("crawl", "--metrics", "http://127.0.0.1:1/");
    assertEquals(ExitCode.USAGE, root.code());
    assertEquals(1, root.err().lines().count(), root.err());
    assertTrue(root.err().contains("use --metrics=PORT"), root.err());
    try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      CapturedOutput port =
          CapturedOutput.by(
              "crawl",
              "--store",
              "memory",
              "--metrics=" + taken.getLocalPort(),
              "http://127.0.0.1:1/");
      assertEquals(ExitCode.USAGE, port.code(), port.err());
      assertEquals(1, port.err().lines().count(), port.err());
      assertTrue(port.err().contains("use --metrics=PORT with another port"), port.err());
    }
    CapturedOutput file =
        CapturedOutput.by(
            "crawl", "--metrics-file", directory + "/no/a.prom", "http://127.0.0.1:1/");
    assertEquals(ExitCode.USAGE, file.code());
    assertEquals(1, file.err().lines().count(), file.err());
  }

  @Test
  void anUnwatchedCrawlLoadsNoDashboard() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      ArachneProcess crawl =
          ArachneProcess.start(
              directory,
              Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=loaded.%p"),
              List.of("crawl", web.url("/"), "--dir", "kept"));
      assertEquals(0, crawl.await(), crawl.err());
      String loaded = Files.readString(directory.resolve("loaded." + crawl.process().pid()));
      assertTrue(loaded.contains("dev.arachne.fetch.FetchCounts "));
      for (String kept :
          List.of(
              "dev.arachne.metrics.MetricsServer",
              "dev.arachne.metrics.MetricsFile",
              "dev.arachne.metrics.Metrics ",
              "dev.arachne.crawl.CrawlMetrics ",
              "dev.arachne.fetch.FetchEvent",
              "dev.arachne.fetch.StallEvent",
              "dev.arachne.frontier.CommitEvent",
              "jdk.jfr.Event ",
              "jdk.jfr.internal.")) {
        assertTrue(!loaded.contains(kept), kept);
      }
    }
  }
}
