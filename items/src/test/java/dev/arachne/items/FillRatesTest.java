package dev.arachne.items;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FillRatesTest {
  private static final Item BOTH = Item.of("title", "a").and("year", 1994);
  private static final Item TITLE = Item.of("title", "a");

  private static final List<String> FIELDS = List.of("title", "year");

  private final FillRates rates = new FillRates();

  private static ScrapeResult page(Item... items) {
    return new ScrapeResult(Arrays.asList(items), List.of());
  }

  private static ScrapeResult result(List<Item> items, List<Item> incomplete) {
    return new ScrapeResult(items, incomplete, List.of(), List.of(), List.of(), List.of());
  }

  private List<String> add(int pages, ScrapeResult page) {
    return IntStream.range(0, pages)
        .boxed()
        .flatMap(_ -> rates.add(PageFill.of(page, FIELDS)).stream())
        .map(FillRate::text)
        .toList();
  }

  @Test
  void aNameOfAnyLengthIsKept() throws Exception {
    String name = "x".repeat(70_000);
    PageFill page = PageFill.of(page(Item.of(name, "a")), List.of(name));
    assertEquals(page, PageFill.read(page.toBytes()));
    rates.add(page);
    var bytes = new ByteArrayOutputStream();
    rates.write(new DataOutputStream(bytes));
    var read = FillRates.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(rates.rates(), read.rates());
  }

  @Test
  void aFieldThatStopsMatchingOnMostPagesIsNoticedOnceWhateverWasBefore() {
    assertEquals(List.of(), add(1_000, page(BOTH, TITLE)));
    assertEquals(List.of(), add(25, page(TITLE)));
    assertEquals(
        List.of("field year was found on 24 of 50 pages; 32% of their records have it"),
        add(1, page(TITLE)));
    assertEquals(List.of(), add(100, page(TITLE)));
    assertEquals(List.of(), rates.sparse());
    assertEquals(new FillRate("year", 1_126, 1_000, 2_126, 1_000), rates.rates().getLast());
  }

  @Test
  void aShortCrawlIsJudgedAtItsEnd() {
    assertEquals(List.of(), add(2, page(BOTH)));
    assertEquals(List.of(), add(3, page(TITLE)));
    assertEquals(
        List.of("field year was found on 2 of 5 pages; 40% of their records have it"),
        rates.sparse().stream().map(FillRate::text).toList());
  }

  @Test
  void halfOfThePagesAreNotMost() {
    add(2, page(BOTH));
    add(2, page(TITLE));
    assertEquals(List.of(), rates.sparse());
  }

  @Test
  void recordsThatWereLeftOutCountAndPagesWithoutRecordsDoNot() {
    add(3, ScrapeResult.NOTHING);
    add(2, result(List.of(), List.of(TITLE)));
    assertEquals(
        List.of(new FillRate("title", 2, 2, 2, 2), new FillRate("year", 2, 0, 2, 0)),
        rates.rates());
  }

  @Test
  void keptDownloadsContinue() throws Exception {
    add(2, page(BOTH, TITLE));
    var bytes = new ByteArrayOutputStream();
    rates.write(new DataOutputStream(bytes));
    var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    FillRates later = FillRates.read(in);
    PageFill next = PageFill.of(result(List.of(TITLE), List.of(BOTH)), FIELDS);
    later.add(PageFill.read(next.toBytes()));
    assertEquals(
        List.of(new FillRate("title", 3, 3, 6, 6), new FillRate("year", 3, 3, 6, 3)),
        later.rates());
    assertEquals(5, later.complete());
    assertEquals(1, later.incomplete());
  }
}
