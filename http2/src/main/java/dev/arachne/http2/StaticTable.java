package dev.arachne.http2;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The static table of HPACK (RFC 7541 appendix A). Immutable. */
final class StaticTable {

  private static final String[] NAMES_AND_VALUES = {
    ":authority", "",
    ":method", "GET",
    ":method", "POST",
    ":path", "/",
    ":path", "/index.html",
    ":scheme", "http",
    ":scheme", "https",
    ":status", "200",
    ":status", "204",
    ":status", "206",
    ":status", "304",
    ":status", "400",
    ":status", "404",
    ":status", "500",
    "accept-charset", "",
    "accept-encoding", "gzip, deflate",
    "accept-language", "",
    "accept-ranges", "",
    "accept", "",
    "access-control-allow-origin", "",
    "age", "",
    "allow", "",
    "authorization", "",
    "cache-control", "",
    "content-disposition", "",
    "content-encoding", "",
    "content-language", "",
    "content-length", "",
    "content-location", "",
    "content-range", "",
    "content-type", "",
    "cookie", "",
    "date", "",
    "etag", "",
    "expect", "",
    "expires", "",
    "from", "",
    "host", "",
    "if-match", "",
    "if-modified-since", "",
    "if-none-match", "",
    "if-range", "",
    "if-unmodified-since", "",
    "last-modified", "",
    "link", "",
    "location", "",
    "max-forwards", "",
    "proxy-authenticate", "",
    "proxy-authorization", "",
    "range", "",
    "referer", "",
    "refresh", "",
    "retry-after", "",
    "server", "",
    "set-cookie", "",
    "strict-transport-security", "",
    "transfer-encoding", "",
    "user-agent", "",
    "vary", "",
    "via", "",
    "www-authenticate", ""
  };

  /** The number of entries; the first has index 1. */
  static final int SIZE = NAMES_AND_VALUES.length / 2;

  private static final byte[][] BYTES = new byte[NAMES_AND_VALUES.length][];

  /** The first entry of each name; the others of that name follow it. */
  private static final Map<String, Integer> FIRST = new HashMap<>();

  static {
    for (int i = 0; i < BYTES.length; i++) {
      BYTES[i] = NAMES_AND_VALUES[i].getBytes(StandardCharsets.ISO_8859_1);
    }
    for (int i = 1; i <= SIZE; i++) {
      FIRST.putIfAbsent(NAMES_AND_VALUES[2 * i - 2], i);
    }
  }

  private StaticTable() {}

  /** The name of an entry; read-only. */
  static byte[] name(int index) {
    return BYTES[2 * index - 2];
  }

  /** The value of an entry; read-only. */
  static byte[] value(int index) {
    return BYTES[2 * index - 1];
  }

  /** The first entry of this name, or 0. */
  static int find(String name) {
    return FIRST.getOrDefault(name, 0);
  }

  /** The entry of this name and value, or 0. */
  static int find(String name, String value) {
    int first = find(name);
    for (int i = first; i > 0 && i <= SIZE && NAMES_AND_VALUES[2 * i - 2].equals(name); i++) {
      if (NAMES_AND_VALUES[2 * i - 1].equals(value)) {
        return i;
      }
    }
    return 0;
  }
}
