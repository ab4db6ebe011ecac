package dev.arachne.mcp;

import dev.arachne.mcp.McpTool.ToolException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The crawls that tools work on: the one that the server was started with and its siblings, or
 * those in a folder. A model refers to them by their names in that folder, and so cannot reach
 * others. Immutable.
 *
 * @param home the folder of crawls
 * @param usual the default crawl
 */
record CrawlFolder(Path home, Optional<Path> usual) {
  /** The suffix of crawls that tools make, so that they never change or delete the user's own. */
  private static final String END = ".mcp.crawl";

  private static final String OPTIONS = "options";
  private static final int MOST_NAMED = 20;

  /** Returns the crawls of a directory, which is a crawl or contains crawls. */
  static CrawlFolder of(Path directory) throws IOException {
    Path real = directory.toRealPath();
    return isCrawl(real) && real.getParent() != null
        ? new CrawlFolder(real.getParent(), Optional.of(real))
        : new CrawlFolder(real, Optional.empty());
  }

  static boolean isCrawl(Path directory) {
    return Files.isRegularFile(directory.resolve(OPTIONS));
  }

  /** Returns the crawl of this name; an empty name means the default crawl, or the only one. */
  Path named(String name) throws ToolException {
    if (name.isEmpty()) {
      List<Path> all = all();
      if (usual.isPresent() || all.size() == 1) {
        return usual.orElseGet(all::getFirst);
      }
      throw new ToolException(
          all.isEmpty()
              ? "there is no crawl in " + home + "; call crawl with a URL first"
              : "there are several crawls; say which as crawl: " + names(all));
    }
    List<Path> all = all();
    return all.stream()
        .filter(crawl -> crawl.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new ToolException("there is no crawl " + name + "; there are: " + names(all)));
  }

  private static String names(List<Path> crawls) {
    List<String> names =
        crawls.stream().limit(MOST_NAMED).map(crawl -> crawl.getFileName().toString()).toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private List<Path> all() throws ToolException {
    try (Stream<Path> files = Files.list(home)) {
      return files.filter(CrawlFolder::isCrawl).sorted().toList();
    } catch (IOException e) {
      throw new ToolException("the crawls in " + home + " cannot be listed");
    }
  }

  /** Returns the path of the tools' own crawl from a URL. */
  Path of(CrawlUrl root) {
    String host = root.host().replaceAll("[\\[\\]:]", "_");
    boolean isUsual = !root.origin().toString().endsWith(":" + root.port());
    return home.resolve((isUsual ? host : host + "_" + root.port()) + END);
  }
}
