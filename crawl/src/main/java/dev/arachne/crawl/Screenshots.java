package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.options.UsageException;
import dev.arachne.output.SavedBodies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The files with pictures of rendered pages, named after their URLs. Thread-safe. */
final class Screenshots {
  private final SavedBodies files;

  private Screenshots(SavedBodies files) {
    this.files = files;
  }

  /**
   * Saves pictures below a directory, which is made if it is missing.
   *
   * @param display the URL of a page as users see it
   * @param began the begin of the crawl, in its first run
   */
  static Screenshots in(Path directory, UnaryOperator<String> display, Instant began)
      throws UsageException {
    return new Screenshots(
        SavedBodies.in(directory, "--screenshot", url -> name(display.apply(url)), began));
  }

  private static String name(String url) {
    return url.endsWith("/") ? url + "index.png" : url + ".png";
  }

  /** Saves a picture, a PNG as Base64, and waits for room on the disk. Any loop. */
  void save(Lease lease, String picture) {
    files.save(lease.url(), Base64.getDecoder().decode(picture), lease.visit());
  }

  /** Returns why pictures cannot be written now. Any thread. */
  Optional<String> obstacle() {
    return files.obstacle();
  }
}
