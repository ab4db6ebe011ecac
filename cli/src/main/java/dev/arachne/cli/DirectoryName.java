package dev.arachne.cli;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Names the directory of a crawl after its first root. */
final class DirectoryName {
  private static final String SUFFIX = ".crawl";

  private DirectoryName() {}

  /**
   * The host and port of a URL, or the real path of a folder, as a name in the working directory.
   * For what is neither the name does not matter: the crawl will refuse it.
   */
  static Path of(String root) {
    Path folder = folder(root);
    if (folder != null) {
      return Path.of(folder.toString().replaceAll("[/\\\\:]+", "_").replaceAll("^_", "") + SUFFIX);
    }
    String url = root.contains("://") ? root : "http://" + root;
    return switch (CrawlUrl.parse(url)) {
      case CrawlUrl good -> {
        String host = good.host().replaceAll("[\\[\\]:]", "_");
        boolean usual = !good.origin().toString().endsWith(":" + good.port());
        yield Path.of(usual ? host + SUFFIX : host + "_" + good.port() + SUFFIX);
      }
      default -> Path.of("unnamed" + SUFFIX);
    };
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
