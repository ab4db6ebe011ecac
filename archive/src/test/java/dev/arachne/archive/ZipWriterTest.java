package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipWriterTest {
  @TempDir Path temporary;

  /** From a bound on, sizes and offsets are written in the form of Zip64, which is small here. */
  @ParameterizedTest
  @ValueSource(longs = {0xffffffffL, 1000, 0})
  void entriesAreReadBack(long large) throws IOException {
    Path file = temporary.resolve("a.zip");
    byte[] big = new byte[5000];
    new Random(1).nextBytes(big);
    try (var zip = new ZipWriter(file, large)) {
      zip.add("empty", new byte[0]);
      zip.begin("dir/big \u00e4", 3000);
      zip.bytes(big, 0, 2000);
      zip.bytes(big, 2000, 3000);
      zip.end();
      zip.add("small", new byte[] {1, 2});
      zip.finish();
    }
    try (var zip = new ZipFile(file.toFile())) {
      assertEquals(3, Collections.list(zip.entries()).size());
      assertArrayEquals(big, zip.getInputStream(zip.getEntry("dir/big \u00e4")).readAllBytes());
      assertArrayEquals(
          new byte[] {1, 2}, zip.getInputStream(zip.getEntry("small")).readAllBytes());
      assertEquals(0, zip.getEntry("empty").getSize());
    }
  }

  /**
   * ReplayWeb.page finds the bytes of an entry by the directory alone if it has no extra fields.
   */
  @Test
  void bytesFollowTheNameWhereSizesAreSmall() throws IOException {
    Path file = temporary.resolve("a.zip");
    try (var zip = new ZipWriter(file)) {
      zip.add("name", new byte[] {'x', 'y'});
      zip.finish();
    }
    byte[] bytes = Files.readAllBytes(file);
    assertEquals("namexyPK", new String(bytes, 30, 8, StandardCharsets.US_ASCII));
  }

  @Test
  void anEntryThatOutgrowsItsHeaderIsRefused() throws IOException {
    try (var zip = new ZipWriter(temporary.resolve("a.zip"), 1000)) {
      zip.begin("grown", 10);
      zip.bytes(new byte[1000], 0, 1000);
      assertThrows(IOException.class, zip::end);
    }
  }
}
