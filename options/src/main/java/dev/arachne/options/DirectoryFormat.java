package dev.arachne.options;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format in which a crawl is kept in its directory: a number at the beginning of its options,
 * since nothing of a crawl is read before them. A directory in another format is refused as a
 * whole.
 */
public final class DirectoryFormat {
  /**
   * Today's. To be raised by whoever changes what is written to the directory so that it cannot be
   * read as before: files of {@code CrawlDirectory}, rows of the frontier, and what this package
   * puts into rows (checkpoints, robots rules, terms, fill rates). An option more or less is no
   * other format: one that is not there has its default.
   */
  public static final int TODAY = 13;

  /** That of directories from before formats had numbers. */
  private static final int UNNUMBERED = 1;

  private static final String NUMBER = "{\n  \"format\": ";

  /** An object of JSON, or the lines of text that formats 2 to 4 have. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?:\\{\\s*\"format\": |format )(\\d{1,9})[,\n].*", Pattern.DOTALL);

  /** With it the options began before formats had numbers. */
  private static final String ROOT = "root ";

  /** What a scrape alone has, in each format so far. */
  private static final Pattern RULES = Pattern.compile("(?m)^(?:rules |\\s*\"rules\": )");

  private DirectoryFormat() {}

  /** Where the rows of the crawl in a directory are. */
  public static Path store(Path directory) {
    return directory.resolve("store");
  }

  /** Where the index of the crawl in a directory is, if it has one. */
  public static Path index(Path directory) {
    return directory.resolve("index");
  }

  /** The beginning of an object of JSON in today's format, behind which its members come. */
  static String beginning() {
    return NUMBER + TODAY + ",\n";
  }

  /**
   * Checks that the text of a file of options is in today's format.
   *
   * @throws UsageException if it is in another one
   */
  static void check(Path directory, String text) throws UsageException {
    int format = of(text);
    if (format != TODAY) {
      throw new UsageException(
          directory.toString(),
          "is kept in format "
              + format
              + " by "
              + (format < TODAY ? "an older" : "a newer")
              + " arachne, and this one reads format "
              + TODAY
              + "; use arachne "
              + (RULES.matcher(text).find() ? "scrape" : "crawl")
              + " with --fresh to begin anew, or use the arachne that made it");
    }
  }

  /** Whether a text that has no sum is that of another version: today's has one. */
  static boolean isOther(String text) {
    return NUMBERED.matcher(text).matches() ? of(text) != TODAY : text.startsWith(ROOT);
  }

  private static int of(String text) {
    Matcher numbered = NUMBERED.matcher(text);
    return numbered.matches() ? Integer.parseInt(numbered.group(1)) : UNNUMBERED;
  }
}
