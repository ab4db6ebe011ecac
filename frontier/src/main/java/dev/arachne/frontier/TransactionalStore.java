package dev.arachne.frontier;

/**
 * A store on which changes take effect in groups. What was changed since the last {@link #commit}
 * is lost with the process, all of it; what was committed survives the process; what was committed
 * before a {@link #sync} survives the machine's power as well.
 */
public interface TransactionalStore extends FrontierStore, AutoCloseable {
  /**
   * Makes the changes since the last commit take effect together.
   *
   * @throws StoreException if they did not; they are kept, and the next commit tries again
   */
  void commit();

  /**
   * Puts what was committed out of reach of a power cut.
   *
   * @throws StoreException if that cannot be said
   */
  void sync();

  /** Whether calls may wait for a disk, and so must not be made on an event loop. */
  boolean isBlocking();

  /** Bytes on disk; 0 for a store that has none. */
  long diskBytes();

  /** Commits and syncs nothing; gives back what the store holds. */
  @Override
  void close();
}
