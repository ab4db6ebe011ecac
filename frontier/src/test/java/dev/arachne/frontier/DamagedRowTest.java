package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.ledger.Discovery;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class DamagedRowTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://user@a.example/b/c.html?d");
  private static final CrawlUrl VIA = CrawlUrl.of("http://a.example/b/");
  private static final byte[] TO_DO =
      new QueueEntry(new Discovery(URL, VIA, 3, 0, Optional.empty()), 7, 9, 1, 2, 1).value();

  @Test
  void aRowThatWasCutIsCalledDamaged() {
    QueueEntry root =
        new QueueEntry(new Discovery(URL, null, 0, 0, Optional.empty()), 7, 9, 1, 2, 1);
    for (int length = 0; length < root.value().length; length++) {
      byte[] cut = Arrays.copyOf(root.value(), length);
      assertDamaged(() -> QueueEntry.read(cut));
    }
  }

  @Test
  void aRowWithOtherBytesIsReadOrCalledDamaged() {
    assertNotEquals(0, changed(TO_DO, QueueEntry::read));
  }

  /** Changes bytes of a row in many ways; returns how often it was called damaged. */
  private static int changed(byte[] row, Consumer<byte[]> reader) {
    var random = new SplittableRandom(1);
    int damaged = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] other = row.clone();
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        other[random.nextInt(row.length)] = (byte) random.nextInt();
      }
      try {
        reader.accept(other);
      } catch (StoreException e) {
        assertEquals(StoreException.Kind.CORRUPT, e.kind());
        damaged++;
      }
    }
    return damaged;
  }

  private static void assertDamaged(Runnable reading) {
    assertEquals(
        StoreException.Kind.CORRUPT, assertThrows(StoreException.class, reading::run).kind());
  }
}
