package dev.arachne.index;

import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The index of one shard in a process: searched as it is on the disk or, while the process makes
 * it, with the pages in memory. Thread-safe: guarded by its lock, which no loop waits for.
 */
final class ShardIndex implements Closeable {
  /** The size of a ledger that another process has. */
  static final long UNKNOWN = -1;

  private final Path directory;
  private volatile long entries = UNKNOWN;

  /** The index while it is written. */
  private @Nullable PageIndex written;

  private @Nullable FSDirectory files;
  private @Nullable SearcherManager searchers;

  ShardIndex(Path directory) {
    this.directory = directory;
  }

  Path directory() {
    return directory;
  }

  void grown(long size) {
    entries = size;
  }

  /** Opens the index to write it, until the result is closed. */
  PageIndex write(LedgerEntries ledger, double bufferMb) throws UsageException, IOException {
    Files.createDirectories(directory);
    PageIndex opened = PageIndex.open(directory, ledger, bufferMb);
    opened.onClose(() -> writes(null));
    writes(opened);
    return opened;
  }

  private synchronized void writes(@Nullable PageIndex now) throws IOException {
    close();
    written = now;
  }

  /**
   * The copy of the shard that is here.
   *
   * @param shard its number
   * @return empty if there is no index
   */
  synchronized Optional<ShardCopy> copy(int shard) throws IOException {
    Held held = acquire();
    if (held == null) {
      return Optional.empty();
    }
    try {
      var languages = PageQuery.languages(held.searcher.getIndexReader());
      return Optional.of(new ShardCopy(shard, held.position, entries, languages));
    } finally {
      held.release();
    }
  }

  /**
   * A state of the index.
   *
   * @param position of the ledger up to which all pages are in it
   */
  record Held(SearcherManager from, IndexSearcher searcher, long position) {
    void release() throws IOException {
      from.release(searcher);
    }
  }

  /** The present state; null if there is no index. The caller releases it. */
  synchronized @Nullable Held acquire() throws IOException {
    PageIndex live = written;
    long before = live == null ? 0 : live.position(); // The searcher may have more.
    SearcherManager manager = open();
    if (manager == null) {
      return null;
    }
    manager.maybeRefreshBlocking();
    IndexSearcher searcher = manager.acquire();
    if (live == null && searcher.getIndexReader() instanceof DirectoryReader reader) {
      before = PageIndex.State.of(reader.getIndexCommit().getUserData()).position();
    }
    return new Held(manager, searcher, before);
  }

  private @Nullable SearcherManager open() throws IOException {
    if (searchers != null) {
      return searchers;
    }
    if (written != null) {
      searchers = written.searchers();
      return searchers;
    }
    Path place = PageIndex.directory(directory);
    if (!Files.isDirectory(place)) { // Lucene would make it.
      return null;
    }
    FSDirectory opened = FSDirectory.open(place);
    if (PageIndex.State.of(opened) == PageIndex.State.NONE) {
      opened.close();
      return null;
    }
    files = opened;
    searchers = new SearcherManager(opened, null);
    return searchers;
  }

  /** Ends searches; those that hold a state finish with it. */
  @Override
  public synchronized void close() throws IOException {
    if (searchers != null) {
      searchers.close();
      searchers = null;
    }
    if (files != null) {
      files.close();
      files = null;
    }
  }
}
