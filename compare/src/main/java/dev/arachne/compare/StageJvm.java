package dev.arachne.compare;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.arachne.road.ChildJvm;
import dev.arachne.road.Road;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A process in which one stage is measured, seen from outside. So stages do not share classes,
 * threads or a heap, and the start of a JVM is not in the figures. Confined to one thread.
 */
final class StageJvm implements AutoCloseable {
  private final Road road;
  private final Process process;
  private final ObjectOutputStream assignments;
  private final ObjectInputStream findings;

  /** Starts the process for this stage. */
  StageJvm(Road road, int concurrency) throws IOException {
    this.road = road;
    process = ChildJvm.steady(StageAtWork.class).start(road.name(), "" + concurrency);
    assignments = new ObjectOutputStream(process.getOutputStream());
    findings = new ObjectInputStream(process.getInputStream());
  }

  /**
   * Runs {@code assignment}.
   *
   * @param kind of the result
   * @param patience after which the process is ended
   * @throws IOException if it failed
   */
  <F extends Finding> F ask(Assignment assignment, Class<F> kind, Duration patience)
      throws IOException {
    var limit =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(patience.toMillis(), MILLISECONDS));
    try {
      assignments.writeObject(assignment);
      assignments.flush();
      return switch ((Finding) findings.readObject()) {
        case Finding.Failed(String why) -> throw new IOException(road + ": " + why);
        case Finding finding -> kind.cast(finding);
      };
    } catch (EOFException e) {
      String why = limit.isDone() ? "was not done after " + Shown.time(patience) : "broke off";
      throw new IOException(road + " " + why, e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("both sides are of one class path", e);
    } finally {
      limit.cancel(false);
    }
  }

  /** Ends the process, and its own. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
