package dev.arachne.protocol;

import dev.arachne.coding.CodingLimits;

/** A bound of {@link HttpLimits} that a response exceeded. */
public enum Limit {
  HEAD_BYTES("the head", "bytes"),
  FIELDS("the head", "header fields"),
  INTERIM_RESPONSES("the answer", "interim responses"),
  CHUNK_LINE_BYTES("a chunk's first line", "bytes"),
  FRAMING_BYTES("the chunk framing", "bytes"),
  TRAILER_BYTES("the trailer section", "bytes"),
  BODY_BYTES("the body", "bytes"),
  CODINGS("the body", "content codings"),
  CODED_BYTES("the part of the coded body that brings no content", "bytes"),
  DECODED_BYTES("the decoded body", "bytes"),
  DECODED_RATIO("the decoded body", "times the bytes received");

  private final String subject;
  private final String unit;

  Limit(String subject, String unit) {
    this.subject = subject;
    this.unit = unit;
  }

  /** The bound that a decoder names. */
  public static Limit of(CodingLimits.Kind kind) {
    return switch (kind) {
      case CODINGS -> CODINGS;
      case CODED_BYTES -> CODED_BYTES;
      case DECODED_BYTES -> DECODED_BYTES;
      case DECODED_RATIO -> DECODED_RATIO;
    };
  }

  /** The meaning of this limit's bound, for people. */
  public String text(long bound) {
    return subject + " is more than " + bound + " " + unit;
  }
}
