package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.export.Duplicates;
import dev.arachne.export.ExportFormat;
import dev.arachne.export.ExportReport;
import dev.arachne.export.FileExport;
import dev.arachne.export.LineExport;
import dev.arachne.export.LlmsTxt;
import dev.arachne.export.PageLines;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a crawl as files and lines, at first and again. */
class PageExportTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  @TempDir Path directory;

  private static Reply page(String title, String more) {
    return html(
        "<html lang=en><title>%s</title><h1>%s</h1><p>%s %s</p>"
            .formatted(
                title, title, "Words that make a paragraph of some length. ".repeat(9), more));
  }

  private static TestSite site(String version) {
    return TestSite.of(
        route("/robots.txt", status(404)),
        route(
            "/",
            page(
                "Ro\"ot\u0007",
                "<a href=/a>A</a><a href=/b>B</a><a href=/A>AA</a><a href=/a/c>C</a>"
                    + "<a href=/picture>P</a><a href=/new>N</a>")),
        route("/a", page("Page A " + version, "")),
        route("/A", page("Other A", "")),
        route("/a/c", page("C", "<h2 id=part>Part</h2><p>" + "More words. ".repeat(40))),
        route(
            "/b",
            html(
                "<link rel=canonical href=/a><title>B</title><h1>B</h1><p>"
                    + "Words that are the same. ".repeat(30))),
        route("/new", version.equals("one") ? status(404) : page("New", "")),
        route("/picture", Reply.ok("image/png", new byte[20])));
  }

  private static CrawlOptions.Builder options(String root, Path kept) {
    return CrawlOptions.crawlOf(root).maxTries(1).tasks(1).directory(kept);
  }

  private Path crawl(String root, String name) throws Exception {
    Path kept = directory.resolve(name);
    new Crawl(options(root, kept).warc().build()).run();
    return kept;
  }

  private static Map<String, String> files(Path out) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = out.relativize(file).toString().replaceFirst("^127.0.0.1_[0-9]+/", "");
        if (!name.startsWith(".")) {
          files.put(name, Files.readString(file));
        }
      }
    }
    return files;
  }

  private static ExportReport markdown(Path crawl, Path out) throws Exception {
    return FileExport.write(crawl, out, ExportFormat.MARKDOWN, Duplicates.LEFT_OUT);
  }

  @Test
  void eachPageIsAFileWithFrontMatter() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path out = directory.resolve("out");
      ExportReport report = markdown(kept, out);
      assertEquals(new ExportReport(4, 4, 0, 1, 0), report);
      Map<String, String> files = files(out);
      assertEquals(Set.of("index.html.md", "a.md", "a/c.md"), without(files.keySet(), "~"));
      String root = files.get("index.html.md");
      assertTrue(
          root.startsWith("---\nurl: \"" + web.url("/") + "\"\ntitle: \"Ro\\\"ot\"\nfetched: \"20"),
          root);
      assertTrue(root.contains("\nlanguage: \"en\"\n---\n\n# Ro"), root);
      assertTrue(root.contains("\ndigest: \"sha256:"), root);
      assertTrue(
          FileExport.write(kept, directory.resolve("text"), ExportFormat.TEXT, Duplicates.KEPT)
                  .pages()
              == 5);
      String text = files(directory.resolve("text")).get("a.txt");
      assertTrue(text.startsWith("URL: " + web.url("/a") + "\nTitle: Page A one\nFetched: "), text);
    }
  }

  private static Set<String> without(Set<String> names, String part) {
    Set<String> left = new HashSet<>(names);
    left.removeIf(name -> name.contains(part));
    return left;
  }

  @Test
  void namesDifferOnEveryFileSystemAndStayInTheDirectory() throws Exception {
    List<String> paths =
        List.of(
            "/x",
            "/X",
            "/x/",
            "/x/index.html",
            "/x.md/y",
            "/x.md",
            "/con",
            "/nul.txt",
            "/a%2f..%2fb",
            "/..%5c..%5cup",
            "/q?a=1",
            "/q@a=1",
            "/Q?A=1",
            "/end.",
            "/end_",
            "/" + "l".repeat(300),
            "/" + "l".repeat(300) + "m",
            "/" + "d/".repeat(900) + "f",
            "//",
            "/.arachne-export",
            "/~0123456789abcdef0123456789abcdef",
            "/%C3%A9",
            "/a:b",
            "/a*b");
    var links = new StringBuilder();
    paths.forEach(path -> links.append("<a href='").append(path).append("'>l</a>"));
    TestSite site =
        request ->
            request.target().equals("/robots.txt")
                ? status(404)
                : page(
                    "Of " + request.target(), request.target().equals("/") ? links.toString() : "");
    try (TestWeb web = TestWeb.serve(site)) {
      Path kept = crawl(web.url("/"), "kept");
      Path out = directory.resolve("out/in");
      int pages = markdown(kept, out).pages();
      assertTrue(pages >= paths.size() - 1, () -> "only " + pages);
      Set<String> lower = new HashSet<>();
      try (Stream<Path> all = Files.walk(directory.resolve("out"))) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          assertTrue(file.startsWith(out), file::toString);
          assertTrue(lower.add(file.toString().toLowerCase(Locale.ROOT)), file::toString);
          file.forEach(name -> assertTrue(name.toString().length() <= 255, file::toString));
        }
      }
      assertEquals(pages + 2, lower.size()); // The state and the journal.
    }
  }

  @Test
  void onlyWhatChangedIsWrittenAgainAndWhatIsGoneIsRemoved() throws Exception {
    var now = new AtomicReference<>(site("two"));
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    try (TestWeb web = TestWeb.serve(request -> now.get().reply(request))) {
      new Crawl(options(web.url("/"), first).warc().build()).run();
      now.set(site("one"));
      new Crawl(options(web.url("/"), second).warc().build()).run();
    }
    Path kept = directory.resolve("kept");
    Path out = directory.resolve("out");
    Set<Integer> sizes = new HashSet<>();
    int removed = 0;
    int written = 0;
    for (int limit = 1; limit < 40; limit++) {
      new Crawl(
              CrawlOptions.crawlOf(List.of("http://127.0.0.1/"))
                  .directory(kept)
                  .archives(List.of(first, second))
                  .captures(CaptureChoice.ALL)
                  .maxPages(limit)
                  .existing(limit == 1 ? ExistingCrawlPolicy.RESUME : ExistingCrawlPolicy.CHANGE)
                  .build())
          .run();
      ExportReport report = markdown(kept, out);
      sizes.add(report.pages());
      removed += report.removed();
      written += report.written();
    }
    assertTrue(sizes.containsAll(Set.of(1, 2, 3, 4)), sizes::toString);
    assertEquals(1, removed); // The page that the second crawl did not find.
    assertEquals(4 + 1 + 1, written); // Of the others only one has changed.
    Path fresh = directory.resolve("fresh");
    markdown(kept, fresh);
    assertEquals(files(fresh), files(out));
  }

  @Test
  void removedFilesAreWrittenAgainAndOthersAreLeftAlone() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path out = directory.resolve("out");
      assertEquals(4, markdown(kept, out).written());
      Map<String, String> before = files(out);
      Path lost = found(out, "c.md");
      Path other = found(out, "index.html.md");
      Files.setLastModifiedTime(other, LONG_AGO);
      assertEquals(new ExportReport(4, 0, 0, 1, 0), markdown(kept, out));
      Files.delete(lost);
      assertEquals(new ExportReport(4, 1, 0, 1, 0), markdown(kept, out));
      assertEquals(before, files(out));
      assertEquals(LONG_AGO, Files.getLastModifiedTime(other));
    }
  }

  private static Path found(Path out, String name) throws IOException {
    try (Stream<Path> all = Files.walk(out)) {
      return all.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  @Test
  void anExportOfARunningCrawlEndsAsOneAfterItsEnd() throws Exception {
    try (TestWeb web = TestWeb.serve(site("two"))) {
      Path kept = directory.resolve("kept");
      Path out = directory.resolve("out");
      Path lines = directory.resolve("pages.jsonl");
      for (int limit : new int[] {1, 2, 4, 100}) {
        new Crawl(
                options(web.url("/"), kept)
                    .warc()
                    .maxPages(limit)
                    .existing(limit == 1 ? ExistingCrawlPolicy.RESUME : ExistingCrawlPolicy.CHANGE)
                    .build())
            .run();
        markdown(kept, out);
        LineExport.write(kept, lines, new PageLines(60), Duplicates.LEFT_OUT);
      }
      Path fresh = directory.resolve("fresh");
      markdown(kept, fresh);
      assertEquals(files(fresh), files(out));
      var stream = new ByteArrayOutputStream();
      LineExport.write(kept, stream, new PageLines(60), Duplicates.LEFT_OUT);
      assertEquals(stream.toString(UTF_8), Files.readString(lines));
      assertTrue(stream.toString(UTF_8).contains("\"anchor\":\"part\""));
      Files.writeString(lines, "something else");
      LineExport.write(kept, lines, new PageLines(60), Duplicates.LEFT_OUT);
      assertEquals(stream.toString(UTF_8), Files.readString(lines));
    }
  }

  @Test
  void aPageThatStatesHalfOfASurrogatePairEndsNoExport() throws Exception {
    String author =
        "<script type=application/ld+json>"
            + "{\"@type\":\"Article\",\"author\":{\"name\":\"\\ud800x\"}}</script>";
    TestSite site =
        TestSite.of(route("/robots.txt", status(404)), route("/", page("Root", author)));
    try (TestWeb web = TestWeb.serve(site)) {
      Path kept = crawl(web.url("/"), "kept");
      var stream = new ByteArrayOutputStream();
      LineExport.write(kept, stream, PageLines.WHOLE, Duplicates.KEPT);
      String lines = stream.toString(UTF_8);
      assertTrue(lines.contains("\"author\":\"?x\""), lines);
    }
  }

  @Test
  void aDirectoryOrFileOfOthersIsRefused() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path foreign = Files.createDirectory(directory.resolve("foreign"));
      Path file = Files.writeString(foreign.resolve("mine.md"), "mine");
      assertTrue(
          assertThrows(UsageException.class, () -> markdown(kept, foreign))
              .getMessage()
              .contains("no export; use another directory"));
      assertThrows(
          UsageException.class,
          () -> LineExport.write(kept, file, PageLines.WHOLE, Duplicates.KEPT));
      assertThrows(UsageException.class, () -> LlmsTxt.write(kept, file, Duplicates.KEPT));
      assertEquals("mine", Files.readString(file));
      long before = web.requestCount();
      assertThrows(
          UsageException.class,
          () ->
              new Crawl(options(web.url("/"), directory.resolve("new")).markdown(foreign).build())
                  .run());
      assertEquals(before, web.requestCount());
      Path out = directory.resolve("out");
      markdown(kept, out);
      assertThrows(
          UsageException.class,
          () -> FileExport.write(kept, out, ExportFormat.TEXT, Duplicates.KEPT));
      Path other = crawl(web.url("/a"), "other");
      assertThrows(UsageException.class, () -> markdown(other, out));
    }
  }

  @Test
  void aCrawlWhoseExportIsOfAnotherOneOrInAnotherFormDoesNotBegin() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path out = directory.resolve("out");
      Path text = directory.resolve("text");
      markdown(kept, out);
      FileExport.write(kept, text, ExportFormat.TEXT, Duplicates.KEPT);
      long before = web.requestCount();
      Path fresh = directory.resolve("new");
      for (Path taken : List.of(out, text)) {
        String refusal =
            assertThrows(
                    UsageException.class,
                    () -> new Crawl(options(web.url("/"), fresh).markdown(taken).build()).run())
                .getMessage();
        assertTrue(refusal.endsWith("use another directory"), refusal);
      }
      assertThrows(
          UsageException.class,
          () -> new Crawl(options(web.url("/"), kept).warc().markdown(text).build()).run());
      assertEquals(before, web.requestCount());
      Path moved = Files.move(kept, directory.resolve("moved"));
      new Crawl(
              options(web.url("/"), moved)
                  .warc()
                  .markdown(out)
                  .existing(ExistingCrawlPolicy.CHANGE)
                  .build())
          .run();
      assertEquals(4, markdown(moved, out).pages());
    }
  }

  @Test
  void foreignFilesAreNotOverwritten() throws Exception {
    var now = new AtomicReference<>(site("one"));
    try (TestWeb web = TestWeb.serve(request -> now.get().reply(request))) {
      Path kept = crawl(web.url("/"), "kept");
      Path out = directory.resolve("out");
      markdown(kept, out);
      Path mine = Files.writeString(found(out, "a.md").resolveSibling("new.md"), "mine");
      now.set(site("two"));
      new Crawl(options(web.url("/"), kept).warc().existing(ExistingCrawlPolicy.REPLACE).build())
          .run();
      for (int i = 0; i < 2; i++) {
        String refusal = assertThrows(UsageException.class, () -> markdown(kept, out)).getMessage();
        assertTrue(refusal.contains("new.md") && refusal.contains("move it"), refusal);
        assertEquals("mine", Files.readString(mine));
      }
      Files.delete(mine);
      assertEquals(5, markdown(kept, out).pages());
      assertTrue(Files.readString(mine).contains("# New"));
    }
  }

  @Test
  void twoExportsDoNotWriteTheSameLinesAtOnce() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path file = directory.resolve("pages.jsonl");
      Path lock = directory.resolve("pages.jsonl.new");
      try (var held = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        held.lock();
        String refusal =
            assertThrows(
                    UsageException.class,
                    () -> LineExport.write(kept, file, PageLines.WHOLE, Duplicates.KEPT))
                .getMessage();
        assertTrue(refusal.contains("another export writes it"), refusal);
        assertFalse(Files.exists(file));
      }
      assertEquals(5, LineExport.write(kept, file, PageLines.WHOLE, Duplicates.KEPT).pages());
      assertFalse(Files.exists(lock));
    }
  }

  @Test
  void aCrawlExportsAtItsEndAndAgainWhenItIsMadeAnew() throws Exception {
    var now = new AtomicReference<>(site("one"));
    try (TestWeb web = TestWeb.serve(request -> now.get().reply(request))) {
      Path out = directory.resolve("out");
      Path kept = directory.resolve("kept");
      List<String> told = new ArrayList<>();
      var listener =
          new CrawlListener() {
            @Override
            public void exported(String text) {
              told.add(text);
            }
          };
      new Crawl(options(web.url("/"), kept).markdown(out).build()).listen(listener).run();
      assertEquals(1, told.size());
      assertTrue(told.getFirst().contains("4 pages: 4 written"), told::toString);
      assertFalse(files(out).containsKey("new.md"));
      now.set(site("two"));
      new Crawl(
              options(web.url("/"), kept)
                  .markdown(out)
                  .existing(ExistingCrawlPolicy.REPLACE)
                  .build())
          .run();
      assertTrue(files(out).containsKey("new.md"));
      assertTrue(files(out).get("a.md").contains("Page A two"));
      assertThrows(
          UsageException.class,
          () -> new Crawl(CrawlOptions.crawlOf(web.url("/")).markdown(out).build()).run());
    }
  }

  @Test
  void linksOfASiteAreListedByPath() throws Exception {
    try (TestWeb web = TestWeb.serve(site("one"))) {
      Path kept = crawl(web.url("/"), "kept");
      Path file = directory.resolve("llms.txt");
      assertEquals(4, LlmsTxt.write(kept, file, Duplicates.LEFT_OUT).written());
      String text = Files.readString(file);
      assertTrue(
          text.startsWith("# Ro\"ot\n\n## Pages\n\n- [Ro\"ot](" + web.url("/") + ")\n"), text);
      assertTrue(text.contains("\n## a\n\n- [C](" + web.url("/a/c") + ")\n"), text);
      assertEquals(0, LlmsTxt.write(kept, file, Duplicates.LEFT_OUT).written());
      Path readme = Files.writeString(directory.resolve("README.md"), "# Mine\n\nMy words.\n");
      assertThrows(UsageException.class, () -> LlmsTxt.write(kept, readme, Duplicates.LEFT_OUT));
      assertEquals("# Mine\n\nMy words.\n", Files.readString(readme));
    }
  }
}
