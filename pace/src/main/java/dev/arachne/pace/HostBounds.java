package dev.arachne.pace;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The bounds of one host, in place of those for all. Immutable.
 *
 * @param delay from one request to the next at least; empty for that of all hosts
 * @param perHost fetches in flight at most, from 1; empty for that of all hosts
 */
public record HostBounds(Optional<Duration> delay, OptionalInt perHost) {
  /** The bounds of all hosts. */
  public static final HostBounds NONE = new HostBounds(Optional.empty(), OptionalInt.empty());

  /** A table of the bounds of single hosts. Thread-safe. */
  @FunctionalInterface
  public interface Table {
    /** A table without bounds of single hosts. */
    Table NONE = (_, _) -> HostBounds.NONE;

    /** The bounds of a host. */
    HostBounds of(String host, int port);
  }
}
