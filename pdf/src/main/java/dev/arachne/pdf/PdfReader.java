package dev.arachne.pdf;

import dev.arachne.content.DocumentReader;
import dev.arachne.content.PageContent;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads PDF files, one at a time, by a {@link PdfProcess}. A file that takes too long, or more
 * memory than the process has, ends it, and the next file has a new process. The process also ends
 * when it was idle for a while, and with this process. Thread-safe: guarded by its lock.
 */
public final class PdfReader implements DocumentReader {
  /** Bytes of a file that is read. */
  static final int MOST_BYTES = 16 << 20;

  private static final int DEADLINE_SECONDS = 20;
  private static final int IDLE_SECONDS = 60;

  private final int deadlineSeconds;
  private @Nullable Process process;

  /** Completed when the process is used again. */
  private CompletableFuture<Void> idle = CompletableFuture.completedFuture(null);

  /** The service. */
  public PdfReader() {
    this(DEADLINE_SECONDS);
  }

  PdfReader(int deadlineSeconds) {
    this.deadlineSeconds = deadlineSeconds;
  }

  @Override
  public String mediaType() {
    return "application/pdf";
  }

  @Override
  public synchronized Optional<PageContent> read(byte[] body, CrawlUrl url) {
    if (body.length > MOST_BYTES) {
      return Optional.empty();
    }
    boolean isKept = idle.complete(null); // Otherwise it was idle for too long, and ends now.
    Process worker = null;
    try {
      worker = isKept && process != null && process.isAlive() ? process : started();
      process = worker;
      Optional<PdfAnswer> answer = answer(worker, body);
      idle = endedAfter(worker, IDLE_SECONDS);
      return answer.map(its -> its.document().content());
    } catch (IOException | IllegalArgumentException e) {
      if (worker != null) {
        worker.destroyForcibly();
      }
      process = null;
      return Optional.empty();
    }
  }

  private Optional<PdfAnswer> answer(Process worker, byte[] body) throws IOException {
    CompletableFuture<Void> inTime = endedAfter(worker, deadlineSeconds);
    try {
      var out = new DataOutputStream(worker.getOutputStream());
      out.writeInt(body.length);
      out.write(body);
      out.flush();
      return PdfAnswer.read(
          new DataInputStream(new BufferedInputStream(worker.getInputStream(), 64 << 10)));
    } finally {
      if (!inTime.complete(null)) {
        process = null; // It ends now, also if its answer came at the last moment.
      }
    }
  }

  /** Ends a process after a time, unless the returned future is completed before. */
  private static CompletableFuture<Void> endedAfter(Process process, int seconds) {
    var kept = new CompletableFuture<Void>();
    var _ =
        kept.orTimeout(seconds, TimeUnit.SECONDS)
            .exceptionally(_ -> {
              process.destroyForcibly();
              return null;
            });
    return kept;
  }

  private static Process started() throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + PdfProcess.HEAP_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true",
                "-Dpdfbox.fontcache=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                PdfProcess.class.getName()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
