package dev.arachne.runtime;

/**
 * An awaited {@link Task} or {@link Promise} failed. This exception's stack is the awaiter's; the
 * cause's stack is that of the coroutine which failed. Together they tell the whole way.
 */
public final class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Throwable failure;

  TaskFailedException(String name, Throwable failure) {
    super(name + " failed: " + failure, failure);
    this.failure = failure;
  }

  /** What the awaited body threw; never null. */
  public Throwable failure() {
    return failure;
  }
}
