package dev.arachne.crawl;

import dev.arachne.browser.PageCopy;
import dev.arachne.frontier.Lease;
import dev.arachne.options.RenderOptions;
import dev.arachne.options.UsageException;
import dev.arachne.output.SavedBodies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The files with copies of rendered pages, pictures or PDF files, named after their URLs.
 * Thread-safe.
 */
final class PageCopies {
  private final Map<PageCopy, SavedBodies> files = new EnumMap<>(PageCopy.class);

  private PageCopies() {}

  /** The copies to take of each page. */
  static Set<PageCopy> toTake(RenderOptions options) {
    Set<PageCopy> copies = EnumSet.noneOf(PageCopy.class);
    for (PageCopy copy : PageCopy.values()) {
      if (directory(options, copy).isPresent()) {
        copies.add(copy);
      }
    }
    return copies;
  }

  /**
   * Saves copies below the directories of the options, which are made if they are missing.
   *
   * @param display the URL of a page as users see it
   * @param began the begin of the crawl, in its first run
   */
  static PageCopies of(RenderOptions options, UnaryOperator<String> display, Instant began)
      throws UsageException {
    var copies = new PageCopies();
    for (PageCopy copy : toTake(options)) {
      Path directory = directory(options, copy).orElseThrow();
      copies.files.put(
          copy,
          SavedBodies.in(
              directory,
              copy == PageCopy.PDF ? "--pdf" : "--screenshot",
              url -> name(display.apply(url), copy),
              began));
    }
    return copies;
  }

  private static Optional<Path> directory(RenderOptions options, PageCopy copy) {
    return switch (copy) {
      case PICTURE -> options.screenshots();
      case PDF -> options.pdfs();
    };
  }

  private static String name(String url, PageCopy copy) {
    String ending =
        switch (copy) {
          case PICTURE -> ".png";
          case PDF -> ".pdf";
        };
    return url.endsWith("/") ? url + "index" + ending : url + ending;
  }

  /** Saves copies of a page, each as Base64, and waits for room on the disk. Any loop. */
  void save(Lease lease, Map<PageCopy, String> copies) {
    files.forEach((copy, its) -> {
      String base64 = copies.get(copy);
      if (base64 != null) {
        its.save(lease.url(), Base64.getDecoder().decode(base64), lease.visit());
      }
    });
  }

  /** Returns why copies cannot be written now. Any thread. */
  Optional<String> obstacle() {
    return files.values().stream().flatMap(its -> its.obstacle().stream()).findFirst();
  }
}
