package dev.arachne.ledger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.Optional;

/**
 * The note that a crawl keeps with a visit for the next one: the validators of the page (RFC 9110
 * 8.8), its freshness lifetime (RFC 9111 5.2.2.1), and the data kept of it. Immutable.
 *
 * @param entityTag the field ETag as it came; empty if missing
 * @param lastModified the field Last-Modified as it came; empty if missing
 * @param kept the data that the crawl kept of the page, in its own format
 * @param fresh for how long the answer is fresh; zero if not stated
 */
public record Validators(String entityTag, String lastModified, String kept, Duration fresh) {
  /** The name of these notes. */
  public static final String NOTES = "validators";

  /** The longest field that is sent back. */
  private static final int MOST_CHARS = 1 << 10;

  /** Values of a note; that of an answer without a freshness lifetime has one less. */
  private static final int PARTS = 4;

  /** The validators of an answer; empty if it has none that can be sent back, and is not fresh. */
  public static Optional<Validators> of(
      Optional<String> entityTag, Optional<String> lastModified, String kept, Duration fresh) {
    String tag = entityTag.filter(Validators::isSendable).orElse("");
    String time = lastModified.filter(Validators::isSendable).orElse("");
    return tag.isEmpty() && time.isEmpty() && fresh.isZero()
        ? Optional.empty()
        : Optional.of(new Validators(tag, time, kept, fresh));
  }

  /** The same of an answer that is fresh for another time. */
  public Validators freshFor(Duration time) {
    return new Validators(entityTag, lastModified, kept, time);
  }

  private static boolean isSendable(String value) {
    return value.length() <= MOST_CHARS && value.indexOf('\n') < 0;
  }

  /** The stored form: a line for each value. */
  public byte[] toBytes() {
    String end = fresh.isZero() ? "" : "\n" + fresh.toSeconds();
    return (entityTag + "\n" + lastModified + "\n" + kept + end).getBytes(ISO_8859_1);
  }

  /** The validators in bytes of {@link #toBytes}; empty for other bytes. */
  static Optional<Validators> read(byte[] bytes) {
    String[] lines = new String(bytes, ISO_8859_1).split("\n", -1);
    if (lines.length != PARTS && lines.length != PARTS - 1) {
      return Optional.empty();
    }
    Duration fresh =
        lines.length == PARTS ? Duration.ofSeconds(Long.parseLong(lines[3])) : Duration.ZERO;
    return Optional.of(new Validators(lines[0], lines[1], lines[2], fresh));
  }
}
