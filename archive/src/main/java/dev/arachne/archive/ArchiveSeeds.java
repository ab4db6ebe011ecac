package dev.arachne.archive;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The seeds of the crawl that made an archive, as far as its files have them. */
public final class ArchiveSeeds {
  /** The line of a {@code warcinfo} record of this crawler that has the seeds. */
  private static final String ROOTS = "option: roots ";

  private static final int MOST_INFO_BYTES = 1 << 20;

  private ArchiveSeeds() {}

  /**
   * The seeds in the first {@code warcinfo} record that has some; else the URL of the first page,
   * HTML with status 200; else an empty list. Files are read up to there.
   */
  public static List<String> of(List<WarcFile> files) throws IOException {
    for (WarcFile file : files) {
      try (WarcReader reader = WarcReader.open(file)) {
        for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
          if (entry instanceof WarcRecord record) {
            List<String> seeds = of(record);
            if (!seeds.isEmpty()) {
              return seeds;
            }
          }
        }
      }
    }
    return List.of();
  }

  /**
   * The URL of the first capture of an http or https URL; empty if the files have no such capture.
   */
  public static Optional<String> firstCapture(List<WarcFile> files) throws IOException {
    for (WarcFile file : files) {
      try (WarcReader reader = WarcReader.open(file)) {
        for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
          if (entry instanceof WarcRecord record
              && CaptureIndex.isCapture(record)
              && record.targetUri().map(CrawlUrl::parse).orElse(null) instanceof CrawlUrl url) {
            return Optional.of(url.toString());
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> of(WarcRecord record) throws IOException {
    try {
      if (record.type().equals(Optional.of(WarcType.WARCINFO))) {
        return roots(record);
      }
      return isPage(record) ? List.of(record.targetUri().orElseThrow()) : List.of();
    } catch (DamagedArchiveException e) {
      return List.of(); // The reader of the archive reports the fault.
    }
  }

  private static List<String> roots(WarcRecord info) throws IOException {
    String text = new String(info.block().readNBytes(MOST_INFO_BYTES), StandardCharsets.UTF_8);
    List<String> roots = new ArrayList<>();
    text.lines()
        .filter(line -> line.startsWith(ROOTS))
        .forEach(line -> roots.addAll(Arrays.asList(line.substring(ROOTS.length()).split(" "))));
    roots.removeIf(root -> !(CrawlUrl.parse(withScheme(root)) instanceof CrawlUrl));
    return List.copyOf(roots);
  }

  private static String withScheme(String root) {
    return root.contains("://") ? root : "http://" + root;
  }

  private static boolean isPage(WarcRecord record) throws IOException {
    if (!record.type().equals(Optional.of(WarcType.RESPONSE))
        || !record.isHttp()
        || !(record.targetUri().map(CrawlUrl::parse).orElse(null) instanceof CrawlUrl)) {
      return false;
    }
    return HttpPayload.of(record.block())
        .filter(http -> http.head().status() == 200 && http.mediaType().contains("html"))
        .isPresent();
  }
}
