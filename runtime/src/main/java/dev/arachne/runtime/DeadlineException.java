package dev.arachne.runtime;

/**
 * A wait failed because its {@link Deadline} passed, or was certain to pass. The message names the
 * awaited thing.
 */
public final class DeadlineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The failure of a wait; {@code awaited} names the awaited thing in the message. */
  public DeadlineException(Object awaited) {
    super("deadline passed while waiting for " + awaited);
  }
}
