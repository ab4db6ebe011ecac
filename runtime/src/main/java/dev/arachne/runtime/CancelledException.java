package dev.arachne.runtime;

/**
 * Thrown by the present or next wait of a coroutine after {@link Task#cancel}, once for each
 * request, so that finally-blocks run and may themselves wait. A wait for a cancelled task also
 * throws it.
 *
 * <p>It is an {@link Error}. So code that catches {@code RuntimeException} or {@code Exception} to
 * survive failures does not catch a cancellation and continue. Code that catches it to clean up
 * throws it again. Python's {@code CancelledError} is a {@code BaseException} for the same reason.
 */
public final class CancelledException extends Error {
  private static final long serialVersionUID = 1L;

  CancelledException(Task<?> task, Object awaited) {
    super(task.name() + " was cancelled while waiting for " + awaited);
  }

  CancelledException(String name) {
    super(name + " was cancelled");
  }
}
