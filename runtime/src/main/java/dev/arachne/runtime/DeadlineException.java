package dev.arachne.runtime;

/** A wait was given up because its {@link Deadline} passed. The message names what was awaited. */
public final class DeadlineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeadlineException(Object awaited) {
    super("deadline passed while waiting for " + awaited);
  }
}
