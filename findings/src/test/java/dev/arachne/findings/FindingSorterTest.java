package dev.arachne.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings of sites that have more of them, and longer ones, than there is memory for. */
class FindingSorterTest {
  private static final long ROOM = 4 << 20;
  private static final int FINDINGS = 2_000;
  private static final int PLACES = 120;

  private static long bytes(List<Finding> findings) {
    long bytes = 0;
    for (Finding finding : findings) {
      bytes += 2L * (finding.subject().length() + finding.detail().length());
      for (Place place : finding.places()) {
        bytes += 2L * (place.page().length() + place.what().length() + place.text().length());
      }
    }
    return bytes;
  }

  private static void add(FindingSorter sorter, Check check, int subject, int places)
      throws Exception {
    for (int i = 0; i < places; i++) {
      String page = "http://site.test/%04d/".formatted(i) + "x".repeat(100);
      sorter.add(
          check,
          "http://site.test/gone%05d".formatted(subject),
          "404",
          new Place(page, "link", "t", 1, 1));
    }
  }

  @Test
  void findingsAreKeptWithinABoundOfBytesAndCountedBeyondIt() throws Exception {
    try (var sorter = new FindingSorter(ROOM)) {
      for (int i = 0; i < FINDINGS; i++) {
        add(sorter, Check.BROKEN_LINKS, i, PLACES);
      }
      add(sorter, Check.SLOW_PAGES, 1, PLACES);
      List<Finding> findings = sorter.drain();
      assertTrue(bytes(findings) <= ROOM, () -> bytes(findings) + " bytes");
      assertEquals(FINDINGS, sorter.counts().get(Check.BROKEN_LINKS));
      assertEquals(1, sorter.counts().get(Check.SLOW_PAGES));
      List<Finding> broken =
          findings.stream().filter(it -> it.check() == Check.BROKEN_LINKS).toList();
      assertEquals(Finding.MOST_PLACES, broken.getFirst().places().size());
      assertTrue(broken.size() > ROOM / 2 / 2 / (100 * 500), "some have all their places");
      assertTrue(
          broken.stream().filter(it -> it.places().size() == FindingSorter.FEW_PLACES).count()
              > broken.size() / 2,
          "most have a few");
      assertTrue(broken.size() < FINDINGS);
      broken.forEach(it -> assertEquals(PLACES, it.count()));
      Finding slow = findings.getLast();
      assertEquals(Check.SLOW_PAGES, slow.check());
      assertEquals(Finding.MOST_PLACES, slow.places().size(), "one check leaves room for others");
    }
  }

  @Test
  void textsThatArePagesOwnTakeNoRoomFromThoseThatPagesShare() throws Exception {
    try (var sorter = new FindingSorter(100_000)) {
      for (int i = 0; i < 1_000; i++) {
        sorter.add(
            Check.DUPLICATE_TITLES,
            "title %04d".formatted(i) + "x".repeat(200),
            "",
            new Place("http://site.test/" + i, "", "", 0, 0));
      }
      for (int i = 0; i < 2; i++) {
        sorter.add(
            Check.DUPLICATE_TITLES, "zz same", "", new Place("http://a.test/" + i, "", "", 0, 0));
      }
      List<Finding> findings = sorter.drain();
      assertEquals(1, findings.size());
      assertEquals("zz same", findings.getFirst().subject());
      assertEquals(2, findings.getFirst().places().size());
    }
  }
}
