package dev.arachne.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Bodies as a server compresses them. Thread-safe. */
public final class Gzip {
  private Gzip() {}

  /** These bytes in the coding {@code gzip}. */
  public static byte[] of(byte[] plain) {
    var coded = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(coded)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return coded.toByteArray();
  }
}
