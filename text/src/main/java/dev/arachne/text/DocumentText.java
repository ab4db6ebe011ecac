package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * A document as a text, decoded as a browser would, for a reader that needs characters and not
 * bytes. Immutable.
 *
 * @param type its media type, as sent, else as recognised; empty if unknown
 * @param encoding the encoding it was read in
 * @param text without its byte order mark
 */
public record DocumentText(Optional<MediaType> type, Encoding encoding, String text) {

  /**
   * Decodes a document. A document without a declared encoding is read with {@link
   * EncodingOptions#DEFAULT}. It never throws on any input.
   *
   * @param body the document, content codings undone
   * @param contentType the value of its {@code Content-Type} header, empty if absent
   */
  public static DocumentText of(byte[] body, String contentType) {
    Optional<MediaType> sent = MediaType.parse(contentType);
    Encoding encoding =
        EncodingSniffer.encoding(body, 0, body.length, sent, EncodingOptions.DEFAULT);
    var transcoder = new Utf8Transcoder();
    transcoder.decode(body, 0, body.length, encoding);
    return new DocumentText(
        MediaTypeSniffer.type(body, 0, body.length, contentType, sent),
        encoding,
        text(transcoder.bytes(), transcoder.from(), transcoder.to()));
  }

  /** The JDK is fast, but at the end of a text it counts damaged characters in its own way. */
  private static String text(byte[] utf8, int from, int to) {
    String text = new String(utf8, from, to - from, UTF_8);
    if (text.indexOf(TextDecoder.REPLACEMENT) < 0) {
      return text;
    }
    TextDecoder decoder = new Utf8Decoder();
    ByteScratch repaired = new ByteScratch();
    decoder.decode(utf8, from, to, repaired);
    decoder.finish(repaired);
    return repaired.toString();
  }
}
