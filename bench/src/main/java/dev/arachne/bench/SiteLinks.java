package dev.arachne.bench;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The links of a site that lies in a folder, page by page, in the order in which a crawler would
 * meet them.
 */
final class SiteLinks {
  private static final Pattern HREF = Pattern.compile("href=\"([^\"]*)\"");

  /**
   * A page's links.
   *
   * @param base the page's URL
   * @param references the links as they are in the page
   * @param bytes the same in UTF-8
   */
  record Page(CrawlUrl base, List<String> references, List<byte[]> bytes) {}

  private SiteLinks() {}

  /**
   * Takes the first pages of the folder, spread evenly over it, until there are {@code count}
   * links.
   *
   * @throws IOException if the folder is absent or has too few links
   */
  static List<Page> read(Path folder, CrawlUrl root, int count) throws IOException {
    List<Path> files;
    try (var paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      files = paths.filter(path -> path.toString().endsWith(".html")).sorted().toList();
    }
    var pages = new ArrayList<Page>();
    int step = Math.max(1, files.size() / 500);
    int links = 0;
    for (int i = 0; i < files.size() && links < count; i += step) {
      Path file = files.get(i);
      CrawlUrl base =
          (CrawlUrl) root.resolve(folder.relativize(file).toString().replace('\\', '/'));
      List<String> references =
          HREF.matcher(Files.readString(file))
              .results()
              .map(match -> match.group(1))
              .limit(count - links)
              .toList();
      links += references.size();
      pages.add(
          new Page(
              base,
              references,
              references.stream().map(r -> r.getBytes(StandardCharsets.UTF_8)).toList()));
    }
    if (links < count) {
      throw new IOException(folder + " has " + links + " links, " + count + " are needed");
    }
    return pages;
  }
}
