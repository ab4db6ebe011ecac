package dev.arachne.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class DamagedRowTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://user@a.example/b/c.html?d");
  private static final byte[] FOUND =
      new LedgerEntry.Found(Instant.EPOCH, new Discovery(URL, null, 3, 0, Optional.empty()))
          .value(7);
  private static final byte[] TRIED =
      new LedgerEntry.Tried(
              Instant.EPOCH,
              3,
              4,
              1,
              Optional.empty(),
              1,
              new Disposition.Retry(Duration.ZERO, "no"))
          .value(7);

  @Test
  void aRowThatWasCutIsCalledDamaged() {
    for (byte[] row : new byte[][] {FOUND, TRIED}) {
      for (int length = 0; length < row.length; length++) {
        byte[] cut = Arrays.copyOf(row, length);
        assertDamaged(() -> LedgerEntry.read(7, cut));
      }
    }
  }

  @Test
  void aRowWithOtherBytesIsReadOrCalledDamaged() {
    int damaged = 0;
    damaged += changed(FOUND, row -> LedgerEntry.read(7, row));
    damaged += changed(TRIED, row -> LedgerEntry.read(7, row));
    assertNotEquals(0, damaged);
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
