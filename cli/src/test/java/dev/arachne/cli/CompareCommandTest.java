package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.compare.CompareOptions;
import dev.arachne.compare.CompareReport;
import dev.arachne.compare.Figures;
import dev.arachne.compare.FilmParser;
import dev.arachne.compare.Machine;
import dev.arachne.compare.StageFigures;
import dev.arachne.road.Road;
import dev.arachne.terminal.Streams;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class CompareCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @TempDir Path directory;

  private static CompareOptions parse(String... arguments) {
    var command = new CompareCommand(Streams.ofProcess());
    command.commandLine().parseArgs(arguments);
    return command.options();
  }

  private CompareRun run(CompareOptions options, boolean json) {
    var streams = new Streams(InputStream.nullInputStream(), bytes, () -> false);
    Path file = directory.resolve("report.html");
    return new CompareRun(
        options, json, file, streams, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private static CompareReport report(Optional<String> difference) {
    var figures =
        new Figures(100, List.of(Duration.ofMillis(490)), List.of(Duration.ofMillis(20)), 2);
    var stage =
        new StageFigures(
            Road.ARACHNE_CLIENT,
            figures,
            Optional.of(figures),
            Optional.empty(),
            Optional.of(new StageFigures.Memory(1_000, 2_600, 580)),
            65);
    var machine = new Machine("a \u001b[31mprocessor", 2, 1L << 34, "Linux 6", "25");
    var parsers = Map.of(FilmParser.CSS, Duration.ofMillis(3));
    var begun = LocalDateTime.of(2026, 11, 21, 18, 5);
    return new CompareReport(parse(), machine, begun, List.of(stage), parsers, difference);
  }

  @Test
  void withoutOptionsItIsTheSeedsSiteWithAllPagesAtATime() {
    assertEquals(
        new CompareOptions(List.of(), 100, Duration.ofMillis(470), 100, 5, 20_000, 1_000), parse());
    assertEquals(7, parse("--pages", "7").concurrency());
    assertEquals(3, parse("--pages", "7", "--concurrency", "3").concurrency());
    assertEquals(Duration.ofMillis(100), parse("--latency=100ms").latency());
    assertEquals(2, parse("--repeat", "2", "--output", "x.html", "--json").repeat());
  }

  @Test
  void typedUrlsAreFetchedOnceEachByEveryWayAndFewAtATime() {
    CompareOptions options = parse("a.example", "http://a.example/", "b.example/x");
    assertEquals(
        List.of(CrawlUrl.of("http://a.example/"), CrawlUrl.of("http://b.example/x")),
        options.urls());
    assertEquals(10, options.concurrency());
  }

  @Test
  void theTableIsPrintedAndTheChartsAreWritten() throws IOException {
    assertEquals(ExitCode.DONE, run(parse(), false).show(report(Optional.empty())));
    assertTrue(out.toString().contains("10  Arachne  490 ms       1.04  20 ms"), out.toString());
    assertTrue(out.toString().contains("a \\u{1b}[31mprocessor"), out.toString());
    Path file = directory.resolve("report.html");
    assertTrue(out.toString().endsWith("Charts: " + file + "\n"), out.toString());
    assertTrue(Files.readString(file).contains("<svg"));
  }

  @Test
  void jsonHasTheFiguresInMillisecondsAndBytesAndNothingElseIsPrinted() {
    assertEquals(ExitCode.FAILED, run(parse(), true).show(report(Optional.of("somebody cheated"))));
    assertEquals("", out.toString());
    JsonNode json = new ObjectMapper().readTree(bytes.toByteArray());
    assertEquals(100, json.get("pages").asInt());
    assertEquals(470.0, json.get("latencyMs").asDouble());
    assertFalse(json.get("sameBytes").asBoolean());
    assertEquals("somebody cheated", json.get("difference").asString());
    JsonNode stage = json.get("stages").get(0);
    assertEquals(10, stage.get("number").asInt());
    assertEquals(490.0, stage.get("wallMs").asDouble());
    assertEquals(490.0, stage.get("wallMsOfRuns").get(0).asDouble());
    assertEquals(20.0, stage.get("cpuMs").asDouble());
    assertEquals(2, stage.get("peakThreads").asInt());
    assertEquals(2_600, stage.get("memory").get("heapBytes").asInt());
    assertEquals(65, stage.get("lines").asInt());
    assertEquals(490.0, stage.get("crawl").get("wallMs").asDouble());
    assertEquals("CSS", json.get("parsers").get(0).get("parser").asString());
    assertEquals(3.0, json.get("parsers").get(0).get("tenPagesMs").asDouble());
    assertEquals("47.8 s", json.get("history").get(0).get("figure").asString());
  }

  @Test
  void aPageThatCannotBeHadGetsOneLineThatNamesIt() throws IOException {
    String url;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      url = "http://127.0.0.1:" + socket.getLocalPort() + "/";
    }
    var options = new CompareOptions(List.of(CrawlUrl.of(url)), 1, Duration.ZERO, 1, 1, 1, 1);
    assertEquals(ExitCode.FAILED, run(options, false).run());
    assertEquals(
        "arachne compare: blocking socket: " + url + ": Connection refused\n", err.toString());
    assertEquals("", out.toString());
  }
}
