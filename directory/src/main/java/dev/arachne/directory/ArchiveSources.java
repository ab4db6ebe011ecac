package dev.arachne.directory;

import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcPaths;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The archives named by files, directories and kept crawls. A crawl stands for its committed files
 * and for its sources, which may be crawls again. Another directory stands for all WARC files below
 * it. Each file is listed once. Immutable.
 *
 * @param crawls those that have written some of the files
 * @param named the files, WARC and WACZ; those of crawls as far as they are committed
 */
public record ArchiveSources(List<CrawlArchive> crawls, List<WarcFile> named) {
  public ArchiveSources {
    crawls = List.copyOf(crawls);
    named = List.copyOf(named);
  }

  /**
   * The archives that names stand for.
   *
   * @param option the text before a name in messages, such as {@code --from} and a space
   * @throws UsageException if the names lead to no file, or to one that is not a WARC file
   */
  public static ArchiveSources of(String option, List<Path> places)
      throws UsageException, IOException {
    var search = new Search(option);
    try {
      for (Path place : places) {
        search.add(place);
      }
    } catch (NoSuchFileException e) {
      throw new UsageException(
          option + e.getFile(),
          FileFailure.reason(e) + "; use a WARC file, a WACZ file or a directory");
    }
    return new ArchiveSources(search.crawls, List.copyOf(search.files.values()));
  }

  /** The WARC files, also those within WACZ files. */
  public List<WarcFile> files() throws IOException {
    return WarcFile.all(named);
  }

  /** The WARC files that none of the crawls has written. */
  public List<WarcFile> others() throws IOException {
    Set<WarcFile> written = new HashSet<>();
    crawls.forEach(crawl -> written.addAll(crawl.files()));
    return files().stream().filter(file -> !written.contains(file)).toList();
  }

  private static final class Search {
    private final String option;
    private final List<CrawlArchive> crawls = new ArrayList<>();
    private final Set<Path> visited = new HashSet<>();

    /** The files by their real paths. */
    private final Map<Path, WarcFile> files = new LinkedHashMap<>();

    Search(String option) {
      this.option = option;
    }

    void add(Path place) throws UsageException, IOException {
      if (!OptionsFile.isThere(place)) {
        addFiles(place);
      } else if (visited.add(place.toRealPath())) {
        addCrawl(place);
      }
    }

    private void addFiles(Path place) throws UsageException, IOException {
      for (Path file : WarcPaths.of(List.of(place))) {
        if (!WarcPaths.isWarc(file) && !WarcFile.isWacz(file)) {
          throw new UsageException(
              option + file,
              "this is not a WARC file; use one, plain or compressed by gzip, or a WACZ file");
        }
        files.putIfAbsent(file.toRealPath(), WarcFile.of(file));
      }
    }

    private void addCrawl(Path place) throws UsageException, IOException {
      var archive = CrawlArchive.of(place);
      List<Path> sources = CrawlOptions.recordedIn(place).build().source().archives();
      if (archive.isEmpty() && sources.isEmpty()) {
        throw new UsageException(option + place, "the crawl has no archive; use a WARC file");
      }
      if (archive.isPresent()) {
        crawls.add(archive.get());
        for (WarcFile file : archive.get().files()) {
          files.put(file.path().toRealPath(), file);
        }
      }
      for (Path source : sources) {
        add(source);
      }
    }
  }
}
