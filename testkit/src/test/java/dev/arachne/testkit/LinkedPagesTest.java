package dev.arachne.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkedPagesTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "100, 1", "1000, 2", "10000, 20"})
  void everyPageIsReachedFromTheFirst(int pages, int fanOut) {
    var site = new LinkedPages(pages, 500, fanOut, 7);
    var seen = new BitSet();
    var queue = new ArrayDeque<Integer>();
    seen.set(0);
    queue.add(0);
    while (!queue.isEmpty()) {
      for (int link : site.links(queue.remove())) {
        if (!seen.get(link)) {
          seen.set(link);
          queue.add(link);
        }
      }
    }
    assertEquals(pages, seen.cardinality());
  }

  @Test
  void aPageHasItsSizeAndItsLinks() {
    var site = new LinkedPages(1000, 20_000, 5, 7);
    String page = new String(site.page(3), StandardCharsets.UTF_8);
    assertEquals(20_000, page.length());
    for (int link : site.links(3)) {
      assertTrue(page.contains("<a href=\"" + LinkedPages.path(link) + "\">"));
    }
  }

  @Test
  void theSameNumbersMakeTheSameSiteAndAnotherSeedAnother() {
    var site = new LinkedPages(1000, 2000, 5, 7);
    assertArrayEquals(site.page(9), new LinkedPages(1000, 2000, 5, 7).page(9));
    assertFalse(Arrays.equals(site.page(9), new LinkedPages(1000, 2000, 5, 8).page(9)));
  }

  @Test
  void urlsWithoutAPageAreMissing() {
    var site = new LinkedPages(10, 100, 2, 1);
    for (String target :
        new String[] {"/robots.txt", "/page/10.html", "/page/01.html", "/page/-1.html", "/x"}) {
      var reply = (HttpReply) site.reply(TestRequest.get(target));
      assertEquals(404, reply.status(), target);
    }
    assertEquals(200, ((HttpReply) site.reply(TestRequest.get("/page/9.html"))).status());
  }
}
