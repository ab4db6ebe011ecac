package dev.arachne.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PageOrderTest {
  private static final byte[] NO_RECORDS = {};

  private static CrawlUrl url(String name) {
    return CrawlUrl.of("http://a/" + name);
  }

  private static List<CrawlUrl> urls(String names) {
    return names.isEmpty()
        ? List.of()
        : Arrays.stream(names.split(" ")).map(PageOrderTest::url).toList();
  }

  private static OrderedPage page(String name, String onward) {
    return new OrderedPage(url(name), EncodedItems.NONE, urls(onward), false, List.of());
  }

  private static OrderedPage redirect(String name, String target) {
    return new OrderedPage(url(name), EncodedItems.NONE, urls(target), true, List.of());
  }

  private static String names(List<OrderedPage> pages) {
    return pages.stream()
        .map(page -> page.url().path().substring(1))
        .collect(Collectors.joining(" "));
  }

  @Test
  void earlyArrivalsWaitForTheirTurn() {
    var order = new PageOrder(urls("root"));
    assertEquals("root", names(order.add(page("root", "1 2 3"))));
    assertEquals("", names(order.add(page("3", ""))));
    assertEquals("", names(order.add(page("2", "4"))));
    assertEquals("1 2 3", names(order.add(page("1", "5 2 1"))));
    assertEquals("", names(order.add(page("4", ""))));
    assertEquals("5 4", names(order.add(page("5", ""))));
  }

  @Test
  void aRedirectsTargetStandsWhereTheLinkStood() {
    var order = new PageOrder(urls("root"));
    order.add(page("root", "1 2"));
    assertEquals("", names(order.add(page("2", ""))));
    assertEquals("1", names(order.add(redirect("1", "elsewhere"))));
    assertEquals("elsewhere 2", names(order.add(page("elsewhere", ""))));
  }

  @Test
  void outputHeldAtTheEndIsInOrderWithoutMissingParts() {
    var order = new PageOrder(urls("root other"));
    order.add(page("root", "1 2 3"));
    order.add(page("3", "5"));
    order.add(page("5", ""));
    order.add(page("2", "4"));
    assertEquals("2 3 5", names(order.rest()));
  }

  private static OrderedPage list(String name, int slots, String onward) {
    return new OrderedPage(
        url(name),
        EncodedItems.NONE,
        urls(onward),
        false,
        Collections.nCopies(slots, Optional.<EncodedItems>empty()));
  }

  private static FilledSlot filled(String name, int slot) {
    return new FilledSlot(url(name), slot, new EncodedItems(1, NO_RECORDS));
  }

  @Test
  void aPageIsHeldUntilItsRecordsHaveTheirDetailPages() {
    var order = new PageOrder(urls("root"));
    assertEquals("", names(order.add(list("root", 2, "a b next"))));
    assertEquals("", names(order.add(page("b", ""))));
    assertEquals("", names(order.add(filled("root", 1))));
    assertEquals(1, order.held());
    assertEquals("", names(order.add(list("next", 1, ""))));
    assertEquals("", names(order.add(filled("next", 0))));
    assertEquals("", names(order.add(page("a", ""))));
    assertEquals("root a b next", names(order.add(filled("root", 0))));
    assertEquals(0, order.held());
  }

  @Test
  void aRecordThatIsNotHeldAnyMoreComesLate() {
    var order = new PageOrder(urls("root"), 4);
    assertEquals("", names(order.add(list("root", 2, "a b"))));
    assertEquals("", names(order.add(page("a", ""))));
    assertEquals("root a b", names(order.add(page("b", ""))));
    List<OrderedPage> late = order.add(filled("root", 1));
    assertEquals("root", names(late));
    assertEquals(1, late.getFirst().present());
  }

  @Test
  void moreThanTheBoundIsNotHeldAndALatePageComesLate() {
    var order = new PageOrder(urls("root"), 4);
    order.add(page("root", "1 2 3 4"));
    var records =
        new OrderedPage(url("2"), new EncodedItems(2, NO_RECORDS), List.of(), false, List.of());
    assertEquals("", names(order.add(records)));
    assertEquals(2, order.held());
    assertEquals("", names(order.add(page("4", ""))));
    assertEquals("2", names(order.add(page("5", ""))), "1 is waited for no more, 3 is");
    assertEquals("3 4 5", names(order.add(page("3", "5"))));
    assertEquals("1", names(order.add(page("1", ""))));
    assertEquals("", names(order.rest()));
  }

  /**
   * Random sites, decided in random orders that are possible: a page after one that leads to it.
   */
  @Test
  void theOrderIsThatOfACrawlByOneWorkerHoweverManyWereAtWork() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      Map<String, OrderedPage> site = site(random, 1 + random.nextInt(40));
      List<String> expected = serial(site);
      for (int run = 0; run < 5; run++) {
        assertEquals(expected, shuffled(site, random), "seed " + seed);
      }
    }
  }

  private static Map<String, OrderedPage> site(Random random, int pages) {
    Map<String, OrderedPage> site = new HashMap<>();
    for (int i = 0; i < pages; i++) {
      List<String> onward = new ArrayList<>();
      for (int n = random.nextInt(5); n > 0; n--) {
        onward.add("p" + random.nextInt(pages));
      }
      String name = "p" + i;
      site.put(
          name,
          random.nextInt(5) == 0
              ? redirect(name, "p" + random.nextInt(pages))
              : page(name, String.join(" ", onward)));
    }
    return site;
  }

  private static List<String> serial(Map<String, OrderedPage> site) {
    var queue = new ArrayDeque<>(urls("p0"));
    Set<CrawlUrl> seen = new HashSet<>(queue);
    List<String> order = new ArrayList<>();
    while (!queue.isEmpty()) {
      OrderedPage page = site.get(queue.remove().path().substring(1));
      order.add(names(List.of(page)));
      for (CrawlUrl next : page.onward()) {
        if (seen.add(next) && page.isRedirect()) {
          queue.addFirst(next);
        } else if (!queue.contains(next) && !order.contains(next.path().substring(1))) {
          queue.add(next);
        }
      }
    }
    return order;
  }

  private static List<String> shuffled(Map<String, OrderedPage> site, Random random) {
    var order = new PageOrder(urls("p0"));
    List<CrawlUrl> possible = new ArrayList<>(urls("p0"));
    Set<CrawlUrl> seen = new HashSet<>(possible);
    List<String> come = new ArrayList<>();
    while (!possible.isEmpty()) {
      Collections.swap(possible, random.nextInt(possible.size()), possible.size() - 1);
      OrderedPage page = site.get(possible.removeLast().path().substring(1));
      page.onward().stream().filter(seen::add).forEach(possible::add);
      order.add(page).forEach(due -> come.add(names(List.of(due))));
    }
    assertEquals(List.of(), order.rest());
    return come;
  }
}
