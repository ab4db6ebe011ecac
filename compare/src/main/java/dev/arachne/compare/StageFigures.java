package dev.arachne.compare;

import dev.arachne.road.Road;
import java.util.Optional;

/**
 * The cost of one stage.
 *
 * @param list the list of pages
 * @param crawl the same pages found by following links, by a stage that can
 * @param films the pages of the list of 250 films, fetched and read for their titles, by the stages
 *     that retell a program which did that, and the last
 * @param memory of one fetch that waits among many; empty where only one waits at a time
 * @param lines of code of the stage, without blank lines, comments and imports
 */
public record StageFigures(
    Road road,
    Figures list,
    Optional<Figures> crawl,
    Optional<Figures> films,
    Optional<Memory> memory,
    int lines) {

  /**
   * The memory that one fetch takes while it waits, in bytes.
   *
   * @param waits how many waited at a time during the measurement
   * @param heap of objects that are alive
   * @param resident outside of the heap: stacks, buffers, child processes; without memory of the
   *     kernel
   */
  public record Memory(int waits, long heap, long resident) {

    /** Both together. */
    public long bytes() {
      return heap + resident;
    }
  }
}
