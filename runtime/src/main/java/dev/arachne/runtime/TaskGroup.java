package dev.arachne.runtime;

import dev.arachne.runtime.Coroutine.CancelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that end before the block that started them does. The first that fails cancels its siblings
 * and the block, and its failure is the block's; a block that fails or is cancelled cancels its
 * tasks. Python's {@code asyncio.TaskGroup}, Trio's nursery. Confined to its event loop.
 *
 * <pre>{@code
 * TaskGroup.run(group -> {
 *   for (CrawlUrl url : urls) {
 *     group.spawn("fetch " + url, () -> fetch(url));
 *   }
 *   return null;
 * });
 * }</pre>
 */
public final class TaskGroup {
  private final EventLoop loop = EventLoop.current();
  private final Coroutine parent = loop.coroutine();
  private final List<Task<?>> living = new ArrayList<>();

  /** The cancellations of the parent at the group's begin. */
  private final List<CancelRequest> cancelledBefore = parent.thrownCancels();

  private @Nullable TaskFailedException firstFailure;
  private boolean cancelling;
  private boolean ended;
  private boolean inBlock = true;

  /** The cancellation by which a failed task ended the block. */
  private @Nullable CancelRequest blockCancelled;

  private @Nullable Waiter end;

  private TaskGroup() {}

  /**
   * The body of a group.
   *
   * @param <T> the type of its result
   */
  @FunctionalInterface
  public interface Block<T> {
    /** Does the work, spawning into {@code group}. */
    T run(TaskGroup group) throws Exception;
  }

  /**
   * Runs {@code block} and waits until every task spawned into its group has ended.
   *
   * @return the result of the block
   * @throws TaskFailedException if a task failed; further failures are suppressed exceptions of it.
   *     If the caller was cancelled meanwhile, its next wait throws
   * @throws Exception the exception of the block, if that came first
   */
  public static <T> T run(Block<T> block) throws Exception {
    var group = new TaskGroup();
    T value;
    try {
      value = block.run(group);
    } catch (Throwable thrown) {
      group.cancelAll();
      group.end(thrown);
      throw thrown;
    }
    group.end(null);
    return value;
  }

  /**
   * Starts a task that this group waits for.
   *
   * @throws IllegalStateException if the group has ended and would not wait for it
   */
  public <T> Task<T> spawn(String name, Callable<T> body) {
    assert loop.inLoop();
    if (ended) {
      throw new IllegalStateException("task " + name + " comes after the end of its group");
    }
    Task<T> task = loop.spawn(name, body);
    living.add(task);
    task.onDone(() -> ended(task));
    if (cancelling) {
      task.cancel();
    }
    return task;
  }

  /** Cancels every task of the group. */
  public void cancelAll() {
    assert loop.inLoop();
    cancelling = true;
    List.copyOf(living).forEach(Task::cancel);
  }

  private void ended(Task<?> task) {
    living.remove(task);
    Throwable failure = task.failure();
    if (failure != null) {
      if (firstFailure == null) {
        firstFailure = new TaskFailedException(task.name(), failure);
        if (inBlock) {
          blockCancelled = parent.requestCancel();
        }
        cancelAll();
      } else {
        firstFailure.addSuppressed(new TaskFailedException(task.name(), failure));
      }
    }
    if (living.isEmpty()) {
      Waiter.wakeIfAny(end);
    }
  }

  /**
   * Waits for all tasks after the block, which returned or has {@code thrown}. A failure of a task
   * takes precedence over the block's exception. A cancellation of the parent that is lost that way
   * is repeated at the parent's next wait.
   */
  private void end(@Nullable Throwable thrown) {
    inBlock = false;
    if (blockCancelled != null) {
      parent.takeBackCancel(blockCancelled);
    }
    CancelledException cancelled = awaitAll();
    ended = true;
    Throwable first = firstFailure != null ? firstFailure : thrown != null ? thrown : cancelled;
    if (first == null) {
      return;
    }
    if (!(first instanceof CancelledException)) {
      parent.repeatCancels(cancelledBefore);
    }
    if (firstFailure != null) {
      if (thrown != null && !(thrown instanceof CancelledException)) {
        firstFailure.addSuppressed(thrown);
      }
      throw firstFailure;
    }
    if (thrown == null && cancelled != null) {
      throw cancelled;
    }
  }

  /**
   * No task outlives the group: a cancellation of this wait cancels the tasks and continues to
   * wait.
   */
  private @Nullable CancelledException awaitAll() {
    CancelledException cancelled = null;
    while (!living.isEmpty()) {
      end = parent.newWaiter("the tasks of a group");
      try {
        end.await(Deadline.NEVER);
      } catch (CancelledException e) {
        cancelled = e;
        cancelAll();
      }
    }
    return cancelled;
  }
}
