package dev.arachne.runtime;

/**
 * The wait of a loop for its {@link World} when no entry is ready. Only the loop calls it. Confined
 * to its event loop, except {@link #wakeup}.
 */
public interface Poller extends AutoCloseable {
  /**
   * Waits until an event came, {@link #wakeup} was called, or {@code nanos} have gone by ({@link
   * Long#MAX_VALUE}: no limit; 0: does not wait), and ends the waits for which events came.
   *
   * @throws RuntimeException if the world fails, such as an {@link java.io.UncheckedIOException};
   *     it ends the loop
   */
  void poll(long nanos);

  /** Ends the present or else the next poll; from any thread. */
  void wakeup();

  /** Closes every channel whose events it delivers. */
  @Override
  void close();
}
