package dev.arachne.store;

/**
 * A store on which changes take effect in groups. Changes since the last {@link #commit} are lost
 * with the process, all of them. Committed changes survive the process, and those committed before
 * a {@link #sync} survive a power cut as well. Confined to one thread at a time.
 */
public interface TransactionalStore extends RowStore, AutoCloseable {
  /**
   * Begins a batch of reads and changes, which ends with a commit; waits until the store is not
   * used otherwise. The only user of a store need not call it.
   */
  default void begin() {}

  /**
   * Makes the changes since the last commit take effect together.
   *
   * @throws StoreException if they did not; they are kept, and the next commit tries again
   */
  void commit();

  /**
   * Writes committed changes through to the disk, so that they survive a power cut.
   *
   * @throws StoreException if the disk did not confirm it
   */
  void sync();

  /** Whether a commit needs no sync to survive a power cut. */
  default boolean syncsCommits() {
    return false;
  }

  /** Whether calls may wait for a disk, and so must not be made on an event loop. */
  boolean isBlocking();

  /** Bytes on disk; 0 for a store that has none. */
  long diskBytes();

  /** Releases the store's files and memory. Uncommitted changes are lost; nothing is synced. */
  @Override
  void close();
}
