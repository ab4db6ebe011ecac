package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.fetch.ShortageAwareFetch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shortages of this machine, for which the whole crawl waits. Confined to the crawl's loop. */
final class Shortages {
  private final ShortageAwareFetch local;
  private final CrawlListener listener;
  private final @Nullable CrawlDirectory directory;
  private final List<Supplier<Optional<String>>> disks = new ArrayList<>();
  private boolean isTold;

  /**
   * Shortages, which a listener and the directory are given.
   *
   * @param local the shortages of the fetches
   */
  Shortages(ShortageAwareFetch local, CrawlListener listener, @Nullable CrawlDirectory directory) {
    this.local = local;
    this.listener = listener;
    this.directory = directory;
  }

  /** Adds a writer to a disk, which says why it cannot write now. */
  void add(Supplier<Optional<String>> writer) {
    disks.add(writer);
  }

  /** The shortage that stops all decisions now, or empty. */
  Optional<String> now() {
    for (Supplier<Optional<String>> each : disks) {
      Optional<String> why = each.get();
      if (why.isPresent()) {
        return Optional.of("room on the disk: " + why.get());
      }
    }
    return local.obstacle();
  }

  /** Tells of a shortage, and later of its end. */
  void tell() {
    Optional<String> shortage = now();
    if (shortage.isPresent() != isTold) {
      isTold = shortage.isPresent();
      listener.waits(shortage);
      if (directory != null) {
        directory.waits(shortage);
      }
    }
  }
}
