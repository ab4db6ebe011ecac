package dev.arachne.cli;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Names the directory of a crawl after its first seed. */
final class DirectoryName {
  private DirectoryName() {}

  /**
   * The host and port of a URL, or the real path of a folder, as a name in the working directory.
   * For other texts the name does not matter: the crawl will refuse them.
   *
   * @param kind the kind of content there: the end of the name
   */
  static Path of(String root, String kind) {
    String suffix = "." + kind;
    Path folder = folder(root);
    if (folder != null) {
      return Path.of(folder.toString().replaceAll("[/\\\\:]+", "_").replaceAll("^_", "") + suffix);
    }
    String url = root.contains("://") ? root : "http://" + root;
    if (CrawlUrl.parse(url) instanceof CrawlUrl good) {
      String host = good.host().replace('[', '_').replace(']', '_').replace(':', '_');
      boolean usual = !good.origin().toString().endsWith(":" + good.port());
      return Path.of(usual ? host + suffix : host + "_" + good.port() + suffix);
    }
    return Path.of("unnamed" + suffix);
  }

  private static @Nullable Path folder(String root) {
    try {
      Path path = Path.of(root);
      return Files.isDirectory(path) ? path.toRealPath() : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }
}
