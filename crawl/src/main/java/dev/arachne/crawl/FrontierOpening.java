package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierListener;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.store.DiskStore;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.TransactionalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens the frontier of a crawl, where its rows are. Confined to its event loop; it waits. */
final class FrontierOpening {
  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final MemoryPlan memory;
  private final CrawlListener listener;
  private final FrontierListener bookkeeping;

  /**
   * An open frontier.
   *
   * @param rows those of a directory
   * @param archive that is committed with the rows
   */
  record Opened(Frontier frontier, Optional<DiskStore> rows, Optional<Archiving> archive) {}

  /**
   * The opening of a frontier.
   *
   * @param bookkeeping gets the verdicts of the frontier
   */
  FrontierOpening(
      CrawlOptions options,
      MemoryPlan memory,
      CrawlListener listener,
      FrontierListener bookkeeping) {
    this.options = options;
    this.memory = memory;
    this.listener = listener;
    this.bookkeeping = bookkeeping;
  }

  /** Opens the frontier of a directory, that of a shard in an engine, or one in memory. */
  Opened opened(FrontierOptions bounds, @Nullable CrawlDirectory directory, Extensions stages)
      throws IOException {
    if (directory == null) {
      Frontier inMemory = Frontier.open(loop, new MemoryStore(), bounds, bookkeeping);
      return new Opened(inMemory, Optional.empty(), Optional.empty());
    }
    Optional<ShardMembership.Engine> engine = stages.membership().flatMap(ShardMembership::engine);
    FrontierOptions bounded = bounds.withMemory(memory.frontier());
    return engine.isPresent()
        ? inEngine(engine.get(), bounded, directory)
        : inDirectory(bounded, directory);
  }

  private Opened inDirectory(FrontierOptions bounds, CrawlDirectory directory) throws IOException {
    Path place = directory.store();
    String what = "the crawl's rows in " + place;
    DiskStore store = loop.offloadWhole(what, () -> DiskStore.open(place, memory.storeCache()));
    try {
      if (store.lost() > 0) {
        String text = place + " has lost " + store.lost() + " changes that were on the disk";
        directory.log(text);
        listener.warned(text + "; what they were about is done again");
      }
      Optional<Archiving> archive = archive(store, Optional.empty(), directory);
      TransactionalStore committed = archive.map(Archiving::store).orElse(store);
      Frontier opened =
          loop.offloadWhole(what, () -> Frontier.open(loop, committed, bounds, bookkeeping));
      return new Opened(opened, Optional.of(store), archive);
    } catch (Throwable e) {
      loop.offloadWhole(what, () -> closed(store));
      throw e;
    }
  }

  private Opened inEngine(
      ShardMembership.Engine engine, FrontierOptions bounds, CrawlDirectory directory) {
    try {
      Optional<Archiving> archive =
          archive(engine.store(), Optional.of(engine.keeper()), directory);
      TransactionalStore store = archive.map(Archiving::store).orElse(engine.store());
      Frontier opened =
          loop.offloadWhole(
              "the crawl's rows",
              () -> {
                Frontier its =
                    Frontier.open(
                        loop,
                        store,
                        bounds.withTenure(engine.tenure()),
                        engine.outbox(),
                        bookkeeping);
                store.commit(); // The engine may continue with other shards.
                return its;
              });
      return new Opened(opened, Optional.empty(), archive);
    } catch (Throwable e) {
      loop.offloadWhole("the crawl's rows", () -> closed(engine.store()));
      throw e;
    }
  }

  /** The archive that is committed with a store, if there is one. */
  private Optional<Archiving> archive(
      TransactionalStore store, Optional<String> keeper, CrawlDirectory directory) {
    if (options.outputs().archive().directory().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        loop.offloadWhole(
            "the crawl's archive",
            () ->
                Archiving.open(options, directory, store, keeper, loop.time(), memory.archived())));
  }

  private static boolean closed(TransactionalStore store) {
    store.close();
    return true;
  }
}
