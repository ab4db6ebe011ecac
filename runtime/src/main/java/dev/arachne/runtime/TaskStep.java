package dev.arachne.runtime;

/**
 * An entry of the run queue that belongs to a task: its beginning or its going on after a wait.
 * Callbacks run in the order in which they became ready; the steps of different tasks promise none,
 * so a simulation may try another.
 */
public sealed interface TaskStep extends Runnable permits Coroutine, Task.Beginning {
  /** Whose step it is. */
  Task<?> task();
}
