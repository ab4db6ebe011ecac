package dev.arachne.crawl;

import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.DiskStore;
import dev.arachne.store.RowStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** All rows of a kept crawl as one number: ledger, frontier, notes, what waits for outputs. */
final class LedgerHash {
  private LedgerHash() {}

  /** SHA-256 of the keys and values of all rows, each behind its length. */
  static String of(Path crawl) throws IOException {
    return DiskStore.read(crawl.resolve("store"), LedgerHash::of);
  }

  private static String of(RowStore rows) {
    MessageDigest hash = sha256();
    for (int kind = 'A'; kind <= 'Z'; kind++) {
      rows.scan(
          LedgerKeys.kind(kind),
          LedgerKeys.kind(kind + 1),
          row -> {
            add(row.key(), hash);
            add(row.value(), hash);
          });
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  private static void add(byte[] bytes, MessageDigest hash) {
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    hash.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
