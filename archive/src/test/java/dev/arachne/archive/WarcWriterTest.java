package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

class WarcWriterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void jwarcReadsBackFieldsAndBlocks() throws Exception {
    byte[] large = new byte[300_000];
    new Random(1).nextBytes(large);
    byte[][] blocks = {new byte[0], "a block".getBytes(US_ASCII), large};
    int[] offsets = new int[blocks.length];
    var writer = new WarcWriter();
    for (int i = 0; i < blocks.length; i++) {
      offsets[i] = out.size();
      write(writer, blocks[i], blocks[i].length);
    }
    try (var reader = new WarcReader(new ByteArrayInputStream(out.toByteArray()))) {
      for (int i = 0; i < blocks.length; i++) {
        WarcRecord record = reader.next().orElseThrow();
        assertEquals(offsets[i], reader.position());
        assertEquals("1.1", record.version().toString().replace("WARC/", ""));
        assertEquals(Optional.of("käse"), record.headers().first("X-Test"));
        assertArrayEquals(blocks[i], record.body().stream().readAllBytes());
      }
      assertEquals(Optional.empty(), reader.next());
    }
  }

  @Test
  void membersSayHowLongTheyAreAlsoInFiles(@TempDir Path parts) throws Exception {
    byte[] large = new byte[300_000];
    new Random(1).nextBytes(large);
    for (long memory : new long[] {8 << 20, 8 << 10}) {
      for (byte[] block : new byte[][] {new byte[0], "a block".getBytes(US_ASCII), large}) {
        RecordBytes record =
            new WarcWriter()
                .record(
                    fields(block.length),
                    new ByteArrayInputStream(block),
                    new RecordRoom(parts, memory));
        byte[] member;
        try (record;
            InputStream in = record.read()) {
          member = in.readAllBytes();
        }
        byte[] decoded = new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
        ByteBuffer header = ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(4, member[3]);
        assertEquals("sl", new String(member, 12, 2, US_ASCII));
        assertEquals(member.length, header.getInt(16));
        assertEquals(decoded.length, header.getInt(20));
      }
    }
  }

  @Test
  void aBlockOfAnotherLengthIsRefused() {
    var writer = new WarcWriter();
    assertThrows(IllegalArgumentException.class, () -> write(writer, new byte[3], 4));
    assertThrows(IllegalArgumentException.class, () -> write(writer, new byte[3], 2));
  }

  private void write(WarcWriter writer, byte[] block, long length) throws IOException {
    writer.write(fields(length), new ByteArrayInputStream(block), out);
  }

  private static WarcFields fields(long length) {
    return WarcFields.builder()
        .add(WarcFields.TYPE, WarcType.RESOURCE.text())
        .add(WarcFields.RECORD_ID, "<urn:uuid:4f1b1a4e-6a3f-3b7e-9b57-0d0f6c6f0c11>")
        .add(WarcFields.DATE, "2026-11-23T12:00:00Z")
        .add("X-Test", "käse")
        .add(WarcFields.CONTENT_LENGTH, Long.toString(length))
        .build();
  }
}
