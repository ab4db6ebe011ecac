package dev.arachne.arguments;

import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * An argument of a verb: an option, a flag or a parameter. Declared once, in a {@link Section} or
 * by a {@link Verb}; its value is read when the verb runs.
 */
public record Argument<T>(ArgSpec spec) {
  /** An argument that is declared once its help is given. */
  public interface ArgumentBuilder<T> {
    /** Ends the declaration with the argument's help. */
    Argument<T> help(String description);
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

  /** The value of an argument that is required. */
  public T typed() {
    return value().orElseThrow();
  }

  /** Was this flag typed? */
  public boolean isOn() {
    return Boolean.TRUE.equals(spec.getValue());
  }
}
