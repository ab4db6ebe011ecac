package dev.arachne.runtime;

/**
 * An awaited {@link Task} or {@link Promise} failed. This exception's stack is the awaiter's; the
 * cause's stack is that of the failed coroutine. Together they show the complete path.
 */
public final class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Throwable failure;

  TaskFailedException(String name, Throwable failure) {
    super(name + " failed: " + failure, failure);
    this.failure = failure;
  }

  /** The exception of the awaited body; never null. */
  public Throwable failure() {
    return failure;
  }
}
