package dev.arachne.runtime;

/**
 * An entry of the run queue that belongs to a task: its beginning or its continuation after a wait.
 * Callbacks run in the order in which they became ready; steps of different tasks have no
 * guaranteed order, so a simulation may try another one.
 */
public sealed interface TaskStep extends Runnable permits Coroutine, Task.Beginning {
  /** The task of this step. */
  Task<?> task();
}
