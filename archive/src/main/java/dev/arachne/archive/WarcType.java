package dev.arachne.archive;

import java.util.Locale;
import java.util.Optional;

/** The type of a WARC record, WARC 1.1 section 6. */
public enum WarcType {
  /** Describes the records that follow it in its file. */
  WARCINFO,
  /** A request as it was sent. */
  REQUEST,
  /** A response as it came. */
  RESPONSE,
  /** A response that is like an earlier one, whose payload is not repeated. */
  REVISIT,
  /** Facts about another record, or about an attempt. */
  METADATA,
  /** A resource without the exchange that brought it. */
  RESOURCE,
  /** Another form of an earlier record. */
  CONVERSION,
  /** A further segment of a record that was cut into several. */
  CONTINUATION;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** The type of a {@code WARC-Type} value in any case; empty if the standard has no such type. */
  public static Optional<WarcType> parse(String text) {
    for (WarcType type : values()) {
      if (type.text.equalsIgnoreCase(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The value of {@code WARC-Type}, such as {@code warcinfo}. */
  public String text() {
    return text;
  }
}
