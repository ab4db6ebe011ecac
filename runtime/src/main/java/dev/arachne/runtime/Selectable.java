package dev.arachne.runtime;

/**
 * The receiver of the events of one socket ({@link EventLoop#register}). Only the loop calls it.
 * Confined to its event loop.
 */
public interface Selectable {
  /**
   * Called when the socket has become ready for an operation in its key's interest set.
   *
   * @param operations bits as in {@link java.nio.channels.SelectionKey}
   */
  void ready(int operations);

  /** Closes the socket and ends its waits: the loop ends. */
  void close();
}
