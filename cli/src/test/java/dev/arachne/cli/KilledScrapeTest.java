package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A scrape whose process is killed at random moments, and started again by the same command until
 * it is done. The numbers are those of a build; for more:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=KilledScrapeTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.kills=200
 * </pre>
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledScrapeTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int KILLS_OF_A_SCRAPE = 5;
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int TASKS = 6;
  private static final int PAGES = TopFilms.LIST_PAGES + TopFilms.FILMS;
  private static final List<String> FIELDS = List.of("rank", "title");

  private static final String JOINED =
      """
      follow: .pages a
      item: li.film
      fields: {'rank:number': .rank, title: .title}
      detail: {url: a, fields: {director: .director}}
      """;

  /** Where the fields of a record are. */
  private enum Records {
    /** All in lists; other pages have no records. */
    LISTS,
    /** One in a detail page. */
    JOINED
  }

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  @ParameterizedTest
  @CsvSource({
    "jsonl, true, LISTS",
    "jsonl, false, LISTS",
    "csv, true, LISTS",
    "csv, false, LISTS",
    "jsonl, true, JOINED",
    "jsonl, false, JOINED"
  })
  void everyRecordIsThereOnceAndEveryLineWhole(String format, boolean ordered, Records records)
      throws Exception {
    int kills = 0;
    int scrapes = 0;
    for (; kills < KILLS / 2; scrapes++) {
      kills += scrape(Math.min(KILLS_OF_A_SCRAPE, KILLS / 2 - kills), format, ordered, records);
    }
    System.out.println("killed: " + kills + " times in " + scrapes + " scrapes");
  }

  /** One scrape with up to {@code most} kills; returns how many there were. */
  private int scrape(int most, String format, boolean ordered, Records kind) throws Exception {
    Path directory = Files.createTempDirectory(temporary, "scrape");
    Path file = directory.resolve("films." + format);
    List<String> films = films(format, kind);
    int kills = 0;
    try (TestWeb web = TestWeb.serve(KilledScrapeTest::later)) {
      boolean ended = false;
      while (!ended) {
        Process process = start(directory, file, ordered, kind, web.url("/"));
        ended = kills == most ? process.waitFor(10, TimeUnit.MINUTES) : hasEnded(process, web);
        if (ended) {
          String output = new String(process.getInputStream().readAllBytes());
          assertEquals(0, process.exitValue(), output + " seed " + SEED);
        } else {
          process.destroyForcibly().waitFor();
          kills++;
          checkWhole(file, films, ordered);
        }
      }
      long requests = web.targets().stream().filter(it -> !it.equals("/robots.txt")).count();
      assertTrue(requests <= PAGES + kills * TASKS, requests + " requests, seed " + SEED);
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(films, ordered ? lines : inOrder(lines, films), "seed " + SEED);
    return kills;
  }

  /** The film list; a page answers after some milliseconds, the same at each request. */
  private static Reply later(TestRequest request) {
    Reply reply = new TopFilms().reply(request);
    return reply.after(Duration.ofMillis(Math.floorMod(request.target().hashCode() * 31, 60)));
  }

  /** Waits for a random moment; one out of four is in the first milliseconds of the process. */
  private boolean hasEnded(Process process, TestWeb web) throws InterruptedException {
    long requests = web.requestCount();
    long left = PAGES - requests;
    if (random.nextInt(4) == 0 || left <= 0) {
      return process.waitFor(random.nextInt(900), TimeUnit.MILLISECONDS);
    }
    long until = requests + random.nextLong(left);
    while (web.requestCount() < until) {
      if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return !process.isAlive();
  }

  /** Whatever is there is whole, there once, and with an order in order without a gap. */
  private static void checkWhole(Path file, List<String> films, boolean ordered)
      throws IOException {
    String text = Files.exists(file) ? Files.readString(file) : "";
    assertTrue(text.isEmpty() || text.endsWith("\n"), "torn: " + text + " seed " + SEED);
    List<String> lines = text.lines().toList();
    if (ordered) {
      assertEquals(films.subList(0, lines.size()), lines, "seed " + SEED);
    } else {
      assertEquals(lines.size(), inOrder(lines, films).size(), "seed " + SEED);
    }
  }

  /** Those of {@code all} that are among {@code lines}, a line that is there twice alike. */
  private static List<String> inOrder(List<String> lines, List<String> all) {
    assertEquals(lines.size(), lines.stream().distinct().count(), "twice; seed " + SEED);
    return all.stream().filter(lines::contains).toList();
  }

  private static List<String> films(String name, Records records) {
    ItemFormat format = name.equals("csv") ? ItemFormat.csv(FIELDS) : ItemFormat.jsonLines();
    Stream<String> films =
        IntStream.rangeClosed(1, TopFilms.FILMS)
            .mapToObj(rank ->
                Item.of("rank", BigDecimal.valueOf(rank)).and("title", TopFilms.film(rank).title()))
            .map(item -> records == Records.JOINED ? joined(item) : item)
            .map(format::line);
    return Stream.concat(Stream.of(format.head()), films)
        .filter(line -> !line.isEmpty())
        .map(String::stripTrailing)
        .toList();
  }

  private static Item joined(Item film) {
    int rank = ((BigDecimal) film.value("rank").orElseThrow()).intValue();
    return film.and("director", TopFilms.film(rank).director());
  }

  private static Process start(
      Path directory, Path file, boolean ordered, Records records, String root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "scrape", "-q", "--tasks", "" + TASKS));
    switch (records) {
      case LISTS -> {
        command.addAll(List.of("--follow", ".pages a", "--follow", ".film a", "--item", "li.film"));
        command.addAll(List.of("--field", "rank:number=.rank", "--field", "title=.title"));
      }
      case JOINED -> {
        Path rules = directory.resolve("joined.yaml");
        Files.writeString(rules, JOINED);
        command.addAll(List.of("--rules", rules.toString()));
      }
    }
    String kept = directory.resolve("kept").toString();
    command.addAll(List.of("--dir", kept, "-o", file.toString(), root));
    if (ordered) {
      command.add("--ordered");
    }
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
