package dev.arachne.road;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The results of futures of pages. */
final class Gathered {
  private Gathered() {}

  /**
   * The pages, in the order of their futures; waits until all are there.
   *
   * @throws IOException the failure of the first of those that failed
   */
  static List<FetchedPage> pages(List<? extends Future<FetchedPage>> futures)
      throws IOException, InterruptedException {
    var pages = new ArrayList<FetchedPage>();
    for (Future<FetchedPage> future : futures) {
      try {
        pages.add(future.get());
      } catch (ExecutionException e) {
        throw FetchException.behind(Objects.requireNonNullElse(e.getCause(), e));
      }
    }
    return pages;
  }
}
