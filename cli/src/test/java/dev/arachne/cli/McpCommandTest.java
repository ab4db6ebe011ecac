package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code arachne mcp} as a process, spoken to by the official SDK where npm has installed it. */
class McpCommandTest {
  private static final String SDK = System.getProperty("arachne.mcpsdk", "");
  private static final List<String> TOOLS =
      List.of("crawl", "status", "search", "read", "links", "why");

  @TempDir Path directory;

  private static TestSite site() {
    String text = "<h1>A page</h1><p>" + "Words that make a paragraph of some length. ".repeat(9);
    return request -> html("<title>A page</title>" + text + "<a href=/docs/a.html>A</a>");
  }

  private static List<String> arachne(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--add-opens"));
    command.addAll(List.of("java.base/java.lang=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), "dev.arachne.cli.Main", "mcp"));
    command.addAll(List.of(arguments));
    return command;
  }

  /** What the client of the SDK was told. */
  private JsonNode told(String url, String page, List<String> server) throws Exception {
    Path script = directory.resolve("client.mjs");
    try (InputStream in = McpCommandTest.class.getResourceAsStream("mcp-client.mjs")) {
      Files.write(script, in.readAllBytes());
    }
    List<String> command = new ArrayList<>(List.of("node", script.toString(), SDK, url, page));
    command.addAll(server);
    Path out = directory.resolve("told");
    Process client =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertTrue(client.waitFor(3, TimeUnit.MINUTES));
    assertEquals(0, client.exitValue());
    return new JsonMapper().readTree(Files.readString(out));
  }

  private static void check(JsonNode told, String page) {
    List<String> tools = new ArrayList<>();
    told.get("tools").forEach(tool -> tools.add(tool.asString()));
    assertEquals(TOOLS, tools);
    assertEquals(2, told.at("/crawl/structuredContent/fetched").asInt(), told::toString);
    assertEquals(0, told.at("/status/structuredContent/pending").asInt());
    assertTrue(
        told.at("/read/structuredContent/markdown").asString().startsWith("# A page\n\nWords"));
    assertEquals(page, told.at("/links/structuredContent/links/0/url").asString());
    assertTrue(told.at("/why/content/0/text").asString().contains("1 link from a seed"));
    assertTrue(told.at("/wrongType/isError").asBoolean());
    assertTrue(told.at("/unknownPage/isError").asBoolean());
    assertEquals(-32602, told.get("unknownTool").asInt());
  }

  @Test
  void theOfficialSdkWorksWithItOverStreamsAndHttp() throws Exception {
    assumeTrue(
        !SDK.isEmpty(),
        "the MCP SDK is not there: npm install @modelcontextprotocol/sdk somewhere, and"
            + " -Darachne.mcpsdk=DIRECTORY");
    try (TestWeb web = TestWeb.serve(site())) {
      String page = web.url("/docs/a.html");
      Path one = Files.createDirectory(directory.resolve("one"));
      check(told(web.url("/"), page, arachne("--allow-private", one.toString())), page);
      Path two = Files.createDirectory(directory.resolve("two"));
      Process server =
          new ProcessBuilder(arachne("--http=0", "--allow-private", two.toString())).start();
      try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
        String url = String.valueOf(out.readLine()).split(" ", 2)[0];
        check(told(web.url("/"), page, List.of(url)), page);
      } finally {
        server.destroy();
        server.waitFor();
      }
    }
  }

  @Test
  void itAnswersWhatIsPipedIntoItAndEnds() throws Exception {
    Process server = new ProcessBuilder(arachne(directory.toString())).start();
    try (var in = server.outputWriter(StandardCharsets.UTF_8)) {
      in.write("garbage\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    }
    List<String> answers = server.inputReader(StandardCharsets.UTF_8).lines().toList();
    assertTrue(server.waitFor(1, TimeUnit.MINUTES));
    assertEquals(0, server.exitValue());
    assertTrue(answers.getFirst().contains("-32700"), answers::toString);
    assertEquals("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", answers.getLast());
  }

  @Test
  void aDirectoryThatIsNotThereIsAMistake() throws IOException {
    CapturedOutput told = CapturedOutput.by("mcp", directory.resolve("none").toString());
    assertEquals(2, told.code());
    assertTrue(told.err().contains("is not a directory"), told.err());
  }
}
