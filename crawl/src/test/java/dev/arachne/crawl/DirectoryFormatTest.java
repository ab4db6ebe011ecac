package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.directory.UrlStory;
import dev.arachne.items.ItemRules;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.ItemFile;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionValues;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that was kept by another version of Arachne. */
class DirectoryFormatTest {
  private static final LinkedPages SITE = new LinkedPages(30, 500, 6, 1);

  @TempDir Path temporary;

  @Test
  void aDirectoryInAnotherFormatIsRefusedAndLeftAsItIs() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions options = crawlOf(web.url("/")).directory(directory()).maxPages(10).build();
      new Crawl(options).run();
      int requests = web.targets().size();
      assertRefused(options, Optional.empty(), "format 1 by an older");
      assertRefused(options, Optional.of("format 1"), "format 1 by an older");
      assertRefused(options, Optional.of("format 2"), "format 2 by an older");
      assertRefused(options, Optional.of("format 3"), "format 3 by an older");
      assertRefused(options, Optional.of("format 4"), "format 4 by an older");
      assertRefused(options, Optional.of("format 99"), "format 99 by a newer");
      assertEquals(requests, web.targets().size());
      Files.delete(directory().resolve("options")); // Its copy is as it was.
      assertEquals(10, CrawlStatus.of(directory()).report().answered());
    }
  }

  @Test
  void aDirectoryInAnotherFormatMayBeBegunAnew() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions.Builder options = crawlOf(web.url("/")).directory(directory());
      new Crawl(options.maxPages(10).build()).run();
      keep(Optional.empty());
      var anew = options.maxPages(5).existing(ExistingCrawlPolicy.REPLACE).build();
      assertEquals(5, new Crawl(anew).run().answered());
      assertEquals(5, CrawlStatus.of(directory()).report().answered());
    }
  }

  @Test
  void theSuggestedCommandNamesTheVerbThatMadeTheDirectory() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions.Builder options = crawlOf(web.url("/")).directory(directory());
      new Crawl(options.maxPages(1).build()).run();
      assertRefused(options.build(), Optional.of("format 99"), "use arachne crawl with --fresh");
    }
  }

  @Test
  void theSuggestedCommandNamesTheVerbThatMadeTheDirectoryOfAScrape() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions.Builder options =
          crawlOf(web.url("/"))
              .directory(directory())
              .rules(ItemRules.parse("rules", "fields:\n  title: title\n"))
              .items(ItemFile.append(temporary.resolve("items.jsonl")));
      new Crawl(options.maxPages(1).build()).run();
      assertRefused(options.build(), Optional.of("format 99"), "use arachne scrape with --fresh");
      assertRefused(options.build(), Optional.empty(), "use arachne scrape with --fresh");
    }
  }

  @Test
  void theCrawlingProcessIsReportedForAnyFormat() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(crawlOf(web.url("/")).directory(directory()).maxPages(1).build()).run();
      keep(Optional.of("format 99"));
      assertEquals(Optional.empty(), CrawlStatus.holder(directory()));
    }
  }

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  /**
   * Has the directory say that it is in this format, or nothing about it, as others wrote it: lines
   * of text, and since format 5 an object of JSON, of which newer ones may have no sum.
   */
  private void keep(Optional<String> format) throws Exception {
    Path file = directory().resolve("options");
    int number = Integer.parseInt(format.orElse("format 1").substring("format ".length()));
    if (number > DirectoryFormat.TODAY) {
      List<String> lines = new ArrayList<>(Files.readAllLines(directory().resolve("options.copy")));
      lines.set(1, "  \"format\": " + number + ",");
      lines.removeIf(line -> line.startsWith("  \"sum\""));
      Files.write(file, lines);
    } else {
      OptionValues values =
          KeptOptions.read(Files.readString(directory().resolve("options.copy"))).values();
      List<String> lines = new ArrayList<>(format.stream().toList());
      values.of("roots").forEach(root -> lines.add("root " + root));
      values.of("rules").forEach(rule -> lines.add("rules " + rule));
      Files.write(file, lines);
    }
  }

  private void assertRefused(CrawlOptions options, Optional<String> format, String named)
      throws Exception {
    keep(format);
    List<String> before = Files.readAllLines(directory().resolve("options"));
    List<Executable> openings =
        List.of(
            () -> new Crawl(options).run(),
            () -> CrawlOptions.recordedIn(directory()),
            () -> CrawlStatus.of(directory()),
            () -> UrlStory.of(options.seeds().roots().getFirst(), directory()),
            () -> CrawlAudit.of(directory(), _ -> {}));
    for (Executable opening : openings) {
      String message = assertThrows(UsageException.class, opening).getMessage();
      assertTrue(message.startsWith(directory() + ": "), message);
      assertTrue(message.contains(named) && message.contains("--fresh"), message);
    }
    assertEquals(before, Files.readAllLines(directory().resolve("options")));
  }
}
