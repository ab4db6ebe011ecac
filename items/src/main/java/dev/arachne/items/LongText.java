package dev.arachne.items;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A text of any length; {@link DataOutput#writeUTF} takes 65,535 bytes. */
public final class LongText {
  private LongText() {}

  /** Writes a text, to be read by {@link #read}. */
  public static void write(DataOutput out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  /** The next text. */
  public static String read(DataInput in) throws IOException {
    byte[] utf8 = new byte[in.readInt()];
    in.readFully(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
