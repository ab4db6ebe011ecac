package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The seeds of a crawl as URLs; a folder has a server until this is closed. Confined to a loop,
 * other than the static methods.
 */
final class ServedSeeds implements AutoCloseable {
  private final List<CrawlUrl> urls = new ArrayList<>();
  private final List<FolderServer> folders = new ArrayList<>();

  private ServedSeeds() {}

  /**
   * Serves the folders among the seeds.
   *
   * @param typed the seeds as they were typed
   * @param directory remembers the ports of the servers for the next run; null if none does
   */
  static ServedSeeds of(List<String> typed, @Nullable CrawlDirectory directory)
      throws UsageException, IOException {
    var seeds = new ServedSeeds();
    try {
      for (String each : typed) {
        seeds.add(Seed.of(each), directory);
      }
      return seeds;
    } catch (Throwable e) {
      seeds.close();
      throw e;
    }
  }

  private void add(Seed seed, @Nullable CrawlDirectory directory) throws IOException {
    if (seed instanceof Seed.Page(CrawlUrl url)) {
      urls.add(url);
    }
    if (seed instanceof Seed.Folder(var path)) {
      int port = directory == null ? 0 : directory.portOf(path);
      FolderServer server =
          EventLoop.current()
              .offloadWhole("the server of " + path, () -> FolderServer.serve(path, port));
      folders.add(server);
      urls.add(server.root());
      if (directory != null && port == 0) {
        directory.served(path, server.port());
      }
    }
  }

  /** Whether one of the seeds is a folder. */
  static boolean haveFolder(List<String> typed) throws UsageException {
    for (String each : typed) {
      if (Seed.of(each) instanceof Seed.Folder) {
        return true;
      }
    }
    return false;
  }

  /** Returns the options with seeds that do not depend on the working directory. */
  static CrawlOptions canonical(CrawlOptions options) throws UsageException {
    List<String> canonical = new ArrayList<>();
    for (String each : options.seeds().roots()) {
      canonical.add(Seed.of(each).canonical());
    }
    return options.changed().set(OptionTable.ROOTS, canonical).build();
  }

  /** The seeds, in the order in which they were typed. */
  List<CrawlUrl> urls() {
    return urls;
  }

  /** Whether a folder is served. */
  boolean haveServers() {
    return !folders.isEmpty();
  }

  /** The URLs of folders as people know them. */
  UrlDisplay names() {
    return new UrlDisplay(folders);
  }

  /** Closing a server waits for its threads. */
  @Override
  public void close() {
    if (haveServers()) {
      EventLoop.current()
          .offloadWhole(
              "the end of the servers of folders",
              () -> {
                folders.forEach(FolderServer::close);
                return true;
              });
    }
  }
}
