package dev.arachne.runtime;

/**
 * A wait was given up because its {@link Deadline} passed, or was bound to. The message names what
 * was awaited.
 */
public final class DeadlineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The wait for what {@code awaited} names was given up. */
  public DeadlineException(Object awaited) {
    super("deadline passed while waiting for " + awaited);
  }
}
