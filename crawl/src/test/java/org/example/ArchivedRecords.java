package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Reads archives by jwarc, and checks what it can of each record. */
final class ArchivedRecords {
  private ArchivedRecords() {}

  /** A record of an archive, with its block and, of a response, its payload by jwarc. */
  record Record(
      String file, long offset, WarcRecord record, byte[] block, Optional<byte[]> payload) {
    Optional<String> field(String name) {
      return record.headers().first(name);
    }

    boolean is(String type) {
      return record.type().equals(type);
    }

    boolean isAbout(String url) {
      return field("WARC-Target-URI").equals(Optional.of(url));
    }
  }

  /** All files of a directory, in order, each read to its end. */
  static List<Record> in(Path directory) throws Exception {
    List<Record> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        records.addAll(of(file.getFileName().toString(), Files.readAllBytes(file)));
      }
    }
    return records;
  }

  /** The records of a file, or of a part of one that ends behind a record. */
  static List<Record> of(String name, byte[] file) throws Exception {
    List<Record> records = new ArrayList<>();
    try (var blocks = new WarcReader(new ByteArrayInputStream(file));
        var payloads = new WarcReader(new ByteArrayInputStream(file))) {
      for (WarcRecord record = next(blocks); record != null; record = next(blocks)) {
        long offset = blocks.position();
        byte[] block = record.body().stream().readAllBytes();
        WarcRecord again = payloads.next().orElseThrow();
        Optional<byte[]> payload =
            again instanceof WarcResponse response
                ? Optional.of(payload(response))
                : Optional.empty();
        var read = new Record(name, offset, record, block, payload);
        check(read);
        records.add(read);
      }
    }
    if (!records.isEmpty()) {
      assertEquals("warcinfo", records.getFirst().record().type());
      assertEquals(Optional.of(name), records.getFirst().field("WARC-Filename"));
    }
    return records;
  }

  private static WarcRecord next(WarcReader reader) throws IOException {
    return reader.next().orElse(null);
  }

  private static byte[] payload(WarcResponse response) throws IOException {
    return response.http().body().stream().readAllBytes();
  }

  private static void check(Record record) throws GeneralSecurityException {
    assertEquals(
        record.field("Content-Length").map(Long::parseLong),
        Optional.of((long) record.block().length));
    assertDigest(record.field("WARC-Block-Digest").orElseThrow(), record.block(), "block");
    if (record.is("response")) {
      assertDigest(
          record.field("WARC-Payload-Digest").orElseThrow(),
          record.payload().orElseThrow(),
          "payload of " + record.field("WARC-Target-URI"));
    }
  }

  private static void assertDigest(String expected, byte[] bytes, String what)
      throws GeneralSecurityException {
    String name = expected.startsWith("sha1:") ? "SHA-1" : "SHA-256";
    byte[] digest = MessageDigest.getInstance(name).digest(bytes);
    assertEquals(HexFormat.of().formatHex(digest), new WarcDigest(expected).hex(), what);
  }
}
