package dev.arachne.compare;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The result of an {@link Assignment}. */
sealed interface Finding extends Serializable {
  /** The stage is warm. */
  record Warm() implements Finding {}

  /**
   * The cost of the runs.
   *
   * @param walls how long each run was
   * @param cpus how long processors were at work in it, child processes included
   * @param peakThreads of the stage, the calling one included; a child process counts as one
   * @param digests of the pages of the last run, by URL
   * @param titles of the films, if they were requested
   */
  record Times(
      List<Duration> walls,
      List<Duration> cpus,
      int peakThreads,
      Map<String, String> digests,
      List<String> titles)
      implements Finding {}

  /**
   * The cost of reading the titles out of the pages.
   *
   * @param times how long each run of a parser was, for all pages together
   * @param titles the titles that each of them has read
   */
  record Parsed(Map<FilmParser, List<Duration>> times, Map<FilmParser, List<String>> titles)
      implements Finding {}

  /**
   * The memory of all waiting fetches, in bytes, beyond that of the process before.
   *
   * @param heap of objects that are alive
   * @param resident outside of the heap: stacks, buffers, child processes
   */
  record Memory(long heap, long resident) implements Finding {}

  /** It failed. */
  record Failed(String why) implements Finding {}
}
