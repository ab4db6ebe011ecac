package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.http.Body;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Large pages on one loop: others go first between their slices, and each keeps its own links. */
final class LargePagesTest {
  private static final int LINKS = 60_000;
  private static final String TYPE = "text/html;charset=windows-1252";

  private final LargePages pages = new LargePages(LinkOptions.defaults());

  /** What another coroutine has seen of the progress of the pages. */
  private final Set<Integer> seen = new TreeSet<>();

  private int found;

  @Test
  void pagesReadAtOnceKeepTheirLinksAndLetOthersGoFirst() {
    List<List<String>> links = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    EventLoop.run(
        "main",
        () ->
            TaskGroup.run(group -> {
              for (int i = 0; i < links.size(); i++) {
                int page = i;
                group.spawn("page " + i, () -> read(page, links.get(page)));
              }
              while (found < links.size() * LINKS) {
                seen.add(found);
                EventLoop.yieldNow();
              }
              return null;
            }));
    for (int page = 0; page < links.size(); page++) {
      assertEquals(LINKS, links.get(page).size());
      assertEquals(Set.of("/" + page + "/\u00E4"), Set.copyOf(links.get(page)));
    }
    assertTrue(seen.size() > 3 * links.size(), () -> "seen at " + seen);
  }

  @Test
  void aCancelledPageLeavesTheTurnToTheNext() {
    List<String> links = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var first = EventLoop.current().spawn("first", () -> read(1, new ArrayList<>()));
          EventLoop.yieldNow();
          EventLoop.yieldNow();
          first.cancel();
          assertThrows(CancelledException.class, first::await);
          return read(2, links);
        });
    assertEquals(LINKS, links.size());
  }

  private boolean read(int page, List<String> links) {
    byte[] bytes =
        ("<a href='/" + page + "/\u00E4'>" + " ".repeat(60)).repeat(LINKS).getBytes(US_ASCII);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '?' ? (byte) 0xE4 : bytes[i];
    }
    assertTrue(bytes.length > 10 * LinkExtractor.SLICE_BYTES);
    pages.extract(
        Body.of(bytes),
        TYPE,
        CrawlUrl.of("http://a.test/"),
        (kind, target, note) -> {
          found++;
          links.add(decoded(target.url().path()));
        });
    return true;
  }

  private static String decoded(String path) {
    return path.replace("%C3%A4", "\u00E4");
  }
}
