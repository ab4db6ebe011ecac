package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.OutputRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** An output file; a power cut leaves some bytes of what was not synced, or none. */
final class SimulatedFile {
  private byte[] bytes = {};
  private int synced;

  /** Writes a record in its place, which must not leave a hole. */
  void write(OutputRecord record) {
    int offset = (int) record.offset();
    assertTrue(offset <= bytes.length, "a hole in the file");
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length, (int) record.end()));
    System.arraycopy(record.bytes(), 0, bytes, offset, record.bytes().length);
  }

  void sync() {
    synced = bytes.length;
  }

  void cut(long length) {
    assertTrue(length <= bytes.length, "the file lacks records");
    bytes = Arrays.copyOf(bytes, (int) length);
    synced = Math.min(synced, bytes.length);
  }

  void cutPower(SplittableRandom chance) {
    cut(synced + chance.nextInt(bytes.length - synced + 1));
  }

  List<String> lines() {
    return new String(bytes, StandardCharsets.UTF_8).lines().toList();
  }
}
