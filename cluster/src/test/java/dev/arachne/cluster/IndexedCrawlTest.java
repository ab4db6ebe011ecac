package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.testkit.JsonSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The indexes of several workers, searched as one: each page that was fetched is found. */
@Timeout(300)
class IndexedCrawlTest extends OneBrokerScene {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** On all pages. */
  private static final String ALL = "fact";

  @Test
  void whatAnyWorkerHasIsFoundAlsoAfterWorkersWereKilled() throws Exception {
    order("--index");
    List<Worker> three = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      three.add(workers.start("--stay"));
    }
    awaitMiddle();
    awaitSearch(found -> found.get("total").asLong() > 0 && found.get("missing").isEmpty());
    three.get(1).signal("KILL");
    JsonNode partial = awaitSearch(found -> !found.get("missing").isEmpty());
    String missing = partial.get("missing").toString();
    assertTrue(missing.contains("no index of shard"), missing);
    assertTrue(missing.contains("worker w1 cannot be reached"), missing);
    String told = workers.run("search", crawl, ALL).text();
    assertTrue(told.contains("partial: ") || told.contains("pages match"), told);

    web.await(web.size());
    assertAllAreFound("kill -9 of one of three");
    long killed = System.nanoTime();
    three.get(2).signal("KILL");
    awaitSearch(found -> !found.get("missing").isEmpty());
    assertAllAreFound("kill -9 of one of two after the crawl");
    System.out.printf(
        "cluster: search: whole %d ms after the kill%n", (System.nanoTime() - killed) / 1_000_000);

    workers.tell("stop", crawl);
    awaitOver(three.getFirst());
    JsonNode nothing = search(ALL);
    assertEquals(0, nothing.get("hits").size());
    assertTrue(nothing.get("missing").toString().contains("no index of shards 0, 1, 2, 3, 4, 5"));
  }

  @Test
  void aCrawlWithoutAnIndexIsNotSearchedAndMeaningsAreRefused() {
    order();
    Workers.Result none = workers.run("search", crawl, ALL);
    assertEquals(2, none.code());
    assertEquals(1, none.text().lines().count(), none::text);
    assertTrue(none.text().contains("has no index; use arachne cluster crawl"), none::text);
    Workers.Result refused =
        workers.run("crawl", crawl, "--index", "--embedding", "http://127.0.0.1:1/");
    assertEquals(2, refused.code());
    assertTrue(refused.text().contains("--embedding"), refused::text);
  }

  /** A search for a word as JSON, whatever it finds. */
  private JsonNode search(String... words) throws IOException {
    List<String> typed = new ArrayList<>(List.of(crawl));
    typed.addAll(List.of(words));
    typed.addAll(List.of("--json", "--facets"));
    Workers.Result result = workers.run("search", typed.toArray(String[]::new));
    assertTrue(result.code() <= 1, result::text);
    JsonNode json = new ObjectMapper().readTree(result.text());
    assertEquals(List.of(), JsonSchema.of("search").faults(json), json::toString);
    return json;
  }

  private JsonNode awaitSearch(Predicate<JsonNode> wanted) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode found = search(ALL);
      if (wanted.test(found)) {
        return found;
      }
      assertTrue(System.nanoTime() < end, found::toString);
    }
  }

  /** All pages of the ledgers are found, each once, and of each host the page with a word. */
  private void assertAllAreFound(String what) throws IOException {
    JsonNode whole =
        awaitSearch(
            found -> found.get("missing").isEmpty() && found.get("total").asLong() >= web.size());
    int pagesOfHost = web.size() / HOSTS;
    assertEquals(web.size(), whole.get("total").asLong(), what);
    assertTrue(whole.get("exact").asBoolean());
    assertEquals(10, whole.get("hits").size());
    assertEquals(Math.min(10, HOSTS), whole.get("facets").get("site").size());
    for (JsonNode pages : whole.get("facets").get("site")) {
      assertEquals(pagesOfHost, pages.asLong(), what);
    }
    for (int host = 0; host < HOSTS; host += 5) {
      int page = host % pagesOfHost;
      JsonNode one = search(ManyHosts.fact(host, page));
      assertEquals(1, one.get("hits").size(), one::toString);
      JsonNode hit = one.get("hits").get(0);
      assertEquals(web.url(host, page), hit.get("url").asString(), what);
      assertEquals(ManyHosts.title(host, page), hit.get("title").asString());
      assertEquals(List.of(), one.get("missing").valueStream().toList());
    }
  }
}
