package dev.arachne.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.Item;
import dev.arachne.items.PartialItem;
import dev.arachne.url.CrawlUrl;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JoinRowsTest {
  private static final CrawlUrl LIST = CrawlUrl.of("http://a.example/list");
  private static final CrawlUrl DETAIL = CrawlUrl.of("http://a.example/1");

  private static WaitingRecord waiting(int slot) {
    var partial =
        new PartialItem(Item.of("n", "1"), Optional.of(DETAIL), 2, Set.of("director", "year"));
    return new WaitingRecord(LIST, 1, slot, DETAIL, partial);
  }

  @Test
  void aWaitingRecordIsReadFromItsRow() {
    assertEquals(waiting(3), WaitingRecord.read(waiting(3).toBytes()));
  }

  @Test
  void anOutcomeIsReadFromItsRow() {
    var fields = new DetailOutcome.Fields(List.of(new Item(Map.of()), Item.of("year", 1967)));
    for (DetailOutcome outcome :
        List.of(DetailOutcome.NOTHING, fields, new DetailOutcome.Moved(DETAIL))) {
      assertEquals(outcome, DetailOutcome.read(outcome.toBytes()));
    }
  }

  @Test
  void theRecordsThatWaitForAPageAreBetweenItsKeys() {
    byte[] key = JoinKeys.waiting(waiting(-1));
    for (int i = 0; i < 2_000; i++) {
      CrawlUrl url = CrawlUrl.of("http://a.example/" + i);
      boolean isBetween =
          Arrays.compareUnsigned(JoinKeys.first(url), key) <= 0
              && Arrays.compareUnsigned(key, JoinKeys.end(url)) < 0;
      assertEquals(url.equals(DETAIL), isBetween, url.href());
      assertTrue(Arrays.compareUnsigned(JoinKeys.end(url), JoinKeys.END) <= 0);
    }
  }

  @Test
  void anEventOfTheOrderIsReadFromItsRow() {
    var records = new EncodedItems(1, "x".getBytes(UTF_8));
    var page =
        new OrderedPage(
            LIST,
            new EncodedItems(2, "ab".getBytes(UTF_8)),
            List.of(DETAIL),
            false,
            List.of(Optional.of(records), Optional.empty()));
    var filled = new FilledSlot(LIST, 1, records);
    for (OrderEvent event : List.of(page, page.with(filled), filled)) {
      assertEquals(hex(event), hex(OrderEvent.read(event.toBytes())));
    }
    assertTrue(page.waits());
    assertEquals(4, page.with(filled).present());
  }

  private static String hex(OrderEvent event) {
    return HexFormat.of().formatHex(event.toBytes());
  }
}
