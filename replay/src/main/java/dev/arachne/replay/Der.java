package dev.arachne.replay;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The part of DER (X.690) that certificates need. */
final class Der {
  static final int BOOLEAN = 1;
  static final int BIT_STRING = 3;
  static final int OCTET_STRING = 4;
  static final int UTF8_STRING = 12;
  static final int SEQUENCE = 0x30;
  static final int SET = 0x31;
  private static final int INTEGER = 2;
  private static final int OBJECT_ID = 6;
  private static final int GENERALIZED_TIME = 24;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  /** A value of this tag. */
  static byte[] value(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] octets = BigInteger.valueOf(length).toByteArray();
      int skip = octets[0] == 0 ? 1 : 0;
      out.write(0x80 | octets.length - skip);
      out.write(octets, skip, octets.length - skip);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, parts);
  }

  /** A bit string of whole octets. */
  static byte[] bits(byte[] octets) {
    return value(BIT_STRING, new byte[1], octets);
  }

  static byte[] number(BigInteger number) {
    return value(INTEGER, number.toByteArray());
  }

  static byte[] text(String text) {
    return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant time) {
    return value(GENERALIZED_TIME, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier, such as 2.5.4.3. */
  static byte[] id(int... arcs) {
    var content = new ByteArrayOutputStream();
    content.write(40 * arcs[0] + arcs[1]);
    for (int i = 2; i < arcs.length; i++) {
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arcs[i] >>> shift > 0) {
          content.write(0x80 | arcs[i] >>> shift & 0x7f);
        }
      }
      content.write(arcs[i] & 0x7f);
    }
    return value(OBJECT_ID, content.toByteArray());
  }
}
