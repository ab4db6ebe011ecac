package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.Item;
import dev.arachne.items.ScrapeResult;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemOrder;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages with more links than a crawl takes of one. */
class ManyLinksTest {
  private static final int MOST = 100_000;

  @TempDir Path temporary;

  @Test
  void aPageWithTooManyLinksIsOneFailureThatSaysSoAndItsFirstLinksAreFollowed() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html(links(MOST + 1)))))) {
      Path lines = temporary.resolve("pages.jsonl");
      TestCrawl test =
          TestCrawl.of(
              CrawlOptions.crawlOf(web.url("/"))
                  .exclude(List.of(Pattern.compile("/l")))
                  .pages(lines));
      String why = "it has more than 100000 links";
      assertEquals(Map.of("/", why), test.dropped(DropReason.LINKS_CUT));
      assertEquals(MOST, test.dropped(DropReason.EXCLUDED).size());
      String text = DropReason.LINKS_CUT.text();
      assertEquals(text + ": " + why, test.report.failed().getFirst().reason());
      assertEquals(List.of(web.url("/")), test.report.failedRoots());
      String line =
          Files.readAllLines(lines).stream().filter(it -> it.contains(text)).findFirst().get();
      assertTrue(line.contains(why) && line.contains("\"status\":200"), line);
    }
  }

  @Test
  void aScrapeWhoseTasksShareLittleMemoryFollowsEveryLinkOfEveryPage() throws Exception {
    var site = new LinkedPages(1_500, 20_000, 100, 1);
    var scraped = new AtomicInteger();
    try (TestWeb web = TestWeb.plan().site(site).countOnly().start()) {
      CrawlOptions options =
          CrawlOptions.crawlOf(web.url("/"))
              .tasks(200)
              .memory(64L << 20)
              .directory(temporary.resolve("kept"))
              .build();
      CrawlReport report =
          new Crawl(options)
              .scrape(
                  page ->
                      new ScrapeResult(
                          List.of(Item.of("url", page.url())), page.document().follows("a")),
                  ItemOrder.ARRIVAL,
                  (_, items) -> scraped.addAndGet(items.size()))
              .run();
      assertEquals(List.of(), report.failed());
    }
    assertEquals(site.pages(), scraped.get());
  }

  @Test
  void aPageWithAsManyLinksAsAreReadIsAPage() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html(links(MOST)))))) {
      TestCrawl test =
          TestCrawl.of(CrawlOptions.crawlOf(web.url("/")).exclude(List.of(Pattern.compile("/l"))));
      assertEquals(200, test.answered().get("/"));
      assertEquals(MOST, test.dropped(DropReason.EXCLUDED).size());
    }
  }

  @Test
  void linksMadeLongByTheirBaseAreCutByTheirBytesAndOtherPagesContinue() throws Exception {
    String page = "<base href='/" + "a".repeat(16_000) + "/'>" + links(MOST);
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/long><a href=/1><a href=/2>")),
                route("/long", gzipped(page)),
                route("/1", html("")),
                route("/2", html(""))))) {
      Path kept = temporary.resolve("kept");
      TestCrawl test =
          TestCrawl.of(
              CrawlOptions.crawlOf(web.url("/"))
                  .exclude(List.of(Pattern.compile("/aaa")))
                  .memory(CrawlOptions.LEAST_MEMORY)
                  .directory(kept));
      long most = MemoryPlan.of(CrawlOptions.LEAST_MEMORY, true).links();
      assertEquals(
          Map.of("/long", "its links take more than " + (most >> 20) + " MiB (--memory)"),
          test.dropped(DropReason.LINKS_CUT));
      assertEquals(Map.of("/", 200, "/1", 200, "/2", 200), test.answered());
      long found = test.dropped(DropReason.EXCLUDED).size();
      assertTrue(found > 10 && found * 16_000 <= most, found + " links");
    }
  }

  private static String links(int count) {
    var page = new StringBuilder();
    for (int i = 0; i < count; i++) {
      page.append("<a href=l").append(i).append('>');
    }
    return page.toString();
  }

  private static Reply gzipped(String page) {
    var coded = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(coded)) {
      gzip.write(page.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    HttpReply reply = Reply.ok("text/html", coded.toByteArray());
    return reply.header("Content-Encoding", "gzip");
  }
}
