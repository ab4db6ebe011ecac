package dev.arachne.pages;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A note with a version number and values that are compressed with zlib (RFC 1950). */
final class PackedNote {
  /** Most bytes of a decompressed note: each value is bounded, so a longer note is damaged. */
  private static final int MOST_BYTES = 32 << 20;

  private static final int PIECE_BYTES = 16 << 10;

  private PackedNote() {}

  static byte[] pack(int version, byte[] plain) {
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain);
      deflater.finish();
      var note = new ByteArrayOutputStream(plain.length / 3 + 64);
      note.write(version);
      byte[] piece = new byte[PIECE_BYTES];
      while (!deflater.finished()) {
        note.write(piece, 0, deflater.deflate(piece));
      }
      return note.toByteArray();
    } finally {
      deflater.end();
    }
  }

  /**
   * Returns the values of a note.
   *
   * @throws IllegalArgumentException if it is damaged, or of another version
   */
  static byte[] unpack(int version, byte[] note) {
    if (note.length == 0 || note[0] != version) {
      throw new IllegalArgumentException("the note of a page is not of version " + version);
    }
    var inflater = new Inflater();
    try {
      inflater.setInput(note, 1, note.length - 1);
      var plain = new ByteArrayOutputStream(note.length * 4);
      byte[] piece = new byte[PIECE_BYTES];
      while (!inflater.finished()) {
        int n = inflater.inflate(piece);
        if (n == 0 || plain.size() + n > MOST_BYTES) {
          throw new IllegalArgumentException("the note of a page ends early, or is too large");
        }
        plain.write(piece, 0, n);
      }
      return plain.toByteArray();
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the note of a page is damaged", e);
    } finally {
      inflater.end();
    }
  }
}
