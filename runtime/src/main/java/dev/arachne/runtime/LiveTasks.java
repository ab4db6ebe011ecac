package dev.arachne.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a loop that have not ended, the newest first: a list linked through the tasks
 * themselves. Confined to its loop.
 */
final class LiveTasks {
  private @Nullable Task<?> newest;

  boolean isEmpty() {
    return newest == null;
  }

  void add(Task<?> task) {
    Task<?> head = newest;
    task.next = head;
    if (head != null) {
      head.previous = task;
    }
    newest = task;
  }

  void remove(Task<?> task) {
    Task<?> before = task.previous;
    Task<?> after = task.next;
    if (before == null) {
      newest = after;
    } else {
      before.next = after;
    }
    if (after != null) {
      after.previous = before;
    }
  }

  void cancelAll() {
    for (Task<?> task = newest; task != null; task = task.next) {
      task.cancel();
    }
  }

  /** Fails the waits for tasks that have not ended, since they never will. */
  void abandonAll() {
    for (Task<?> task = newest; task != null; task = task.next) {
      task.abandon();
    }
  }

  /** The snapshots of all tasks, in the order in which they were added. */
  List<TaskSnapshot> dump(long now) {
    var snapshots = new ArrayList<TaskSnapshot>();
    for (Task<?> task = newest; task != null; task = task.next) {
      snapshots.add(TaskSnapshot.of(task, now));
    }
    return snapshots.reversed();
  }
}
