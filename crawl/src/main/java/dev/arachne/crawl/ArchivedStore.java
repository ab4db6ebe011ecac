package dev.arachne.crawl;

import dev.arachne.archive.ArchiveFiles;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.options.FileFailure;
import dev.arachne.store.RowReader;
import dev.arachne.store.StoreException;
import dev.arachne.store.TransactionalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store whose commits include those of an archive. A recording leaves staged records, and a
 * ticket as its note. A commit adds the records of its visits to the archive, in the order of the
 * notes. It commits their places and the end of the files with the other rows. So the files contain
 * exactly the decided visits up to the committed end, without a gap; the next process cuts off the
 * rest. A response may become a revisit at the commit, since only then the content of the archive
 * is known. The files are synced before the store.
 *
 * <p>Confined to one thread at a time, except for the map of staged visits; its methods block.
 */
final class ArchivedStore implements TransactionalStore {
  /** Free bytes below which a disk counts as full. */
  private static final long FULL_BELOW = 1 << 20;

  private final TransactionalStore store;
  private final byte[] endRow;
  private final Path directory;
  private final ArchiveFiles files;
  private final Map<Long, StagedVisit> staged;
  private final Revisits revisits;
  private final ArrayDeque<Row> tickets = new ArrayDeque<>();
  private boolean hasMoved;

  /**
   * Wraps another store, which it owns.
   *
   * @param endRow the row with the committed end of the files
   * @param directory of the files
   * @param revisits by the rows of the other store
   * @param staged visits by ticket, removed when they are in the files. Thread-safe
   */
  ArchivedStore(
      TransactionalStore store,
      byte[] endRow,
      Path directory,
      ArchiveFiles files,
      Revisits revisits,
      Map<Long, StagedVisit> staged) {
    this.store = store;
    this.endRow = endRow;
    this.directory = directory;
    this.files = files;
    this.revisits = revisits;
    this.staged = staged;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    if (LedgerKeys.isNote(key, ArchivePlace.NOTES)) {
      tickets.add(new Row(key, value));
    } else {
      store.put(key, value);
    }
  }

  @Override
  public void begin() {
    store.begin();
  }

  @Override
  public void commit() {
    try {
      while (!tickets.isEmpty()) {
        Row row = tickets.element();
        long ticket = new RowReader(row.value()).fixed();
        StagedVisit visit = staged.get(ticket);
        if (visit == null) {
          throw new IllegalStateException("nothing is staged as " + ticket);
        }
        StagedVisit added = revisits.of(visit);
        staged.put(ticket, added); // The next commit retries a failed write.
        visit.closeAllBut(added.members());
        store.put(row.key(), added.at(files.add(added.members())).toBytes());
        hasMoved = true;
        tickets.remove();
        staged.remove(ticket);
        added.close();
      }
    } catch (IOException e) {
      throw failure(e);
    }
    if (hasMoved) {
      store.put(endRow, files.end().toBytes());
      if (store.syncsCommits()) {
        syncFiles();
      }
    }
    store.commit();
    hasMoved = false;
  }

  @Override
  public void sync() {
    syncFiles();
    store.sync();
  }

  private void syncFiles() {
    try {
      files.sync();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public boolean syncsCommits() {
    return store.syncsCommits();
  }

  @Override
  public boolean outlivesProcess() {
    return store.outlivesProcess();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store.get(key);
  }

  @Override
  public void delete(byte[] key) {
    store.delete(key);
  }

  @Override
  public List<Row> range(byte[] from, byte[] to, int limit) {
    return store.range(from, to, limit);
  }

  @Override
  public boolean isBlocking() {
    return store.isBlocking();
  }

  @Override
  public long diskBytes() {
    return store.diskBytes();
  }

  @Override
  public void close() {
    try (store) {
      files.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private StoreException failure(IOException e) {
    return new StoreException(
        isFull() ? StoreException.Kind.FULL : StoreException.Kind.UNAVAILABLE,
        "the archive: " + FileFailure.text(e),
        e);
  }

  private boolean isFull() {
    try {
      return Files.getFileStore(directory).getUsableSpace() < FULL_BELOW;
    } catch (IOException e) {
      return false;
    }
  }
}
