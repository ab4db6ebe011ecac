package dev.arachne.archive;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * A line of a CDXJ index, with the place of a capture: the key of the URL, the time of the capture,
 * and the rest as JSON, in the form of pywb and cdxj-indexer. Immutable.
 *
 * @param key the URL in the form by which captures are sorted and found
 * @param timestamp of the capture, fourteen digits, UTC
 * @param url as it was requested
 * @param mediaType of the payload; {@code warc/revisit} for a revisit; empty if unknown
 * @param status of the response; empty if it has none
 * @param digest of the payload, with the name of its algorithm
 * @param length bytes of the file that the record takes
 * @param offset where in the file the record begins
 * @param filename of the file, without directories
 */
public record Cdxj(
    String key,
    String timestamp,
    String url,
    String mediaType,
    Optional<Integer> status,
    String digest,
    long length,
    long offset,
    String filename) {
  private static final DateTimeFormatter FOURTEEN_DIGITS =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The key of a URL, such as {@code com,example)/path?a=1&b=2}. */
  public static String key(String url) {
    return CdxKey.of(url);
  }

  /** A time as fourteen digits. */
  public static String timestamp(Instant time) {
    return FOURTEEN_DIGITS.format(time);
  }

  /**
   * Reads a line, of this program or another; empty if it is not a CDXJ line, or lacks the place of
   * the record.
   */
  public static Optional<Cdxj> parse(String line) {
    int first = line.indexOf(' ');
    int second = line.indexOf(' ', first + 1);
    if (first <= 0 || second < 0 || !isTime(line.substring(first + 1, second))) {
      return Optional.empty();
    }
    return JsonReader.object(line.substring(second + 1))
        .map(json ->
            new Cdxj(
                line.substring(0, first),
                line.substring(first + 1, first + 15),
                JsonReader.text(json, "url"),
                JsonReader.text(json, "mime"),
                Optional.of(JsonReader.text(json, "status"))
                    .filter(status -> status.matches("[0-9]{3}"))
                    .map(Integer::valueOf),
                JsonReader.text(json, "digest"),
                JsonReader.number(json, "length"),
                JsonReader.number(json, "offset"),
                JsonReader.text(json, "filename")))
        .filter(cdxj -> cdxj.length >= 0 && cdxj.offset >= 0 && !cdxj.filename.isEmpty())
        .filter(cdxj -> cdxj.url.chars().noneMatch(Character::isISOControl));
  }

  private static boolean isTime(String text) {
    try {
      return text.matches("[0-9]{14,17}")
          && FOURTEEN_DIGITS.parse(text.substring(0, 14), Instant::from) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** The time of the capture. */
  public Instant time() {
    return FOURTEEN_DIGITS.parse(timestamp, Instant::from);
  }

  /** The line, without its end; all of it is ASCII. */
  public String line() {
    var line = new StringBuilder(256);
    line.append(key).append(' ').append(timestamp).append(" {\"url\": ");
    Json.append(url, line);
    append("mime", mediaType, line);
    append("status", status.map(String::valueOf).orElse(""), line);
    append("digest", digest, line);
    append("length", Long.toString(length), line);
    append("offset", Long.toString(offset), line);
    append("filename", filename, line);
    return line.append('}').toString();
  }

  private static void append(String name, String value, StringBuilder line) {
    if (!value.isEmpty()) {
      line.append(", \"").append(name).append("\": ");
      Json.append(value, line);
    }
  }
}
