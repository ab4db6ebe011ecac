package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cli.Arachne;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.RenderPolicy;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that no worker can follow are refused, in one line and before any broker is asked. */
class ImportVerbTest {
  /** Nothing listens there. */
  private static final String NOWHERE = "127.0.0.1:1";

  @TempDir private Path temporary;

  private Path kept;

  @BeforeEach
  void begin() {
    kept = temporary.resolve("one.crawl");
  }

  private static CrawlOptions.Builder options() {
    return CrawlOptions.crawlOf(List.of("http://a.example/"));
  }

  private void keep(KeptOptions options) throws Exception {
    Path store = DirectoryFormat.store(Files.createDirectory(kept));
    DiskStore.open(store, 8 << 20).close();
    OptionsFile.write(kept, options);
  }

  private void crawled(String... arguments) {
    var text = new StringWriter();
    var out = new PrintWriter(text, true);
    assertEquals(0, Arachne.run(arguments, out, out), text::toString);
  }

  private void assertRefused(String why) {
    var workers = new Workers(temporary, NOWHERE, temporary, "x");
    Workers.Result refused = workers.run("import", "x", kept.toString());
    assertEquals(2, refused.code(), refused::text);
    assertEquals(1, refused.text().lines().count(), refused::text);
    assertTrue(
        refused.text().contains(kept.getFileName().toString()) && refused.text().contains(why),
        refused::text);
  }

  @Test
  void noCrawlIsThere() {
    assertRefused("no crawl");
  }

  @Test
  void aCrawlThatRendersPages() throws Exception {
    keep(KeptOptions.of(options().set(OptionTable.RENDER, RenderPolicy.ALWAYS).build()));
    assertRefused("renders pages");
  }

  @Test
  void aCrawlOfAnArchive() throws Exception {
    Path archive = Files.createFile(temporary.resolve("a.warc"));
    keep(KeptOptions.of(options().set(OptionTable.FROM, List.of(archive)).build()));
    assertRefused("an archive");
  }

  @Test
  void aCrawlWithSecrets() throws Exception {
    KeptOptions plain = KeptOptions.of(options().build());
    keep(new KeptOptions(plain.values(), Map.of(), List.of(), List.of("user")));
    assertRefused("--user");
  }

  @Test
  void aCrawlOfAFolder() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.writeString(folder.resolve("index.html"), "<title>x</title>");
    crawled("crawl", folder.toString(), "--dir", kept.toString(), "-q");
    assertRefused("folders");
  }

  @Test
  void aCrawlThatScrapes() throws Exception {
    try (var web = TestWeb.serve(_ -> Reply.html("<li><b>x</b>"))) {
      String lines = temporary.resolve("x.jsonl").toString();
      crawled(
          "scrape",
          "http://127.0.0.1:" + web.port() + "/",
          "--item=li",
          "--field=name=b",
          "--output=" + lines,
          "--dir=" + kept,
          "-q");
    }
    assertRefused("scrapes");
  }
}
