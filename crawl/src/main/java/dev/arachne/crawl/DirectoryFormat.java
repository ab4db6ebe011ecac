package dev.arachne.crawl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The format in which a crawl is kept in its directory: a number, in the first line of its options,
 * since nothing of a crawl is read before them. A directory in another format is refused as a
 * whole.
 */
final class DirectoryFormat {
  /**
   * Today's. To be raised by whoever changes what is written to the directory so that it cannot be
   * read as before: files of {@link CrawlDirectory}, rows of the frontier, and what this package
   * puts into rows (checkpoints, robots rules, terms, fill rates).
   */
  static final int TODAY = 4;

  /** That of directories from before formats had numbers. */
  private static final int UNNUMBERED = 1;

  private static final String LINE = "format ";

  /** With it the options began before formats had numbers. */
  private static final String ROOT = "root ";

  /** The beginning of the lines that a scrape alone has, in each format so far. */
  private static final String RULES = "rules ";

  private DirectoryFormat() {}

  /** The lines of the options as they are kept, under their number. */
  static List<String> numbered(List<String> options) {
    List<String> lines = new ArrayList<>();
    lines.add(LINE + TODAY);
    lines.addAll(options);
    return lines;
  }

  /**
   * The options in kept lines.
   *
   * @throws UsageException if they are in another format
   */
  static List<String> options(Path directory, List<String> kept) throws UsageException {
    int format = of(kept);
    if (format != TODAY) {
      throw new UsageException(
          directory.toString(),
          "is kept in format "
              + format
              + " by "
              + (format < TODAY ? "an older" : "a newer")
              + " arachne, and this one reads format "
              + TODAY
              + "; type arachne "
              + verb(kept)
              + " with --fresh to begin anew, or use the arachne that made it");
    }
    return List.copyOf(kept.subList(1, kept.size()));
  }

  /** Whether lines that have no sum are those of another version: today's have one. */
  static boolean isOther(List<String> kept) {
    boolean isNumbered = !kept.isEmpty() && kept.getFirst().matches(LINE + "\\d{1,9}");
    return isNumbered ? of(kept) != TODAY : !kept.isEmpty() && kept.getFirst().startsWith(ROOT);
  }

  private static int of(List<String> kept) {
    String first = kept.isEmpty() ? "" : kept.getFirst();
    return first.matches(LINE + "\\d{1,9}")
        ? Integer.parseInt(first.substring(LINE.length()))
        : UNNUMBERED;
  }

  private static String verb(List<String> kept) {
    return kept.stream().anyMatch(line -> line.startsWith(RULES)) ? "scrape" : "crawl";
  }
}
