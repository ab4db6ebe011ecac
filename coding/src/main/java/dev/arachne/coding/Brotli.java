package dev.arachne.coding;

import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * The Brotli coding (RFC 7932), by a library that is loaded with this class, for the first body.
 */
final class Brotli {
  private Brotli() {}

  /** The decoded bytes of {@code coded}. */
  static InputStream undo(InputStream coded) throws IOException {
    return new BrotliInputStream(coded);
  }
}
