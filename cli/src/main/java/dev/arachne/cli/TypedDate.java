package dev.arachne.cli;

import dev.arachne.archive.CaptureTime;
import java.time.Instant;
import picocli.CommandLine.TypeConversionException;

/** Dates as they are typed: UTC, with hyphens or as digits, as much of them as matters. */
final class TypedDate {
  private TypedDate() {}

  /** Whether it looks like a date. */
  static boolean isOne(String text) {
    return CaptureTime.isOne(text);
  }

  /** The first instant of the named period. */
  static Instant parse(String text) {
    try {
      return CaptureTime.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
