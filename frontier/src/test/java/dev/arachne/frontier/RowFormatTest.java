package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Priority;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The bytes of rows. Directories of crawls outlive the program that made them: who changes these
 * bytes raises {@code DirectoryFormat.TODAY} in the module crawl, so that an older directory is
 * refused and not misread, and then writes the new bytes down here.
 */
class RowFormatTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/b?c");
  private static final CrawlUrl VIA = CrawlUrl.of("http://a.example/d");

  @Test
  void rowsOfQueuesAndHostsAreAsTheyWere() {
    var discovery = new Discovery(URL, VIA, 2, 1, Priority.REQUISITES, Optional.empty());
    var entry = new QueueEntry(discovery, 3, 400, 1, 5, 6);
    assertBytes("5100000000000000070500000000000003", entry.key(7));
    assertBytes(
        "0390030601050201010014687474703a2f2f612e6578616d706c652f623f63" + "110164", entry.value());
    var host = new HostQueue(URL.origin(), 7, Politeness.NONE);
    host.due = 8;
    host.asked(6);
    host.rests(9);
    host.rules(URL.origin()).said(Duration.ofNanos(9), 10);
    host.pace();
    assertBytes(
        "10687474703a2f2f612e6578616d706c65000800000110687474703a2f2f612e6578616d706c650a0906030000",
        host.value());
    assertBytes("4400000000000000080000000000000007", FrontierKeys.asleep(8, 7));
    assertBytes(
        "55000000000000000300000000000000070500000000000003",
        FrontierKeys.setAside(3, 7, entry.place()));
    assertBytes("580000000000000009", FrontierKeys.transfer(9));
    assertBytes("590000000000000003", FrontierKeys.taken(3));
    assertBytes("420000000000000007", FrontierKeys.answers(7));
    assertBytes("450000000000000007022f62", FrontierKeys.budget(7, "/b"));
    assertBytes("4a7400000000000000070000000000000008", FrontierKeys.trap('t', 7, 8));
    assertBytes("576364", FrontierKeys.kept(new byte[] {'c', 'd'}));
    assertBytes("4d6364", FrontierKeys.lookup(new byte[] {'c', 'd'}));
  }

  private static void assertBytes(String hex, byte[] row) {
    assertEquals(hex, HexFormat.of().formatHex(row));
  }
}
