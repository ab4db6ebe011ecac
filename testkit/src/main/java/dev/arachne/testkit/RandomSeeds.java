package dev.arachne.testkit;

import java.lang.StackWalker.Option;
import java.util.stream.LongStream;

/**
 * Runs a test under many seeds. When one fails, the error has the command that runs this seed alone
 * again:
 *
 * <pre>{@code
 * RandomSeeds.forEach(1_000, seed -> EventLoop.run(Simulation.of(seed), "main", program));
 * }</pre>
 */
public final class RandomSeeds {
  /** The system property that names the only seed to run. */
  private static final String ONLY = "arachne.seed";

  private RandomSeeds() {}

  /** The test that is run for each seed. */
  @FunctionalInterface
  public interface Body {
    /** Runs the test once. */
    void run(long seed) throws Exception;
  }

  /**
   * Runs {@code body} for the seeds 0 to {@code count} - 1, or only for the one in the system
   * property {@code arachne.seed}.
   *
   * @throws AssertionError at the first seed that fails; its cause is the failure
   */
  public static void forEach(int count, Body body) {
    String caller =
        StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
            .walk(frames -> frames.skip(1).findFirst())
            .map(frame -> frame.getDeclaringClass().getSimpleName() + "#" + frame.getMethodName())
            .orElse("*");
    Long only = Long.getLong(ONLY);
    LongStream seeds = only == null ? LongStream.range(0, count) : LongStream.of(only);
    seeds.forEach(seed -> {
      try {
        body.run(seed);
      } catch (Throwable failure) {
        throw new AssertionError(
            "seed %d failed; again by: %s%n%s".formatted(seed, command(caller, seed), failure),
            failure);
      }
    });
  }

  private static String command(String test, long seed) {
    return "mvn verify -Dsurefire.failIfNoSpecifiedTests=false -Dtest='%s' -D%s=%d"
        .formatted(test, ONLY, seed);
  }
}
