package dev.arachne.crawl;

import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.Verdict;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A file with one line of JSON for each URL, in the order in which they were decided. Verdicts are
 * put down on the loop; one coroutine has them written elsewhere, all that came while it wrote the
 * last ones in one go. Confined to its loop.
 */
final class PagesFile implements Callable<@Nullable Void> {
  private final EventLoop loop;
  private final Path path;
  private final OutputStream file;
  private final UnaryOperator<String> display;
  private final JsonFactory json = new JsonFactory();
  private final Condition changed;
  private ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private boolean closed;

  private PagesFile(EventLoop loop, Path path, OutputStream file, UnaryOperator<String> display) {
    this.loop = loop;
    this.path = path;
    this.file = file;
    this.display = display;
    this.changed = new Condition(loop, "lines for " + path);
  }

  /**
   * Starts the file anew.
   *
   * @param display turns URLs into what users know them by
   */
  static PagesFile create(EventLoop loop, Path path, UnaryOperator<String> display)
      throws UsageException {
    try {
      return new PagesFile(loop, path, new FileOutputStream(path.toFile()), display);
    } catch (IOException e) {
      throw new UsageException(path.toString(), "cannot be written; type another file after -o");
    }
  }

  /** Puts a verdict down; it is in the file soon. */
  void add(Verdict verdict) {
    try (JsonGenerator line = json.createGenerator(ObjectWriteContext.empty(), pending)) {
      line.writeStartObject();
      write(line, verdict);
      line.writeEndObject();
    }
    pending.write('\n');
    changed.signal();
  }

  /** No more verdicts will come: {@link #call} ends when the last is written. */
  void close() {
    closed = true;
    changed.signal();
  }

  /** Writes what is put down, until the file is closed. */
  @Override
  public @Nullable Void call() throws IOException {
    try (file) {
      while (true) {
        if (pending.size() > 0) {
          ByteArrayOutputStream lines = pending;
          pending = new ByteArrayOutputStream();
          writeElsewhere(lines);
        } else if (closed) {
          return null;
        } else {
          changed.await(Deadline.NEVER);
        }
      }
    }
  }

  private void writeElsewhere(ByteArrayOutputStream lines) throws IOException {
    try {
      loop.offload(
          "the disk for " + path,
          () -> {
            lines.writeTo(file);
            return true;
          },
          Deadline.NEVER);
    } catch (TaskFailedException e) {
      throw new IOException(path + ": " + e.failure().getMessage(), e);
    }
  }

  private void write(JsonGenerator line, Verdict verdict) {
    Discovery discovery = verdict.discovery();
    line.writeStringProperty("url", display.apply(discovery.url().toString()));
    switch (verdict.disposition()) {
      case Disposition.Done(Disposition.Answer answer) -> {
        line.writeStringProperty("verdict", "fetched");
        write(line, answer);
      }
      case Disposition.Moved(Disposition.Answer answer, String target) -> {
        line.writeStringProperty("verdict", "redirected");
        write(line, answer);
        line.writeStringProperty("location", display.apply(target));
      }
      case Disposition.Dropped(DropReason reason, String detail, var answer) -> {
        line.writeStringProperty(
            "verdict", reason.kind() == DropReason.Kind.SKIPPED ? "skipped" : "failed");
        line.writeStringProperty("reason", reason.text());
        if (!detail.isEmpty()) {
          line.writeStringProperty("detail", detail);
        }
        answer.ifPresent(its -> write(line, its));
      }
    }
    line.writeNumberProperty("depth", discovery.depth());
    if (discovery.via() != null) {
      line.writeStringProperty("via", display.apply(discovery.via().toString()));
    }
    line.writeNumberProperty("tries", verdict.attempts());
  }

  private static void write(JsonGenerator line, Disposition.Answer answer) {
    line.writeNumberProperty("status", answer.status());
    line.writeStringProperty("type", answer.mediaType());
    line.writeNumberProperty("bytes", answer.bytes());
    line.writeNumberProperty("ms", answer.time().toNanos() / 1e6);
  }
}
