package dev.arachne.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recognises HTML and XML that were sent without a media type (WHATWG MIME Sniffing 7.1, the
 * patterns for these two).
 */
public final class MediaTypeSniffer {
  private static final MediaType HTML = new MediaType("text", "html", Map.of());
  private static final MediaType XML = new MediaType("text", "xml", Map.of());

  private static final byte[] XML_DECLARATION = "<?xml".getBytes(US_ASCII);

  /** The types of servers that do not know the type (5.1). */
  private static final Set<String> UNKNOWN =
      Set.of("unknown/unknown", "application/unknown", "*/*");

  /** Each counts only if a space or {@code >} follows. */
  private static final String[] HTML_TAGS = {
    "!doctype html",
    "html",
    "head",
    "script",
    "iframe",
    "h1",
    "div",
    "font",
    "table",
    "a",
    "style",
    "title",
    "b",
    "body",
    "br",
    "p"
  };

  /** First bytes of a document that are looked at for {@link #isHtml}. */
  private static final int SNIFFED_BYTES = 16 << 10;

  private MediaTypeSniffer() {}

  /**
   * Whether the document {@code in[from, to)} is HTML, by the type sent, or by its first 16 KiB.
   *
   * @param contentType the header's value
   */
  public static boolean isHtml(byte[] in, int from, int to, String contentType) {
    int end = Math.min(to, from + SNIFFED_BYTES);
    return type(in, from, end, contentType, MediaType.parse(contentType))
        .map(MediaType::isHtml)
        .orElse(false);
  }

  /**
   * The media type of {@code in[from, to)}: the one sent, unless it is absent or a name for an
   * unknown type. A malformed one, such as "image", still means that it is not a page.
   *
   * @param contentType the header's value
   * @param sent its parsed value
   */
  public static Optional<MediaType> type(
      byte[] in, int from, int to, String contentType, Optional<MediaType> sent) {
    boolean isUnknown =
        contentType.isBlank() || sent.filter(MediaTypeSniffer::isUnknown).isPresent();
    return isUnknown ? type(in, from, to) : sent;
  }

  /** Whether the type means that the server does not know it. */
  static boolean isUnknown(MediaType type) {
    return UNKNOWN.contains(type.essence());
  }

  static Optional<MediaType> type(byte[] in, int from, int to) {
    int start = from;
    if (EncodingSniffer.ofByteOrderMark(in, from, to).equals(Optional.of(Encoding.UTF_8))) {
      start += 3;
    }
    start = Bytes.skipSpaces(in, start, to);
    if (Bytes.startsWithIgnoringCase(in, start, to, XML_DECLARATION)) {
      return Optional.of(XML);
    }
    if (Bytes.startsWithIgnoringCase(in, start, to, new byte[] {'<', '!', '-', '-'})) {
      return Optional.of(HTML);
    }
    for (String tag : HTML_TAGS) {
      byte[] word = ("<" + tag).getBytes(US_ASCII);
      int behind = start + word.length;
      if (behind < to
          && (in[behind] == '>' || in[behind] == ' ')
          && Bytes.startsWithIgnoringCase(in, start, to, word)) {
        return Optional.of(HTML);
      }
    }
    return Optional.empty();
  }
}
