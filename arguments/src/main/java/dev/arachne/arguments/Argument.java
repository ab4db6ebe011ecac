package dev.arachne.arguments;

import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What may be typed behind a verb: an option, a flag or a parameter. Declared once, in a {@link
 * Section} or by a {@link Verb}; asked for its value when the verb runs.
 */
public record Argument<T>(ArgSpec spec) {
  /** An argument that is declared once its help is given. */
  public interface Unsaid<T> {
    /** Ends the declaration with what help tells of the argument. */
    Argument<T> says(String description);
  }

  /** The converted value; empty if the argument was omitted. */
  public Optional<T> value() {
    return Optional.ofNullable(spec.getValue());
  }

  /** The value, or {@code usual} if the argument was omitted. */
  public T or(T usual) {
    return value().orElse(usual);
  }

  /** Whether it was typed. */
  public boolean isGiven() {
    return value().isPresent();
  }

  /** The value of an argument that cannot be left out. */
  public T typed() {
    return value().orElseThrow();
  }

  /** Was this flag typed? */
  public boolean isOn() {
    return Boolean.TRUE.equals(spec.getValue());
  }
}
