package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bodies of which no two are alike, together much larger than the heap of the process that archives
 * them. The numbers are those of a build; for the whole: {@code -Darachne.archive.bodies=20000}.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class ManyBodiesArchiveTest {
  private static final int BODIES = Integer.getInteger("arachne.archive.bodies", 3_000);
  private static final int BODY_BYTES = 50_000;

  @TempDir Path folder;

  @Test
  void distinctBodiesTakeNoHeap() throws Exception {
    try (TestWeb web = TestWeb.plan().countOnly().site(pages()).start()) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m"),
              List.of(
                  "crawl",
                  "-q",
                  "--memory",
                  "64m",
                  "--sitemaps",
                  "ignore",
                  "--dir",
                  "kept",
                  web.url("/"),
                  "--warc"));
      assertTrue(process.process().waitFor(30, TimeUnit.MINUTES));
      assertEquals(0, process.process().exitValue());
    }
    var known = new AtomicInteger();
    DiskStore.read(
        folder.resolve("kept/store"),
        rows -> {
          known.set(0);
          rows.scan(LedgerKeys.kind('G'), LedgerKeys.kind('G' + 1), row -> known.incrementAndGet());
          return true;
        });
    assertEquals(BODIES, known.get(), "payloads that are known");
    try (Stream<Path> files = Files.list(folder.resolve("kept/archive"))) {
      List<WarcFault> faults = new ArrayList<>();
      ArchiveCheck.Report report =
          ArchiveCheck.of(WarcFile.of(files.sorted().toList()), faults::add);
      assertEquals(List.of(), faults);
      assertEquals(BODIES + 1, report.types().get("response"), "pages and robots.txt");
      assertFalse(report.types().containsKey("revisit"));
    }
  }

  private static LinkedPages pages() {
    return new LinkedPages(BODIES, BODY_BYTES, 6, 1);
  }
}
