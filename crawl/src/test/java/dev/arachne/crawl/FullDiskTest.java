package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.directory.CrawlStatus;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A crawl on a disk of a few megabytes, which somebody else fills: needs the right to mount one.
 */
class FullDiskTest {
  private static final LinkedPages SITE = new LinkedPages(3_000, 400, 6, 1);
  private static final LinkedPages SMALL = new LinkedPages(600, 400, 6, 1);
  private static final int SOME_PAGES = 200;

  @TempDir Path mount;

  @BeforeEach
  void mountDisk() throws Exception {
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", mount.toString()) == 0,
        "SKIPPED: no right to mount a small disk here");
  }

  @AfterEach
  void unmountDisk() throws Exception {
    run("umount", mount.toString());
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }

  private void fill() {
    byte[] block = new byte[1 << 12];
    try (OutputStream filler = Files.newOutputStream(mount.resolve("filler"))) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException e) {
      return; // Full.
    }
  }

  /** Leaves room for some of the pages, each of which takes a block. */
  private void fillButForSome() throws IOException {
    fill();
    try (var filler = FileChannel.open(mount.resolve("filler"), StandardOpenOption.WRITE)) {
      filler.truncate(filler.size() - SOME_PAGES * 4096);
    }
  }

  private static void fillInodesButForSome(Path fillers) throws IOException {
    int i = 0;
    try {
      while (true) {
        Files.createFile(fillers.resolve("" + i));
        i++;
      }
    } catch (IOException e) {
      for (int free = 1; free <= SOME_PAGES; free++) {
        Files.delete(fillers.resolve("" + (i - free)));
      }
    }
  }

  @Test
  void aFullDiskMakesACrawlWaitForRoomAndSaySo() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var pages = new AtomicInteger();
      var options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(mount.resolve("kept"))
              .pages(mount.resolve("pages.jsonl"))
              .memory(CrawlOptions.LEAST_MEMORY);
      var crawl =
          new Crawl(options.build())
              .process(_ -> {
                if (pages.incrementAndGet() == 1_000) {
                  fill();
                }
              });
      CompletableFuture<CrawlReport> result = start(crawl);
      awaitShortage(crawl, result);
      Files.delete(mount.resolve("filler"));
      CrawlReport report = result.get();
      assertEquals(3_000, report.answered());
      assertEquals(0, report.toDo());
      assertEquals(3_000, Set.copyOf(Files.readAllLines(mount.resolve("pages.jsonl"))).size());
    }
  }

  /** What a disk can lack. */
  private enum Lack {
    BYTES,
    INODES
  }

  @ParameterizedTest
  @EnumSource
  void aBodyWaitsForRoomAndIsSavedWhole(Lack lack, @TempDir Path elsewhere) throws Exception {
    Path fillers = Files.createDirectory(mount.resolve("fillers"));
    switch (lack) {
      case BYTES -> fillButForSome();
      case INODES -> {
        run("mount", "-o", "remount,nr_inodes=2000", mount.toString());
        fillInodesButForSome(fillers);
      }
    }
    try (TestWeb web = TestWeb.serve(SMALL)) {
      var told = new ConcurrentLinkedQueue<Optional<String>>();
      var options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(elsewhere.resolve("kept"))
              .save(mount.resolve("saved"));
      var crawl =
          new Crawl(options.build())
              .listen(
                  new CrawlListener() {
                    @Override
                    public void waits(Optional<String> shortage) {
                      told.add(shortage);
                    }
                  });
      CompletableFuture<CrawlReport> result = start(crawl);
      awaitShortage(crawl, result);
      while (told.isEmpty()) {
        Thread.onSpinWait();
      }
      Files.deleteIfExists(mount.resolve("filler"));
      run("rm", "-r", fillers.toString());
      CrawlReport report = result.get();
      assertEquals(SMALL.pages(), report.answered());
      assertEquals(SMALL.pages(), report.done());
      assertTrue(told.remove().orElse("").contains("No space left on device"));
      assertEquals(Optional.empty(), told.remove());
      Path host =
          mount.resolve("saved").resolve(URI.create(web.url("/")).getAuthority().replace(':', '_'));
      for (int page = 0; page < SMALL.pages(); page++) {
        String name = page == 0 ? "index.html" : LinkedPages.path(page).substring(1);
        assertArrayEquals(SMALL.page(page), Files.readAllBytes(host.resolve(name)), name);
      }
      try (Stream<Path> files = Files.walk(mount.resolve("saved"))) {
        assertEquals(SMALL.pages(), files.filter(Files::isRegularFile).count());
      }
    }
  }

  @Test
  void aCrawlThatWaitsForRoomCanBeStoppedAndResumed(@TempDir Path elsewhere) throws Exception {
    fillButForSome();
    try (TestWeb web = TestWeb.serve(SMALL)) {
      CrawlOptions options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(elsewhere.resolve("kept"))
              .save(mount.resolve("saved"))
              .build();
      var crawl = new Crawl(options);
      CompletableFuture<CrawlReport> result = start(crawl);
      awaitShortage(crawl, result);
      crawl.stop();
      CrawlReport report = result.get();
      assertEquals(StopReason.INTERRUPT, report.stopReason());
      assertTrue(report.failed().isEmpty(), report::toString);
      Files.delete(mount.resolve("filler"));
      assertEquals(SMALL.pages(), new Crawl(options).run().answered());
      try (Stream<Path> files = Files.walk(mount.resolve("saved"))) {
        assertEquals(SMALL.pages(), files.filter(Files::isRegularFile).count());
      }
    }
  }

  @Test
  void aCrawlStoppedWhileItWaitsForRoomEndsAtOnceAndCanBeResumed() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var pages = new AtomicInteger();
      Path kept = mount.resolve("kept");
      Path lines = mount.resolve("pages.jsonl");
      CrawlOptions options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(kept)
              .pages(lines)
              .memory(CrawlOptions.LEAST_MEMORY)
              .syncCommits(1)
              .build();
      var told = new ArrayList<CommittedEntry>();
      var crawl =
          new Crawl(options)
              .consume(consumer(told))
              .process(_ -> {
                if (pages.incrementAndGet() == 1_000) {
                  fill();
                }
              });
      CompletableFuture<CrawlReport> result = start(crawl);
      awaitShortage(crawl, result);
      while (CrawlStatus.of(kept).shortage().isEmpty()) {
        Thread.onSpinWait();
      }
      CrawlStatus status = CrawlStatus.of(kept);
      assertTrue(status.shortage().orElse("").startsWith("room on the disk: "), status.toString());
      assertEquals(StopReason.NOTHING_YET, status.report().stopReason());
      crawl.stop();
      CrawlReport stopped = result.get(30, TimeUnit.SECONDS);
      assertEquals(StopReason.INTERRUPT, stopped.stopReason());
      assertTrue(stopped.toDo() > 0, stopped.toString());

      Files.delete(mount.resolve("filler"));
      CrawlReport report = new Crawl(options).consume(consumer(told)).run();
      assertEquals(3_000, decided(told));
      assertEquals(told.size(), told.stream().map(CommittedEntry::position).distinct().count());
      assertEquals(3_000, report.answered());
      assertEquals(3_000, report.done());
      assertEquals(3_000, Files.readAllLines(lines).size());
      assertEquals(3_000, Set.copyOf(Files.readAllLines(lines)).size());
    }
  }

  @Test
  void aCrawlWhoseOutputHasNoRoomEndsAtOnceWhenItIsStopped(@TempDir Path elsewhere)
      throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      fill();
      Path lines = mount.resolve("pages.jsonl");
      CrawlOptions options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(elsewhere.resolve("kept"))
              .pages(lines)
              .build();
      var crawl = new Crawl(options);
      CompletableFuture<CrawlReport> result = start(crawl);
      awaitShortage(crawl, result);
      crawl.stop();
      assertEquals(StopReason.INTERRUPT, result.get(30, TimeUnit.SECONDS).stopReason());

      Files.delete(mount.resolve("filler"));
      assertEquals(3_000, new Crawl(options).run().done());
      assertEquals(3_000, Files.readAllLines(lines).size());
      assertEquals(3_000, Set.copyOf(Files.readAllLines(lines)).size());
    }
  }

  /** A consumer whose own disk has room. */
  private static LedgerConsumer consumer(List<CommittedEntry> told) {
    return new LedgerConsumer() {
      @Override
      public String name() {
        return "index";
      }

      @Override
      public long begin(long kept) {
        return told.size();
      }

      @Override
      public void consume(List<CommittedEntry> entries) {
        told.addAll(entries);
      }
    };
  }

  private static long decided(List<CommittedEntry> told) {
    return told.stream().filter(its -> its.entry() instanceof LedgerEntry.Decided).count();
  }

  private static CompletableFuture<CrawlReport> start(Crawl crawl) {
    var result = new CompletableFuture<CrawlReport>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            result.complete(crawl.run());
          } catch (Throwable failure) {
            result.completeExceptionally(failure);
          }
        });
    return result;
  }

  private static void awaitShortage(Crawl crawl, CompletableFuture<CrawlReport> result) {
    Optional<String> waitingFor = Optional.empty();
    while (!waitingFor.orElse("").startsWith("room on the disk") && !result.isDone()) {
      waitingFor = crawl.progress().flatMap(CrawlProgress::waitingFor);
    }
    assertTrue(!result.isDone(), "it did not wait");
  }
}
