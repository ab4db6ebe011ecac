package dev.arachne.ledger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/**
 * By what a site tells whether a page has changed since it was fetched (RFC 9110 8.8), and what was
 * kept of the page then: the note that a crawl keeps with a visit. Immutable.
 *
 * @param entityTag the field ETag as it came; empty if there was none
 * @param lastModified the field Last-Modified as it came; empty if there was none
 * @param kept what the crawl kept of the page, in words of the crawl
 */
public record Validators(String entityTag, String lastModified, String kept) {
  /** The name of these notes. */
  public static final String NOTES = "validators";

  /** Longer fields are not sent back. */
  private static final int MOST_CHARS = 1 << 10;

  private static final int PARTS = 3;

  /** Those of an answer; empty if it has none that can be sent back. */
  public static Optional<Validators> of(
      Optional<String> entityTag, Optional<String> lastModified, String kept) {
    String tag = entityTag.filter(Validators::isSendable).orElse("");
    String time = lastModified.filter(Validators::isSendable).orElse("");
    return tag.isEmpty() && time.isEmpty()
        ? Optional.empty()
        : Optional.of(new Validators(tag, time, kept));
  }

  private static boolean isSendable(String value) {
    return value.length() <= MOST_CHARS && value.indexOf('\n') < 0;
  }

  /** As they are kept: a line for each value. */
  public byte[] toBytes() {
    return (entityTag + "\n" + lastModified + "\n" + kept).getBytes(ISO_8859_1);
  }

  /** Of what {@link #toBytes} has made; empty if it is something else. */
  static Optional<Validators> read(byte[] bytes) {
    String[] lines = new String(bytes, ISO_8859_1).split("\n", -1);
    return lines.length == PARTS
        ? Optional.of(new Validators(lines[0], lines[1], lines[2]))
        : Optional.empty();
  }
}
