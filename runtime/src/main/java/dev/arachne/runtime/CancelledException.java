package dev.arachne.runtime;

/**
 * Raised in a coroutine at its next wait after {@link Task#cancel}, once, so that finally-blocks
 * run and may themselves wait; and in whoever awaits a task that ended so.
 */
public final class CancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CancelledException(Task<?> task, Object awaited) {
    super(task.name() + " was cancelled while waiting for " + awaited);
  }

  CancelledException(String name) {
    super(name + " was cancelled");
  }
}
