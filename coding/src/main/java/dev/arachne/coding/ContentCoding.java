package dev.arachne.coding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A content coding that can be undone (RFC 9110 8.4.1). */
public enum ContentCoding {
  /** RFC 1952. */
  GZIP,
  /** RFC 1950, or RFC 1951 alone, which many servers mean by it. */
  DEFLATE,
  /** RFC 7932. */
  BROTLI,
  /** RFC 8878 and RFC 9659. */
  ZSTD;

  /**
   * The codings that a request accepts; {@code deflate} last, since that name means two formats.
   */
  public static final String ACCEPTED = "gzip, br, zstd, deflate";

  /**
   * The codings of these names, in their order. Unknown names are skipped, as in browsers: mostly
   * they are a charset or {@code none}, and the body is plain.
   *
   * @param names as in header fields, in lower case
   */
  public static List<ContentCoding> of(List<String> names) {
    var codings = new ArrayList<ContentCoding>();
    for (String name : names) {
      ContentCoding coding = named(name);
      if (coding != null) {
        codings.add(coding);
      }
    }
    return codings;
  }

  private static @Nullable ContentCoding named(String name) {
    return switch (name) {
      case "gzip", "x-gzip" -> GZIP;
      case "deflate" -> DEFLATE;
      case "br" -> BROTLI;
      case "zstd" -> ZSTD;
      default -> null;
    };
  }

  /** Its name in a header. */
  public String token() {
    return switch (this) {
      case GZIP -> "gzip";
      case DEFLATE -> "deflate";
      case BROTLI -> "br";
      case ZSTD -> "zstd";
    };
  }
}
