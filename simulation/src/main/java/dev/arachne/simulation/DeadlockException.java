package dev.arachne.simulation;

import dev.arachne.runtime.TaskSnapshot;
import java.util.List;

/**
 * A simulation that cannot continue: every task waits, and no event that could end a wait is ready,
 * due or under way. The message lists the tasks and what each waits for.
 */
public final class DeadlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<TaskSnapshot> tasks;

  DeadlockException(String what, List<TaskSnapshot> tasks) {
    super(what + describe(tasks));
    this.tasks = List.copyOf(tasks);
  }

  /** The state of every living task, in the order in which they were spawned. */
  public List<TaskSnapshot> tasks() {
    return tasks;
  }

  private static String describe(List<TaskSnapshot> tasks) {
    var lines = new StringBuilder();
    tasks.forEach(task -> lines.append("\n  ").append(task));
    return lines.toString();
  }
}
