package dev.arachne.text;

import java.util.Optional;

/**
 * Determines the encoding of a document (WHATWG HTML 13.2.3.2): by byte order mark, header and
 * declaration, in this order.
 */
public final class EncodingSniffer {
  private EncodingSniffer() {}

  /**
   * The encoding to read {@code in[from, to)} in.
   *
   * @param type the media type it was sent with
   * @param options the choice if the document declares no encoding
   */
  public static Encoding encoding(
      byte[] in, int from, int to, Optional<MediaType> type, EncodingOptions options) {
    return declared(in, from, to, type)
        .or(() -> detection(type, options).detect(in, from, to))
        .orElse(options.fallback());
  }

  /** The detection to use: the bytes of an image have no letters. */
  private static EncodingDetection detection(Optional<MediaType> type, EncodingOptions options) {
    boolean isGuessed = options.detection() == EncodingDetection.LEGACY;
    boolean isText = type.isEmpty() || type.get().mayBeText();
    return isGuessed && !isText ? EncodingDetection.UTF_8 : options.detection();
  }

  /**
   * The declared encoding of {@code in[from, to)}.
   *
   * @param type the media type it was sent with
   */
  public static Optional<Encoding> declared(byte[] in, int from, int to, Optional<MediaType> type) {
    Optional<Encoding> found = ofByteOrderMark(in, from, to);
    if (found.isEmpty()) {
      found = type.flatMap(MediaType::charset).flatMap(Encoding::forLabel);
    }
    return found.isPresent() ? found : EncodingPrescan.declared(in, from, to);
  }

  /** The encoding of the byte order mark with which {@code in[from, to)} begins, if it does. */
  public static Optional<Encoding> ofByteOrderMark(byte[] in, int from, int to) {
    int first = from < to ? in[from] & 0xFF : 0;
    int second = from + 1 < to ? in[from + 1] & 0xFF : 0;
    int third = from + 2 < to ? in[from + 2] & 0xFF : 0;
    if (first == 0xEF && second == 0xBB && third == 0xBF) {
      return Optional.of(Encoding.UTF_8);
    }
    if (first == 0xFE && second == 0xFF) {
      return Optional.of(Encoding.UTF_16BE);
    }
    return first == 0xFF && second == 0xFE ? Optional.of(Encoding.UTF_16LE) : Optional.empty();
  }
}
