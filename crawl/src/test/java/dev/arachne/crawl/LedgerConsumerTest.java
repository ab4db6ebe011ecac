package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Consumers of a crawl's ledger: what they are told, and what they do to the crawl. */
@Timeout(60)
class LedgerConsumerTest {
  private static final int PAGES = 300;
  private static final LinkedPages SITE = new LinkedPages(PAGES, 500, 6, 1);

  @TempDir Path temporary;

  /** Keeps what it is told in memory, and its position with it. */
  private static class Index implements LedgerConsumer {
    final List<CommittedEntry> told = new ArrayList<>();
    final List<Long> begun = new ArrayList<>();

    @Override
    public String name() {
      return "index";
    }

    @Override
    public synchronized long begin(long kept) throws Exception {
      begun.add(kept);
      return told.size();
    }

    @Override
    public synchronized void consume(List<CommittedEntry> entries) throws Exception {
      told.addAll(entries);
    }

    /** URLs of pages with a verdict, in the order in which it was told of them. */
    List<String> decided() {
      return told.stream()
          .filter(its -> its.entry() instanceof LedgerEntry.Decided)
          .map(its -> its.found().orElseThrow().url().pathAndQuery())
          .toList();
    }

    void assertHasAllOnce() {
      assertEquals(
          LongStream.range(0, told.size()).boxed().toList(),
          told.stream().map(CommittedEntry::position).toList());
      assertEquals(PAGES, decided().size());
      assertEquals(PAGES, Set.copyOf(decided()).size());
    }
  }

  private CrawlOptions.Builder options(TestWeb web) {
    return crawlOf(web.url("/"))
        .sitemaps(SitemapPolicy.IGNORE)
        .directory(temporary.resolve("kept"));
  }

  @Test
  void eachEntryReachesAConsumerOnceOverAllProcesses() throws Exception {
    var index = new Index();
    try (TestWeb web = TestWeb.serve(SITE)) {
      for (long limit : new long[] {1, 20, 20, 150, 1_000}) {
        new Crawl(options(web).maxPages(limit).build()).consume(index).run();
        assertEquals(Math.min(limit, PAGES), index.decided().size());
      }
      index.assertHasAllOnce();
      long told = index.told.size();
      new Crawl(options(web).build()).consume(index).run();
      index.assertHasAllOnce();
      assertEquals(told, index.begun.getLast());
    }
  }

  @Test
  void aLaterConsumerStartsFromTheBeginning() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).build()).run();
      var index = new Index();
      new Crawl(options(web).build()).consume(index).run();
      index.assertHasAllOnce();
    }
  }

  @Test
  void notesOfProcessorsComeWithTheVerdict() throws Exception {
    var index = new Index();
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).build())
          .process(page -> {
            page.note("index", new byte[0]);
            page.note("index", page.url().path().getBytes(StandardCharsets.UTF_8));
            page.note("nobody", new byte[9]);
          })
          .consume(index)
          .run();
    }
    for (CommittedEntry its : index.told) {
      assertEquals(its.entry() instanceof LedgerEntry.Decided, its.note().isPresent());
      its.note()
          .ifPresent(note ->
              assertEquals(
                  its.found().orElseThrow().url().path(),
                  new String(note, StandardCharsets.UTF_8)));
    }
    index.assertHasAllOnce();
  }

  @Test
  void theCrawlDoesNotWaitForAConsumerUntilItsEnd() throws Exception {
    var all = new CountDownLatch(PAGES);
    var index =
        new Index() {
          @Override
          public void consume(List<CommittedEntry> entries) throws Exception {
            all.await();
            super.consume(entries);
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).build()).process(_ -> all.countDown()).consume(index).run();
    }
    index.assertHasAllOnce();
  }

  @Test
  void aCrawlWaitsForItsConsumer() throws Exception {
    int most = 100;
    int tasks = 4;
    int entriesOfAPage = 6 + 2;
    var behind = new TreeSet<Long>();
    var index =
        new Index() {
          @Override
          public long mostBehind() {
            return most;
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      var crawl = new Crawl(options(web).tasks(tasks).build());
      crawl
          .process(_ -> {
            Map<String, Long> now = crawl.progress().orElseThrow().behind();
            synchronized (behind) {
              behind.add(now.get("index"));
            }
          })
          .consume(index)
          .run();
    }
    index.assertHasAllOnce();
    assertTrue(behind.last() > most / 2, behind + " entries behind");
    assertTrue(behind.last() <= most + tasks * entriesOfAPage, behind + " entries behind");
  }

  @Test
  void aCrawlThatIsStoppedLeavesItsConsumerBehind() throws Exception {
    var stopped = new CountDownLatch(1);
    var index =
        new Index() {
          @Override
          public void consume(List<CommittedEntry> entries) throws Exception {
            stopped.await();
            super.consume(entries);
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      var crawl = new Crawl(options(web).build());
      crawl
          .process(page -> {
            if (page.depth() > 2) {
              page.stopCrawl();
              stopped.countDown();
            }
          })
          .consume(index)
          .run();
      long told = index.told.size();
      new Crawl(options(web).build()).consume(index).run();
      assertTrue(told < index.told.size(), told + " entries before the end");
      index.assertHasAllOnce();
    }
  }

  @Test
  void aFailingConsumerEndsTheCrawlAndGetsItsEntriesAgain() throws Exception {
    var index =
        new Index() {
          private boolean isFull = true;

          @Override
          public void consume(List<CommittedEntry> entries) throws Exception {
            if (isFull) {
              isFull = false;
              throw new IOException("no room for the index");
            }
            super.consume(entries);
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions options = options(web).build();
      var failure = assertThrows(IOException.class, () -> new Crawl(options).consume(index).run());
      assertEquals(
          "consumer index: java.io.IOException: no room for the index", failure.getMessage());
      new Crawl(options).consume(index).run();
    }
    index.assertHasAllOnce();
  }

  @Test
  void aMistakeThatAConsumerFindsIsTheMistakeOfTheCrawl() throws Exception {
    var index =
        new Index() {
          @Override
          public synchronized long begin(long kept) throws Exception {
            throw new UsageException("the index", "another process makes it; wait");
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      var crawl = new Crawl(options(web).build()).consume(index);
      var mistake = assertThrows(UsageException.class, crawl::run);
      assertEquals("the index: another process makes it; wait", mistake.getMessage());
    }
  }

  @Test
  void aPositionOfAnotherCrawlIsRefused() throws Exception {
    var index =
        new Index() {
          @Override
          public long begin(long kept) {
            return kept + MOST_AT_ONCE + 1;
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions options = options(web).build();
      var mistake =
          assertThrows(UsageException.class, () -> new Crawl(options).consume(index).run());
      assertEquals(
          "consumer index: wants to go on at entry 1001 of a crawl that has told it 0;"
              + " what it keeps is of another crawl: have it begin anew",
          mistake.getMessage());
    }
  }

  @Test
  void aCrawlInMemoryHasNoLedgerToConsume() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var crawl =
          new Crawl(crawlOf(web.url("/")).sitemaps(SitemapPolicy.IGNORE).build())
              .consume(new Index());
      var mistake = assertThrows(UsageException.class, crawl::run);
      assertTrue(mistake.getMessage().startsWith("consumer index: "), mistake.getMessage());
      assertEquals(List.of(), web.targets());
    }
  }

  @Test
  void eachConsumerHasANameOfItsOwn() {
    Crawl crawl = Crawl.of("http://127.0.0.1:1/").consume(new Index());
    assertThrows(IllegalArgumentException.class, () -> crawl.consume(new Index()));
    var nameless =
        new Index() {
          @Override
          public String name() {
            return "An Index";
          }
        };
    assertThrows(IllegalArgumentException.class, () -> crawl.consume(nameless));
  }
}
