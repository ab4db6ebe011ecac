package dev.arachne.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The activity of a task at one instant.
 *
 * @param name the task's name
 * @param state the task's state
 * @param waitingFor the awaited thing; null unless it was WAITING
 * @param waited how long it had waited; zero unless it was WAITING
 */
public record TaskSnapshot(
    String name, Task.State state, @Nullable String waitingFor, Duration waited) {

  static TaskSnapshot of(Task<?> task, long now) {
    Waiter waiter = task.waiter();
    return waiter == null
        ? new TaskSnapshot(task.name(), task.state(), null, Duration.ZERO)
        : new TaskSnapshot(
            task.name(),
            task.state(),
            waiter.awaited.toString(),
            Duration.ofNanos(now - waiter.since));
  }

  @Override
  public String toString() {
    return waitingFor == null
        ? name + " is " + state
        : name + " has waited " + waited.toMillis() + " ms for " + waitingFor;
  }
}
