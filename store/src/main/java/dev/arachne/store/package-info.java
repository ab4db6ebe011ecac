/**
 * Ordered rows of bytes, changed in atomic groups, on disk (RocksDB) or in memory.
 *
 * <p>Start with {@link dev.arachne.store.DiskStore#open}, or with a {@link
 * dev.arachne.store.MemoryStore} for rows that end with the process. {@link
 * dev.arachne.store.RowStore} is for code that reads and changes rows; {@link
 * dev.arachne.store.TransactionalStore} adds commit and sync for the code that drives it. {@link
 * dev.arachne.store.RowWriter} and {@link dev.arachne.store.RowReader} lay out keys and values.
 *
 * <p>The first byte of a key names the kind of its row. The kinds and the meaning of their fields
 * are the caller's.
 *
 * <p>Threading: a store is confined to one thread at a time. A store on disk blocks, and must not
 * be called on an event loop.
 *
 * <p>Errors: all failures are {@link dev.arachne.store.StoreException}s with a kind: full, corrupt
 * or unavailable.
 */
@NullMarked
package dev.arachne.store;

import org.jspecify.annotations.NullMarked;
