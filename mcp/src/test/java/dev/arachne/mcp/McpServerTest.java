package dev.arachne.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.AddressScope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol, by messages as clients and others send them. */
class McpServerTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private static final McpTool WAITS =
      new McpTool(
          "wait",
          "Wait",
          "Waits until it is to end.",
          List.of(),
          McpTool.Effect.READS,
          (_, cancellation) -> {
            while (!cancellation.await(Duration.ofMinutes(1))) {}
            return McpTool.ToolResult.of("It has ended.");
          });

  @TempDir Path directory;

  /** Before any test has a client, since the property is read once. */
  @BeforeAll
  static void allowHeadersOfHosts() {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
  }

  private Mcp mcp() throws Exception {
    return Mcp.of(directory, AddressScope.PUBLIC_ONLY, "1", _ -> "story");
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(method, params);
  }

  /** The answers to lines, in any order. */
  private List<String> answers(String... lines) throws Exception {
    var out = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8));
    mcp().serve(in, out);
    List<String> answers = new ArrayList<>(out.toString(UTF_8).lines().toList());
    for (String answer : answers) {
      assertTrue(McpServer.JSON.read(answer.getBytes(UTF_8)) instanceof Map, answer);
    }
    return answers;
  }

  private String answer(String line) throws Exception {
    List<String> answers = answers(line);
    assertEquals(1, answers.size(), answers::toString);
    return answers.getFirst();
  }

  private void assertFault(int code, String line) throws Exception {
    String answer = answer(line);
    assertTrue(answer.contains("\"error\":{\"code\":" + code + ","), answer);
  }

  @Test
  void aRequestOfTheNewRevisionStandsAlone() throws Exception {
    String discovered = answer(request("server/discover", META));
    assertTrue(discovered.contains("\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\""));
    assertTrue(discovered.contains("\"resultType\":\"complete\""));
    assertTrue(discovered.contains("\"io.modelcontextprotocol/serverInfo\":{"));
    String tools = answer(request("tools/list", META));
    assertTrue(tools.contains("\"cacheScope\":\"public\""), tools);
    assertTrue(tools.contains("\"inputSchema\":{\"type\":\"object\""), tools);
  }

  @Test
  void anOlderClientGetsTheRevisionThatItAsksForOrTheLatest() throws Exception {
    for (String version : List.of("2025-11-25", "2025-06-18", "2025-03-26")) {
      assertTrue(
          answer(request("initialize", "\"protocolVersion\":\"" + version + "\""))
              .contains("\"protocolVersion\":\"" + version + "\""));
    }
    assertTrue(
        answer(request("initialize", "\"protocolVersion\":\"1999-01-01\""))
            .contains("\"protocolVersion\":\"2025-11-25\""));
    assertFalse(answer(request("tools/list", "")).contains("resultType"));
    assertTrue(answer(request("ping", "")).endsWith("\"result\":{}}"));
  }

  @Test
  void eachFaultHasItsCode() throws Exception {
    assertFault(-32700, "garbage");
    assertFault(-32700, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"");
    assertFault(-32700, "{} {}");
    assertFault(-32700, "[".repeat(100_000));
    assertFault(-32600, "[]");
    assertFault(-32600, "5");
    assertFault(-32600, "{\"id\":1,\"method\":\"ping\"}");
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}");
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}");
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}");
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":[]}");
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":1}");
    assertFault(-32600, "\"" + "x".repeat(McpStreams.LONGEST) + "\"");
    assertFault(-32602, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}");
    assertFault(-32601, request("resources/list", ""));
    assertFault(-32601, request("initialize", META));
    assertFault(-32602, request("initialize", ""));
    assertFault(-32602, request("server/discover", ""));
    assertFault(-32602, request("tools/list", "\"cursor\":\"x\""));
    assertFault(-32602, request("tools/call", "\"name\":\"nothing\""));
    assertFault(-32602, request("tools/call", "\"name\":5"));
    assertFault(-32602, request("tools/call", "\"name\":\"read\",\"arguments\":[]"));
    assertFault(
        -32602,
        request(
            "tools/list",
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}"));
    assertFault(
        -32602, request("tools/list", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7}"));
    assertFault(-32022, request("tools/list", META.replace("2026-07-28", "1900-01-01")));
  }

  @Test
  void halfOfASurrogatePairIsAnswered() throws Exception {
    assertFault(-32600, "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800x\",\"method\":5}");
    assertFault(-32602, request("tools/call", "\"name\":\"\\ud800x\""));
    assertTrue(
        answer("{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800x\",\"method\":\"ping\"}")
            .contains("\"id\":\"?x\",\"result\":{}"));
  }

  @Test
  void wrongArgumentsAreReportedToTheModel() throws Exception {
    for (String arguments :
        List.of(
            "\"name\":\"crawl\",\"arguments\":{\"url\":5}",
            "\"name\":\"crawl\",\"arguments\":{}",
            "\"name\":\"crawl\",\"arguments\":{\"url\":\"http://a.example/\",\"maxPages\":\"9\"}",
            "\"name\":\"crawl\",\"arguments\":{\"url\":\"http://a.example/\",\"maxPages\":1e9}",
            "\"name\":\"crawl\",\"arguments\":{\"url\":\"file:///etc\"}",
            "\"name\":\"crawl\",\"arguments\":{\"url\":\"/etc\"}",
            "\"name\":\"status\",\"arguments\":{\"crawl\":\"../other\"}",
            "\"name\":\"status\",\"arguments\":{\"crawl\":\"\\u0000\"}",
            "\"name\":\"status\",\"arguments\":{\"color\":1}",
            "\"name\":\"status\"")) {
      String answer = answer(request("tools/call", arguments));
      assertTrue(answer.contains("\"isError\":true"), answer);
    }
  }

  @Test
  void notificationsAndResponsesHaveNoAnswer() throws Exception {
    assertEquals(
        List.of(),
        answers(
            "",
            " \r",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":[]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{}}"));
  }

  @Test
  void aCallEndsWithTheInputAndHasNoAnswerIfItIsCancelled() throws Exception {
    var server = new McpServer(List.of(WAITS), "1");
    String call = request("tools/call", "\"name\":\"wait\"") + "\n";
    String cancelled =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
            + "\"params\":{\"requestId\":1}}";
    var out = new ByteArrayOutputStream();
    McpStreams.serve(server, new ByteArrayInputStream(call.getBytes(UTF_8)), out);
    assertTrue(out.toString(UTF_8).contains("It has ended."));
    out.reset();
    McpStreams.serve(server, new ByteArrayInputStream((call + cancelled).getBytes(UTF_8)), out);
    assertEquals("", out.toString(UTF_8));
  }

  @Test
  void aCallEndsIfTheOutputTakesNoMore() throws Exception {
    var server = new McpServer(List.of(WAITS), "1");
    String call = request("tools/call", "\"name\":\"wait\"") + "\n";
    var in = new ByteArrayInputStream((call + "garbage").getBytes(UTF_8));
    OutputStream closed = OutputStream.nullOutputStream();
    closed.close();
    assertThrows(IOException.class, () -> McpStreams.serve(server, in, closed));
  }

  @Test
  void randomBytesNeverEndIt() throws Exception {
    var random = new Random(7);
    byte[] good = request("tools/call", "\"name\":\"status\",\"arguments\":{}").getBytes(UTF_8);
    var lines = new ByteArrayOutputStream();
    for (int i = 0; i < 3_000; i++) {
      byte[] line = good.clone();
      for (int changes = random.nextInt(5); changes >= 0; changes--) {
        line[random.nextInt(line.length)] = (byte) random.nextInt(256);
      }
      lines.write(line, 0, random.nextInt(line.length));
      lines.write('\n');
    }
    lines.write("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}".getBytes(UTF_8));
    var out = new ByteArrayOutputStream();
    mcp().serve(new ByteArrayInputStream(lines.toByteArray()), out);
    assertTrue(out.toString(UTF_8).contains("\"id\":\"last\",\"result\":{}"));
  }

  @Test
  void overHttpOnlyProgramsOfThisMachineAreServed() throws Exception {
    try (Mcp.Listening listening = mcp().listen(0);
        HttpClient client = HttpClient.newHttpClient()) {
      String ping = request("ping", "");
      String url = listening.url();
      String own = url.substring("http://".length(), url.lastIndexOf('/'));
      assertEquals(200, status(client, post(url, ping)));
      assertEquals(200, status(client, post(url, ping).header("Origin", "http://" + own)));
      assertEquals(403, status(client, post(url, ping).header("Origin", "http://evil.example")));
      assertEquals(403, status(client, post(url, ping).header("Origin", "null")));
      assertEquals(403, status(client, post(url, ping).header("Host", "evil.example")));
      assertEquals(405, status(client, HttpRequest.newBuilder(URI.create(url))));
      assertEquals(404, status(client, post(url + "/x", ping)));
      assertEquals(415, status(client, post(url, ping).setHeader("Content-Type", "text/plain")));
      assertEquals(406, status(client, post(url, ping).header("Accept", "text/html")));
      assertEquals(413, status(client, post(url, "x".repeat(McpStreams.LONGEST + 1))));
      assertEquals(400, status(client, post(url, "garbage")));
      assertEquals(
          202, status(client, post(url, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")));
    }
  }

  @Test
  void headersHaveToSayWhatTheBodySays() throws Exception {
    try (Mcp.Listening listening = mcp().listen(0);
        HttpClient client = HttpClient.newHttpClient()) {
      String url = listening.url();
      String call = request("tools/call", "\"name\":\"status\"," + META);
      assertEquals(400, status(client, post(url, call)));
      assertEquals(
          400, status(client, modern(url, call, "tools/list").header("Mcp-Name", "status")));
      assertEquals(400, status(client, modern(url, call, "tools/call")));
      assertEquals(400, status(client, modern(url, call, "tools/call").header("Mcp-Name", "read")));
      assertEquals(
          200, status(client, modern(url, call, "tools/call").header("Mcp-Name", "status")));
      assertEquals(
          200,
          status(
              client, modern(url, call, "tools/call").header("Mcp-Name", "=?base64?c3RhdHVz?=")));
      assertEquals(404, status(client, modern(url, request("nothing", META), "nothing")));
      assertEquals(
          400, status(client, post(url, request("ping", "")).header("MCP-Protocol-Version", "1")));
    }
  }

  private static HttpRequest.Builder post(String url, String body) {
    return HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private static HttpRequest.Builder modern(String url, String body, String method) {
    return post(url, body)
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method);
  }

  private static int status(HttpClient client, HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
