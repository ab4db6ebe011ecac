package dev.arachne.spool;

import java.util.List;
import java.util.Optional;

/**
 * The metadata of a body of which a part is in a file: enough to request the rest, and to check
 * that an answer is the rest. Immutable.
 *
 * @param url the URL that was requested
 * @param validator the value for an If-Range field: a strong entity tag, or the date of a
 *     Last-Modified field; empty if the server sent neither
 * @param total bytes of the whole body as it comes over the wire; -1 if that is not known
 * @param length bytes of it that are in the file for good
 * @param contentType the value of that field; empty if missing
 * @param contentEncoding the value of that field; empty if missing
 */
public record PartialBody(
    String url,
    String validator,
    long total,
    long length,
    String contentType,
    String contentEncoding) {
  private static final String FORMAT = "arachne-spool 1";

  public PartialBody {
    if (length < 0 || total < -1) {
      throw new IllegalArgumentException("a length must not be negative");
    }
  }

  /** The same with that number of bytes in the file. */
  PartialBody withLength(long bytes) {
    return new PartialBody(url, validator, total, bytes, contentType, contentEncoding);
  }

  /** The same of a body that turned out to have that number of bytes. */
  PartialBody withTotal(long bytes) {
    return new PartialBody(url, validator, bytes, length, contentType, contentEncoding);
  }

  /** Whether an answer can be proved to be the rest. */
  public boolean canGoOn() {
    return !validator.isEmpty() && length > 0;
  }

  /**
   * The first byte to request. Where all bytes may be in the file it is the last of them, since a
   * server cannot answer a request for an empty range.
   */
  public long next() {
    return length == total || validator.isEmpty() ? length - 1 : length;
  }

  /** The metadata as lines of a file. */
  String text() {
    return String.join(
            "\n", FORMAT, url, validator, "" + total, "" + length, contentType, contentEncoding)
        + "\n";
  }

  /** The metadata in a text of {@link #text}; empty for any other text. */
  static Optional<PartialBody> read(String text) {
    List<String> lines = List.of(text.split("\n", -1));
    if (lines.size() != 8 || !lines.getFirst().equals(FORMAT)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new PartialBody(
              lines.get(1),
              lines.get(2),
              Long.parseLong(lines.get(3)),
              Long.parseLong(lines.get(4)),
              lines.get(5),
              lines.get(6)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
