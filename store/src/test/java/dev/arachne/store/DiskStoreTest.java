package dev.arachne.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreTest {
  private static final long CACHE = 8 << 20;

  @TempDir Path temporary;

  private Path directory;

  @BeforeEach
  void nameTheStore() {
    directory = temporary.resolve("store");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> keys(List<RowStore.Row> rows) {
    return rows.stream().map(row -> new String(row.key(), StandardCharsets.UTF_8)).toList();
  }

  @Test
  void committedRowsAreThereWhenTheStoreIsOpenedAgain() {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      store.put(bytes("Sa"), bytes("1"));
      store.put(bytes("Qb"), bytes("2"));
      store.commit();
      store.put(bytes("Lc"), bytes("3"));
    }
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      assertArrayEquals(bytes("1"), store.get(bytes("Sa")));
      assertArrayEquals(bytes("2"), store.get(bytes("Qb")));
      assertNull(store.get(bytes("Lc")), "was not committed");
    }
  }

  @Test
  void aFileThatIsGoneWithTheWholeStoreIsNotDamage() throws Exception {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      store.put(bytes("Sa"), bytes("1"));
      store.commit();
      Files.move(directory, temporary.resolve("elsewhere"));
      var failure = assertThrows(StoreException.class, store::compact); // It makes a file.
      assertEquals(StoreException.Kind.UNAVAILABLE, failure.kind());
      assertEquals(directory + " was deleted", failure.getMessage());
    }
  }

  @Test
  void itReadsAsAMapDoesWhetherChangesAreCommittedOrNot() {
    var random = new Random(3);
    var expected = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      for (int i = 0; i < 20_000; i++) {
        byte[] key = bytes("Q" + random.nextInt(200));
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            byte[] value = random.nextInt(10) == 0 ? new byte[0] : bytes("v" + i);
            store.put(key, value);
            expected.put(key, value);
          }
          case 3, 4 -> {
            store.delete(key);
            expected.remove(key);
          }
          case 5 -> store.commit();
          case 6 -> assertArrayEquals(expected.get(key), store.get(key));
          default -> {
            byte[] to = bytes("Q" + random.nextInt(200));
            if (Arrays.compareUnsigned(key, to) <= 0) {
              int limit = 1 + random.nextInt(30);
              List<RowStore.Row> rows = store.range(key, to, limit);
              assertEquals(
                  expected.subMap(key, to).keySet().stream()
                      .limit(limit)
                      .map(k -> new String(k, StandardCharsets.UTF_8))
                      .toList(),
                  keys(rows));
            }
          }
        }
      }
    }
  }

  @Test
  void aStoreIsOpenOnce() {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      assertTrue(store.isBlocking());
      StoreException refusal =
          assertThrows(StoreException.class, () -> DiskStore.open(directory, CACHE));
      assertEquals(StoreException.Kind.UNAVAILABLE, refusal.kind(), refusal.getMessage());
    }
  }

  @Test
  void anotherProcessMayReadWhatWasCommittedSoFar() {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      store.put(bytes("Sa"), bytes("1"));
      store.commit();
      try (DiskStore reader = DiskStore.openToRead(directory, CACHE)) {
        assertArrayEquals(bytes("1"), reader.get(bytes("Sa")));
      }
      store.put(bytes("Sb"), bytes("2"));
      store.commit();
    }
  }

  @Test
  void aLogCutAtAnyByteGivesAnEarlierCommitWhole() throws IOException {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      for (int i = 0; i < 50; i++) {
        store.put(bytes("Ca"), bytes("" + i));
        store.put(bytes("Qb"), bytes("" + i));
        store.commit();
      }
    }
    Path log = only(".log");
    var random = new Random(5);
    int last = 50;
    for (long size = Files.size(log); size > 0; size -= 1 + random.nextInt(150)) {
      try (var file = FileChannel.open(log, StandardOpenOption.WRITE)) {
        file.truncate(size);
      }
      Path copy = Files.createTempDirectory(temporary, "copy");
      copyTo(copy);
      try (DiskStore store = DiskStore.open(copy, CACHE)) {
        byte[] a = store.get(bytes("Ca"));
        assertArrayEquals(a, store.get(bytes("Qb")));
        int commit = a == null ? -1 : Integer.parseInt(new String(a, StandardCharsets.UTF_8));
        assertTrue(commit <= last);
        last = commit;
      }
    }
    assertTrue(last < 5, "cut down to commit " + last);
  }

  @Test
  void aDamagedFileIsRefusedByName() throws IOException {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      for (int i = 0; i < 10_000; i++) {
        store.put(bytes("Q" + i), bytes("value " + i));
      }
      store.commit();
      store.compact();
    }
    Path table = only(".sst");
    try (var file = FileChannel.open(table, StandardOpenOption.WRITE)) {
      file.truncate(Files.size(table) / 2);
    }
    StoreException refusal =
        assertThrows(
            StoreException.class,
            () -> {
              try (DiskStore store = DiskStore.open(directory, CACHE)) {
                store.range(bytes("Q"), bytes("R"), 20_000);
              }
            });
    assertEquals(StoreException.Kind.CORRUPT, refusal.kind(), refusal.getMessage());
    assertTrue(
        Objects.requireNonNull(refusal.getMessage()).contains(table.getFileName().toString()),
        refusal.getMessage());
  }

  @Test
  void aClosedLogThatIsLostOrEmptyIsRefused() throws IOException {
    for (boolean isEmptied : new boolean[] {true, false}) {
      fillWithSeveralLogs();
      Path log = logs().getFirst();
      assertTrue(logs().size() > 1, "one log only");
      lose(log, isEmptied);
      assertRefused(StoreException.Kind.CORRUPT, log.getFileName().toString());
      DiskStore.delete(directory);
    }
  }

  @Test
  void theLastLogIsRefusedIfItIsLostOrEmpty() throws IOException {
    for (boolean isEmptied : new boolean[] {true, false}) {
      fill(50);
      Path log = logs().getLast();
      lose(log, isEmptied);
      assertRefused(StoreException.Kind.CORRUPT, log.toString());
      DiskStore.delete(directory);
    }
  }

  @Test
  void aStoreThatIsLostAsAWholeIsNotMadeAgain() throws IOException {
    fill(50);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertRefused(StoreException.Kind.CORRUPT, directory + "/CURRENT is missing");
    Files.delete(directory);
    assertRefused(StoreException.Kind.CORRUPT, directory + "/CURRENT is missing");
  }

  @Test
  void aManifestThatIsCutAnywhereIsRefused() throws IOException {
    fillWithSeveralLogs();
    fill(1);
    Path manifest = only("MANIFEST");
    for (long size = Files.size(manifest) - 1; size >= 0; size = size * 3 / 4 - 1) {
      truncate(manifest, size);
      assertRefused(StoreException.Kind.CORRUPT, manifest.toString());
    }
  }

  @Test
  void aManifestWhoseLastRecordIsMadeToLookUnfinishedIsRefused() throws IOException {
    fillWithSeveralLogs();
    fill(1);
    Path manifest = only("MANIFEST");
    byte[] bytes = Files.readAllBytes(manifest);
    bytes[5] = (byte) 0x70; // the high byte of the first record's length
    Files.write(manifest, bytes);
    assertRefused(StoreException.Kind.CORRUPT, manifest.toString());
  }

  @Test
  void syncedEntriesMissingFromTheLastLogAreCounted() throws IOException {
    fill(50);
    Path log = logs().getLast();
    truncate(log, Files.size(log) / 2);
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      assertTrue(store.lost() >= 24, store.lost() + " lost");
    }
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      assertEquals(0, store.lost());
    }
  }

  @Test
  void aStoreWithoutItsProofOpens() throws IOException {
    fill(50);
    Files.delete(StoreProof.path(directory));
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      assertArrayEquals(bytes("49"), store.get(bytes("Ca")));
    }
  }

  private void fill(int commits) {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      for (int i = 0; i < commits; i++) {
        store.put(bytes("Ca"), bytes("" + i));
        store.commit();
      }
      store.sync();
    }
  }

  /** Rows of one family fill buffers, those of another are in the first log alone. */
  private void fillWithSeveralLogs() {
    try (DiskStore store = DiskStore.open(directory, CACHE)) {
      store.put(bytes("Sa"), bytes("1"));
      byte[] large = new byte[100_000];
      new Random(1).nextBytes(large);
      for (int i = 0; i < 100; i++) {
        store.put(bytes("Q" + i), large);
        store.commit();
        store.sync();
      }
    }
  }

  private void assertRefused(StoreException.Kind kind, String named) {
    StoreException refusal =
        assertThrows(StoreException.class, () -> DiskStore.open(directory, CACHE).close());
    assertEquals(kind, refusal.kind(), refusal.getMessage());
    assertTrue(
        Objects.requireNonNull(refusal.getMessage()).contains(named),
        refusal.getMessage() + " does not name " + named);
  }

  private static void lose(Path file, boolean isEmptied) throws IOException {
    if (isEmptied) {
      truncate(file, 0);
    } else {
      Files.delete(file);
    }
  }

  private static void truncate(Path path, long size) throws IOException {
    try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.filter(path -> path.toString().endsWith(".log")).sorted().toList();
    }
  }

  private Path only(String part) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths
          .filter(path -> path.toString().contains(part))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }

  private void copyTo(Path target) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : paths.toList()) {
        Files.copy(path, target.resolve(path.getFileName()));
      }
    }
  }
}
