package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The dashboard of a crawl of two workers, one of which is killed, read as a browser reads it. */
@Timeout(180)
class ClusterDashboardTest extends OneBrokerScene {
  private static final Pattern PRINTED = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/) shows ");

  private final HttpClient http = HttpClient.newHttpClient();
  private Thread dashboard;
  private URI page;

  /** Orders the crawl, and opens its dashboard before the first worker. */
  @BeforeEach
  void begin() throws Exception {
    order();
    var printed = new PipedReader();
    var out = new PrintWriter(new PipedWriter(printed), true);
    dashboard = Thread.ofPlatform().start(() -> workers.run(out, "dashboard", crawl));
    String line = new BufferedReader(printed).readLine();
    Matcher url = PRINTED.matcher(line);
    assertTrue(url.find(), line);
    page = URI.create(url.group(1));
  }

  @AfterEach
  void end() throws Exception {
    http.close();
    dashboard.interrupt();
    dashboard.join();
  }

  private HttpResponse<String> get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(page.resolve(path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode look() throws Exception {
    return new ObjectMapper().readTree(get("status.json").body());
  }

  /** Each look takes until the next second at most. */
  private JsonNode await(Predicate<JsonNode> wanted) throws Exception {
    JsonNode seen = look();
    while (!wanted.test(seen)) {
      seen = look();
    }
    return seen;
  }

  private static JsonNode worker(JsonNode seen, String name) {
    return seen.at("/now/workers")
        .valueStream()
        .filter(its -> its.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + seen));
  }

  private static boolean isSilent(JsonNode seen, String name) {
    return worker(seen, name).get("isSilent").asBoolean();
  }

  private static long sum(JsonNode rows, String pointer) {
    return rows.valueStream().mapToLong(its -> its.at(pointer).asLong()).sum();
  }

  private static List<String> log(JsonNode seen) {
    return seen.at("/now/log").valueStream().map(its -> its.get("text").asString()).toList();
  }

  @Test
  void sumsWorkersAndShardsAreShownAndAKilledWorkerIsSilent() throws Exception {
    HttpResponse<String> html = get("");
    assertTrue(html.body().contains("id=\"shards\""), html::body);
    String policy = html.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'"), policy);
    assertEquals(404, get("why?url=" + web.root()).statusCode());

    assertEquals(
        List.of("unknown"),
        look()
            .at("/now/shards")
            .valueStream()
            .map(its -> its.get("work").asString())
            .distinct()
            .toList());

    Worker[] two = {workers.start(), workers.start()};
    awaitMiddle();
    JsonNode seen =
        await(its ->
            its.at("/now/workers").size() == 2
                && its.at("/now/rate").asDouble() > 0
                && its.at("/now/left/to").asLong() > 0);
    assertEquals("running", seen.get("word").asString());
    assertEquals(SHARDS, seen.at("/now/shards").size());
    for (String rows : List.of("/now/workers", "/now/shards")) {
      assertEquals(
          seen.at("/now/counts/fetched").asLong(), sum(seen.at(rows), "/counts/fetched"), rows);
      assertEquals(seen.at("/now/busyHosts").asLong(), sum(seen.at("/now/shards"), "/busyHosts"));
    }
    assertTrue(seen.at("/now/busyHosts").asLong() > 0, seen::toString);

    two[1].signal("KILL");
    JsonNode silent = await(its -> isSilent(its, "w1") && !isSilent(its, "w0"));
    assertTrue(silent.at("/now/who").asString().endsWith("silent: w1"), silent::toString);
    for (JsonNode shard : silent.at("/now/shards")) {
      if (shard.get("worker").asString().equals("w1")) {
        assertTrue(List.of("silent", "idle").contains(shard.get("work").asString()));
      }
    }
    JsonNode moved = await(its -> worker(its, "w1").get("shards").isEmpty());
    assertEquals(SHARDS, worker(moved, "w0").get("shards").size());
    assertTrue(
        log(moved).stream().anyMatch(its -> its.startsWith("w1 is silent")), moved::toString);
    assertTrue(
        log(moved).stream().anyMatch(its -> its.endsWith("moved from w1 to w0")), moved::toString);

    awaitOver(two[0]);
    JsonNode over = await(its -> its.get("word").asString().equals("over"));
    assertEquals(web.asked().size(), over.at("/now/counts/fetched").asLong());
    assertEquals(web.size(), over.at("/now/pages").asLong());
    assertEquals(0, over.at("/now/counts/pending").asLong());
    assertEquals(0, over.at("/now/underWay").asLong());
  }
}
