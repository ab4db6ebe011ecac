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
   * The current format. Raise it when the content of the directory changes so that earlier code
   * cannot read it. The content is: files of {@code CrawlDirectory}, rows of the frontier, and the
   * rows of this package (checkpoints, robots rules, terms, fill rates). A new or removed option
   * does not need a new format: a missing option has its default.
   */
  public static final int TODAY = 15;

  /** The format of directories from before formats had numbers. */
  private static final int UNNUMBERED = 1;

  private static final String NUMBER = "{\n  \"format\": ";

  /** An object of JSON, or the lines of text that formats 2 to 4 have. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?:\\{\\s*\"format\": |format )(\\d{1,9})[,\n].*", Pattern.DOTALL);

  /** The beginning of the options before formats had numbers. */
  private static final String ROOT = "root ";

  /** The key that only a scrape has, in each format up to now. */
  private static final Pattern RULES = Pattern.compile("(?m)^(?:rules |\\s*\"rules\": )");

  private DirectoryFormat() {}

  /** The place of the rows of the crawl in a directory. */
  public static Path store(Path directory) {
    return directory.resolve("store");
  }

  /** The place of the index of the crawl in a directory, if it has one. */
  public static Path index(Path directory) {
    return directory.resolve("index");
  }

  /** The beginning of an object of JSON in the current format, without its members. */
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

  /** Whether a text without a sum is from another version: the current one has a sum. */
  static boolean isOther(String text) {
    return NUMBERED.matcher(text).matches() ? of(text) != TODAY : text.startsWith(ROOT);
  }

  private static int of(String text) {
    Matcher numbered = NUMBERED.matcher(text);
    return numbered.matches() ? Integer.parseInt(numbered.group(1)) : UNNUMBERED;
  }
}
