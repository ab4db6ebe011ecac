package dev.arachne.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A content coding that is understood (RFC 9110 8.4.1). */
enum ContentCoding {
  GZIP,
  DEFLATE,
  BROTLI,
  ZSTD;

  /** What a request says it takes; {@code deflate} last, as two formats go by that name. */
  static final String ACCEPTED = "gzip, br, zstd, deflate";

  /**
   * What was done to a body before it was framed, in that order. Names that nobody knows are passed
   * over, as browsers do: mostly they are a charset or {@code none}, and the body is plain.
   */
  static List<ContentCoding> of(Headers headers) {
    if (headers.find("Content-Encoding", 0) < 0
        && headers.find(BodyFraming.TRANSFER_ENCODING, 0) < 0) {
      return List.of();
    }
    var codings = new ArrayList<ContentCoding>();
    for (String name : headers.elements("Content-Encoding")) {
      add(codings, name);
    }
    for (String name : headers.elements(BodyFraming.TRANSFER_ENCODING)) {
      add(codings, name); // Also where no chunks are around them (RFC 9112 6.1).
    }
    return codings;
  }

  private static void add(List<ContentCoding> codings, String name) {
    ContentCoding coding = named(name);
    if (coding != null) {
      codings.add(coding);
    }
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
  String token() {
    return switch (this) {
      case GZIP -> "gzip";
      case DEFLATE -> "deflate";
      case BROTLI -> "br";
      case ZSTD -> "zstd";
    };
  }
}
