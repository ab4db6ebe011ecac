package dev.arachne.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that end before the block that started them does. The first that fails cancels its siblings
 * and the block, and its failure is the block's; a block that fails or is cancelled cancels its
 * tasks. Python's {@code asyncio.TaskGroup}, Trio's nursery. Confined to its loop.
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
  private @Nullable TaskFailedException firstFailure;
  private boolean cancelling;
  private boolean parentInBlock = true;
  private @Nullable Waiter end;

  private TaskGroup() {}

  /**
   * What runs in a group.
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
   * @return what the block returned
   * @throws TaskFailedException if a task failed; further failures are suppressed exceptions of it
   * @throws Exception what the block threw, if that came first
   */
  public static <T> T run(Block<T> block) throws Exception {
    var group = new TaskGroup();
    T value;
    try {
      value = block.run(group);
    } catch (Throwable failure) {
      group.parentInBlock = false;
      group.cancelAll();
      group.awaitAll();
      group.throwFirstFailure();
      throw failure;
    }
    group.parentInBlock = false;
    group.awaitAll();
    group.throwFirstFailure();
    return value;
  }

  /** Starts a task that this group waits for. */
  public <T> Task<T> spawn(String name, Callable<T> body) {
    assert loop.inLoop();
    Task<T> task = loop.spawn(name, body);
    living.add(task);
    task.onDone(() -> ended(task));
    if (cancelling) {
      task.cancel();
    }
    return task;
  }

  /** Asks every task of the group to end. */
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
        if (parentInBlock) {
          parent.requestCancel();
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

  /** Nobody outlives the group: a cancellation of this wait cancels the tasks and waits on. */
  private void awaitAll() {
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
    if (cancelled != null && firstFailure == null) {
      throw cancelled;
    }
  }

  private void throwFirstFailure() {
    if (firstFailure != null) {
      throw firstFailure;
    }
  }
}
