package dev.arachne.options;

import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcPaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The WARC files that are meant by names of files, directories and kept crawls. */
public final class ArchiveSources {
  private ArchiveSources() {}

  /**
   * The files, each once: a file that is named, all below a directory, and of a kept crawl those
   * that it has written or was made of.
   *
   * @throws UsageException if there are none, or one is no WARC file
   */
  public static List<WarcFile> files(List<Path> places) throws UsageException, IOException {
    try {
      List<Path> files = WarcPaths.of(archives(places));
      for (Path file : files) {
        if (!WarcPaths.isWarc(file) && !WarcFile.isWacz(file)) {
          throw new UsageException(
              "--from " + file,
              "this is not a WARC file; type one, plain or compressed by gzip, or a WACZ file");
        }
      }
      return WarcFile.all(files);
    } catch (NoSuchFileException e) {
      throw new UsageException(
          "--from " + e.getFile(),
          FileFailure.reason(e) + "; type a WARC file, a directory, or a crawl that has some");
    }
  }

  private static List<Path> archives(List<Path> places) throws UsageException, IOException {
    List<Path> archives = new ArrayList<>();
    for (Path place : places) {
      if (!OptionsFile.isThere(place)) {
        archives.add(place);
        continue;
      }
      CrawlOptions crawl = CrawlOptions.recordedIn(place).build();
      Optional<Path> written =
          crawl
              .outputs()
              .archive()
              .directory()
              .map(its -> its.equals(ArchiveOptions.OWN) ? place.resolve("archive") : its);
      archives.addAll(crawl.source().archives());
      written.ifPresent(archives::add);
      if (written.isEmpty() && !crawl.source().isOffline()) {
        throw new UsageException(
            "--from " + place, "the crawl kept there has no archive; type a WARC file");
      }
    }
    return archives;
  }
}
