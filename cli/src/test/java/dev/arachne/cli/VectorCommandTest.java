package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.TestEmbeddings;
import dev.arachne.testkit.TestEmbeddings.Answer;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/search.md about meaning, with a model on the loopback interface. */
class VectorCommandTest {
  private static final Map<String, Integer> MEANINGS = Map.of("car", 0, "automobile", 0);

  @TempDir Path temporary;

  private static TestWeb site() {
    return TestWeb.serve(
        TestSite.of(
            route(
                "/",
                html("<html lang=en><title>Home</title><main><p>Welcome. <a href=/auto>1</a>")),
            route(
                "/auto",
                html("<html lang=en><title>Garage</title><main><p>An automobile is kept dry."))));
  }

  private static CapturedOutput told(String... arguments) {
    return CapturedOutput.by(arguments);
  }

  private String crawl() {
    return temporary.resolve("garage.crawl").toString();
  }

  private CapturedOutput embedded(TestWeb web, TestEmbeddings model, String... more) {
    List<String> typed = new ArrayList<>(List.of("crawl", web.url("/"), "--dir", crawl()));
    typed.addAll(List.of("--index", "--embedding", model.url(), "--embedding-model", "toy"));
    typed.addAll(List.of(more));
    return told(typed.toArray(String[]::new));
  }

  @Test
  void aCrawlWithAModelIsSearchedByMeaning() {
    try (TestWeb web = site();
        TestEmbeddings model = TestEmbeddings.serve(MEANINGS, 16)) {
      CapturedOutput crawled = embedded(web, model);
      assertEquals(ExitCode.DONE, crawled.code(), crawled.err());
      assertTrue(crawled.out().endsWith("vectors of toy: 2 pages taken in now\n"), crawled.out());
      CapturedOutput words = told("search", crawl(), "car");
      assertEquals(ExitCode.FAILED, words.code());
      CapturedOutput found = told("search", crawl(), "car", "--embedding", model.url());
      assertEquals(ExitCode.DONE, found.code(), found.err());
      assertTrue(found.out().contains("  1. Garage\n"), found.out());
      assertTrue(found.out().contains("mean the like"), found.out());
      CapturedOutput again = told("index", crawl(), "--embedding", model.url());
      assertTrue(again.out().endsWith("vectors of toy: 0 pages taken in now\n"), again.out());
      model.script((_, _) -> Optional.of(new Answer(401, "", "no \u001B[31mkey")));
      CapturedOutput byWords = told("search", crawl(), "automobile", "--embedding", model.url());
      assertEquals(ExitCode.DONE, byWords.code());
      assertTrue(byWords.out().contains("these are by their words alone"), byWords.out());
      assertFalse(byWords.out().contains("\u001B[31m"));
    }
  }

  @Test
  void aCrawlWhoseModelIsDownIsWholeAndMadeUpForLater() {
    try (TestWeb web = site();
        TestEmbeddings model = TestEmbeddings.serve(MEANINGS, 16)) {
      model.script((_, _) -> Optional.of(new Answer(502, "0", "")));
      CapturedOutput crawled = embedded(web, model, "-q");
      assertEquals(ExitCode.DONE, crawled.code(), crawled.err());
      String expected =
          "warning: %s: answered 502; 2 pages have no vectors yet; use arachne index %s --embedding URL --embedding-model toy\n"
              .formatted(model.url(), crawl());
      assertEquals(expected, crawled.err());
      assertEquals(ExitCode.DONE, told("search", crawl(), "automobile").code());
      CapturedOutput failed =
          told("index", crawl(), "--embedding", model.url(), "--embedding-model", "toy");
      assertEquals(ExitCode.FAILED, failed.code());
      assertTrue(failed.err().contains("2 pages have no vectors yet"), failed.err());
      model.script((_, _) -> Optional.empty());
      CapturedOutput made =
          told("index", crawl(), "--embedding", model.url(), "--embedding-model", "toy");
      assertEquals(ExitCode.DONE, made.code(), made.err());
      CapturedOutput other =
          told("index", crawl(), "--embedding", model.url(), "--embedding-model", "new");
      assertMistake(other, "its vectors are of the model toy, not new");
    }
  }

  @Test
  void mistakesAreOneLine() {
    try (TestWeb web = site()) {
      String root = web.url("/");
      String url = "http://127.0.0.1:1/v1/embeddings";
      assertMistake(told("crawl", root, "--dir", crawl(), "--embedding", url), "use --index too");
      assertMistake(
          told("crawl", root, "--dir", crawl(), "--index", "--embedding", url),
          "use --embedding-model NAME too");
      assertMistake(
          told("crawl", root, "--dir", crawl(), "--index", "--embedding-model", "toy"),
          "use --embedding URL too");
      assertMistake(
          told("crawl", root, "--index", "--embedding", "http://me:secret@h/v1"), "leave it out");
      assertMistake(told("crawl", root, "--index", "--embedding", "h/v1"), "a URL is needed");
      assertFalse(Files.exists(Path.of(crawl())));
      assertEquals(ExitCode.DONE, told("crawl", "-q", root, "--dir", crawl(), "--index").code());
      assertMistake(
          told("search", crawl(), "car", "--embedding", url), "its index has no vectors; use");
      assertMistake(told("index", crawl(), "--embedding", url), "use --embedding-model NAME too");
      assertMistake(told("serve", crawl(), "--embedding-model", "toy"), "use --embedding URL too");
    }
  }

  @Test
  void aKeyThatNoHeaderCanHaveIsRefusedWithoutBeingTold() throws Exception {
    assertEquals(Optional.of("a-key"), EmbeddedCrawl.key(" a-key\n"));
    assertEquals(Optional.empty(), EmbeddedCrawl.key(" "));
    var refusal = assertThrows(UsageException.class, () -> EmbeddedCrawl.key("a\r\nHost: secret"));
    assertTrue(refusal.getMessage().startsWith("ARACHNE_EMBEDDING_KEY"));
    assertFalse(refusal.getMessage().contains("secret"));
  }

  @Test
  void anEndpointOfAnotherDimensionFailsNoCrawl() {
    try (TestWeb web = site();
        TestEmbeddings small = TestEmbeddings.serve(MEANINGS, 16);
        TestEmbeddings large = TestEmbeddings.serve(MEANINGS, 32)) {
      for (TestEmbeddings model : List.of(small, large)) {
        boolean isFirst = model == small;
        CapturedOutput crawled =
            told(
                "crawl",
                web.url("/"),
                "--dir",
                crawl(),
                "--limit",
                isFirst ? "1" : "9",
                "--index",
                "--embedding",
                model.url(),
                "--embedding-model",
                "toy");
        assertEquals(ExitCode.DONE, crawled.code(), crawled.err());
        assertTrue(crawled.out().startsWith("Crawled "), crawled.out());
        assertEquals(isFirst ? 0 : 1, crawled.err().lines().count(), crawled.err());
        assertEquals(!isFirst, crawled.err().contains("has vectors of 32 numbers here"));
      }
    }
  }

  private static void assertMistake(CapturedOutput told, String text) {
    assertEquals(ExitCode.USAGE, told.code(), told.err());
    assertTrue(told.err().contains(text), told.err());
    assertEquals(1, told.err().lines().count(), told.err());
  }

  @Test
  void theKeyIsSentAndNotKept() throws Exception {
    try (TestWeb web = site();
        TestEmbeddings model = TestEmbeddings.serve(MEANINGS, 16)) {
      ArachneProcess crawl =
          ArachneProcess.start(
              temporary,
              Map.of("ARACHNE_EMBEDDING_KEY", "sesame-open"),
              List.of(
                  "crawl",
                  web.url("/"),
                  "--dir",
                  "kept",
                  "--index",
                  "--embedding",
                  model.url(),
                  "--embedding-model",
                  "toy"));
      assertEquals(0, crawl.await(), crawl.err());
      assertEquals(List.of("Bearer sesame-open"), model.keys().stream().distinct().toList());
      try (Stream<Path> files = Files.walk(temporary)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
          assertFalse(bytes.contains("sesame"), file::toString);
        }
      }
    }
  }

  @Test
  void withoutAnEndpointNothingOfItIsLoaded() throws Exception {
    try (TestWeb web = site();
        TestEmbeddings model = TestEmbeddings.serve(MEANINGS, 16)) {
      assertEquals(List.of(), loaded("crawl", web.url("/"), "--dir", "kept", "--index"));
      assertEquals(List.of(), loaded("index", "kept"));
      assertEquals(List.of(), loaded("search", "kept", "automobile", "--facets"));
      List<String> with =
          loaded("index", "kept", "--embedding", model.url(), "--embedding-model", "toy");
      assertTrue(with.contains("dev.arachne.index.HttpEmbedding"), with::toString);
      assertTrue(with.contains("java.net.http.HttpClient"), with::toString);
      assertEquals(List.of(), loaded("search", "kept", "automobile"));
    }
  }

  /** The classes about vectors that a process loads. */
  private List<String> loaded(String... arguments) throws Exception {
    ArachneProcess process =
        ArachneProcess.start(
            temporary,
            Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=loaded.%p"),
            new ArrayList<>(Arrays.asList(arguments)));
    assertEquals(0, process.await(), process.err());
    Path log = temporary.resolve("loaded." + process.process().pid());
    List<String> loaded = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      for (String word : line.split(" ")) {
        if (word.matches(
            "dev\\.arachne\\.(index\\.(Embedding|HttpEmbedding|UnitVectors|Vector|Passage)"
                + "|cli\\.EmbeddedCrawl).*|java\\.net\\.http\\.HttpClient"
                + "|org\\.apache\\.lucene\\.(search|document)\\.KnnFloatVector.*")) {
          loaded.add(word);
        }
      }
    }
    assertFalse(Files.readString(log).isEmpty());
    return loaded;
  }
}
