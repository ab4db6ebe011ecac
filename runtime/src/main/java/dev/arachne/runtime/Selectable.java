package dev.arachne.runtime;

/**
 * What a loop tells of the events of one socket ({@link EventLoop#register}). Only the loop calls
 * it. Confined to its event loop.
 */
public interface Selectable {
  /**
   * The socket has become ready for something that its key is interested in.
   *
   * @param operations bits as in {@link java.nio.channels.SelectionKey}
   */
  void ready(int operations);

  /** Closes the socket and ends its waits: the loop ends. */
  void close();
}
