package dev.arachne.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * The bytes of rows. Directories of crawls outlive the program that made them: who changes these
 * bytes raises {@code DirectoryFormat.TODAY} in the module crawl, so that an older directory is
 * refused and not misread, and then writes the new bytes down here.
 */
class RowFormatTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/b?c");
  private static final CrawlUrl VIA = CrawlUrl.of("http://a.example/d");
  private static final Instant AT = Instant.EPOCH.plusSeconds(1);
  private static final Disposition.Answer ANSWER =
      new Disposition.Answer(
          200,
          "text/css",
          300,
          Duration.ofMillis(4),
          Optional.of(new PayloadDigest(5, 6)),
          Optional.of(Duration.ofSeconds(7)));

  private static final Disposition.Answer CUT =
      new Disposition.Answer(
          ANSWER.status(),
          ANSWER.mediaType(),
          ANSWER.bytes(),
          ANSWER.time(),
          ANSWER.digest(),
          ANSWER.retryAfter(),
          Optional.of(TruncationReason.SIZE),
          Optional.empty());

  private static final Disposition.Answer OFFERING =
      new Disposition.Answer(
          ANSWER.status(),
          ANSWER.mediaType(),
          ANSWER.bytes(),
          ANSWER.time(),
          ANSWER.digest(),
          ANSWER.retryAfter(),
          Optional.of(TruncationReason.SIZE),
          Optional.of("h3"));

  @Test
  void keysAreAsTheyWere() {
    assertBytes("480000000000000007", LedgerKeys.host(7));
    assertBytes(
        "5300000000000000070666872cac63d0fd45ce9468d37560be",
        LedgerKeys.seen(7, URL.fingerprint()));
    assertBytes(
        "5400000000000000070666872cac63d0fd45ce9468d37560be",
        LedgerKeys.tooFar(7, URL.fingerprint()));
    assertBytes("520000000000000007", LedgerKeys.rules(7));
    assertBytes("4c0000000000000009", LedgerKeys.ledger(9));
    assertBytes("4f056974656d730000000000000002", LedgerKeys.output("items", 2));
    assertBytes("4e05696e6465780000000000000002", LedgerKeys.note("index", 2));
    assertBytes("5005696e646578", LedgerKeys.position("index"));
    assertBytes("5a0000000000000003", LedgerKeys.change(3));
  }

  @Test
  void subresourcesOfABrowserAreStoredUnchanged() {
    var rendering =
        new RenderingNote(
            RenderingNote.Way.SHOWN,
            "w",
            2,
            3,
            "f",
            new RenderingNote.Requests(List.of(new RenderingNote.Request("u", "o")), 4),
            Duration.ofMillis(5),
            List.of("e"),
            List.of(new RenderingNote.Action("a", 6)));
    assertBytes("5301770203016604010175016f0501016501016106", rendering.toBytes());
    assertEquals(rendering, RenderingNote.read(rendering.toBytes()));
    RenderingNote earlier =
        RenderingNote.read(HexFormat.of().parseHex("5301770203016604010175016f"));
    assertEquals(rendering.requests(), earlier.requests());
    assertEquals(Duration.ZERO, earlier.time());
    assertEquals(List.of(), earlier.errors());
    assertEquals(List.of(), earlier.actions());
    assertBytes("500177", RenderingNote.passed("w").toBytes());
    assertEquals(
        RenderingNote.passed("w"), RenderingNote.read(RenderingNote.passed("w").toBytes()));
  }

  @Test
  void theRowOfCountsIsAsItWas() {
    var totals = new StoredCounts();
    totals.discovered = 1;
    totals.fetched = 2;
    totals.skipped = 3;
    totals.failed = 4;
    totals.tooFar = 5;
    totals.charged = 6;
    totals.ledgerSize = 7;
    totals.repeats = 8;
    totals.sent = 10;
    totals.received = 11;
    totals.setAside = 12;
    totals.outputEnd("items", 9);
    assertBytes("01020304050607080a0b0c056974656d7309", totals.value());
  }

  @Test
  void entriesOfTheLedgerAreAsTheyWere() throws Exception {
    Optional<Exchange> exchange =
        Optional.of(
            new Exchange(
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                AT.minusMillis(2),
                Duration.ofMillis(1)));
    assertEntry(
        "46c0843d0200016414687474703a2f2f612e6578616d706c652f623f63110164",
        new LedgerEntry.Found(AT, new Discovery(URL, VIA, 2, 1, Optional.of(DropReason.TOO_DEEP))));
    assertEntry("42c0843d057465726d73", new LedgerEntry.Begun(AT, "terms"));
    for (Map.Entry<String, Change> each :
        Map.<String, Change>of(
                "50", new Change.Pause(),
                "52", new Change.Resume(),
                "53", new Change.Stop(),
                "4400e807", Change.Delay.ofAll(Duration.ofMillis(1)),
                "440161e807", new Change.Delay(Optional.of("a"), Duration.ofMillis(1)),
                "58022f61", new Change.Exclude("/a"),
                "4f042f612f23", new Change.Open("/a/#"),
                "4e05", new Change.MaxPages(5),
                "4c06", new Change.MaxDepth(6),
                "5502", new Change.Undo(OptionalInt.of(2)))
            .entrySet()) {
      var changed = new LedgerEntry.Changed(AT, 3, each.getValue());
      assertEntry("43c0843d03" + each.getKey(), changed);
      assertEquals(changed, LedgerEntry.read(9, changed.value(9)));
    }
    InetAddress address = exchange.get().address();
    assertEntry("50c0843d06047f000001", new LedgerEntry.PageAsked(AT, 3, address));
    assertEntry(
        "41c0843d10687474703a2f2f612e6578616d706c6500047f000001",
        new LedgerEntry.RulesAsked(AT, URL.origin(), URL.origin(), address));
    assertEntry(
        "41c0843d10687474703a2f2f612e6578616d706c6508687474703a2f2f62047f000001",
        new LedgerEntry.RulesAsked(AT, URL.origin(), CrawlUrl.of("http://b/").origin(), address));
    assertEntry(
        "55c0843d14687474703a2f2f612e6578616d706c652f623f63"
            + "12687474703a2f2f612e6578616d706c652f64047f000001",
        new LedgerEntry.SubresourceAsked(AT, URL, VIA, address));
    assertEntry(
        "53c0843d14687474703a2f2f612e6578616d706c652f623f63"
            + "12687474703a2f2f612e6578616d706c652f64d10fe807047f000001c801e80700",
        new LedgerEntry.SubresourceFetched(AT, URL, VIA, exchange.get(), 200, 1000, ""));
    assertEntry(
        "52c0843d10687474703a2f2f612e6578616d706c650601d10fe807047f00" + "0001020102",
        new LedgerEntry.RulesFetched(
            AT, URL.origin(), 3, List.of(exchange.get()), new byte[] {1, 2}));
    assertEntry(
        "54c0843d060501d10fe807047f00000105026e6f00",
        new LedgerEntry.Tried(
            AT, 3, 4, 1, exchange, 1, new Disposition.Retry(Duration.ofNanos(5), "no")));
    assertEntry("56c0843d060502", new LedgerEntry.Reopened(AT, 3, 4, 2));
    assertEntry(
        "74c0843d02060501d10fe807047f00000105026e6f00",
        new LedgerEntry.Tried(
            AT, 3, 4, 2, exchange, 1, new Disposition.Retry(Duration.ofNanos(5), "no")));
    assertEntry(
        "44c0843d060501d10fe807047f0000010244a30608746578742f637373ac"
            + "02a01f00000000000000050000000000000006d836",
        new LedgerEntry.Decided(AT, 3, 4, 1, exchange, 1, 2, new Disposition.Done(ANSWER)));
    assertEntry(
        "44c0843d060501d10fe807047f0000010244a32608746578742f637373ac"
            + "02a01f00000000000000050000000000000006d83673",
        new LedgerEntry.Decided(AT, 3, 4, 1, exchange, 1, 2, new Disposition.Done(CUT)));
    assertEntry(
        "44c0843d060501d10fe807047f0000010244a36608746578742f637373ac"
            + "02a01f00000000000000050000000000000006d83673026833",
        new LedgerEntry.Decided(AT, 3, 4, 1, exchange, 1, 2, new Disposition.Done(OFFERING)));
    assertEntry(
        "44c0843d060501d10fe807047f000001024d12687474703a2f2f612e6578"
            + "616d706c652f65a30608746578742f637373ac02a01f0000000000000005"
            + "0000000000000006d836",
        new LedgerEntry.Decided(
            AT, 3, 4, 1, exchange, 1, 2, new Disposition.Moved(ANSWER, "http://a.example/e")));
    assertEntry(
        "44c0843d06050100025866046c6f7374a30608746578742f637373ac02a0"
            + "1f00000000000000050000000000000006d836",
        new LedgerEntry.Decided(
            AT,
            3,
            4,
            1,
            Optional.empty(),
            1,
            2,
            new Disposition.Dropped(DropReason.FETCH, "lost", Optional.of(ANSWER))));
  }

  private static void assertEntry(String hex, LedgerEntry entry) {
    assertBytes(hex, entry.value(9));
  }

  private static void assertBytes(String hex, byte[] row) {
    assertEquals(hex, HexFormat.of().formatHex(row));
  }
}
