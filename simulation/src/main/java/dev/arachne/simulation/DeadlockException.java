package dev.arachne.simulation;

import dev.arachne.runtime.TaskSnapshot;
import java.util.List;

/**
 * A simulation cannot go on: every task waits, and nothing that could end a wait is ready, due or
 * under way. The message lists who waits for what.
 */
public final class DeadlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<TaskSnapshot> tasks;

  DeadlockException(String what, List<TaskSnapshot> tasks) {
    super(what + describe(tasks));
    this.tasks = List.copyOf(tasks);
  }

  /** What every living task was doing, in the order in which they were spawned. */
  public List<TaskSnapshot> tasks() {
    return tasks;
  }

  private static String describe(List<TaskSnapshot> tasks) {
    var lines = new StringBuilder();
    tasks.forEach(task -> lines.append("\n  ").append(task));
    return lines.toString();
  }
}
