package dev.arachne.spool;

import dev.arachne.coding.CodingException;
import dev.arachne.coding.CodingFault;
import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.coding.DecodedStream;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body that is written to a stream as it comes, its content codings undone. Two threads of its
 * own decode and write. The coroutine that has bytes for it waits until they were taken, so no more
 * than these and the window of a decoder are in memory. Confined to that coroutine.
 */
public final class StreamedBody implements AutoCloseable {
  private static final int BUFFER = 64 << 10;

  /** The target of a body. */
  @FunctionalInterface
  public interface Target {
    /** Opens the target, when a body begins; it is closed when the body has ended. Blocks. */
    OutputStream open() throws IOException;
  }

  private final Target target;
  private final long most;
  private final Bulkhead threads = Bulkhead.of("body", 2);
  private final HandOver coded = new HandOver();
  private @Nullable Task<Optional<CodingFault>> copying;
  private volatile long came;
  private volatile long length;

  /**
   * A body on its way to {@code target}.
   *
   * @param most bytes that are written of it: more of them are {@link CodingFault.TooLarge}
   */
  public StreamedBody(Target target, long most) {
    this.target = target;
    this.most = most;
  }

  /**
   * Begins the body; does not wait.
   *
   * @param codings in the order in which they were applied
   * @param codedBytes of the whole body; -1 if that is not known
   * @param limits hold, but for that on decoded bytes; the ratio of a body of unknown length is
   *     tested beyond that bound only, against the bytes that have come
   */
  public void begin(List<ContentCoding> codings, long codedBytes, CodingLimits limits) {
    EventLoop loop = EventLoop.current();
    copying =
        loop.spawn(
            "a body on its way",
            () -> {
              try {
                return loop.offloadWhole(
                    threads, "a body", () -> copy(codings, codedBytes, limits));
              } catch (TaskFailedException e) {
                throw e.failure() instanceof IOException cause ? cause : e;
              }
            });
  }

  /** Whether it has begun. */
  public boolean hasBegun() {
    return copying != null;
  }

  /**
   * Writes the decoded {@code bytes[0, count)}, and waits for that.
   *
   * @return the fault of the body; empty if it has none up to here
   * @throws dev.arachne.runtime.TaskFailedException if it could not be written
   */
  public Optional<CodingFault> append(byte[] bytes, int count) {
    came += count;
    boolean isTaken =
        EventLoop.current().offloadWhole(threads, "a body", () -> coded.put(bytes, count));
    return isTaken ? Optional.empty() : end();
  }

  /** Ends the body; as {@link #append}. */
  public Optional<CodingFault> end() {
    if (copying == null) {
      return Optional.empty();
    }
    EventLoop.current().offloadWhole(threads, "a body", coded::complete);
    return copying.await();
  }

  /** The number of bytes written. */
  public long length() {
    return length;
  }

  /** Has the received bytes written, even those of a faulty body. */
  @Override
  public void close() {
    if (copying != null && !copying.isDone()) {
      end();
    }
  }

  private Optional<CodingFault> copy(
      List<ContentCoding> codings, long codedBytes, CodingLimits limits) throws IOException {
    long expected = codedBytes < 0 ? Long.MAX_VALUE : codedBytes;
    byte[] buffer = new byte[BUFFER];
    try (coded;
        InputStream in =
            codings.isEmpty() ? coded : new DecodedStream(coded, expected, codings, limits);
        OutputStream out = target.open()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (length + n > most) {
          return tooLarge(CodingLimits.Kind.DECODED_BYTES, most);
        }
        if (codedBytes < 0 && isBomb(length + n, limits)) {
          return tooLarge(CodingLimits.Kind.DECODED_RATIO, limits.decodedRatio());
        }
        out.write(buffer, 0, n);
        wrote(n);
      }
      return Optional.empty();
    } catch (CodingException e) {
      return Optional.of(e.fault());
    }
  }

  private boolean isBomb(long decoded, CodingLimits limits) {
    return decoded > limits.decodedBytes() && decoded / limits.decodedRatio() > came;
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // others only read it
  private void wrote(int count) {
    length += count;
  }

  private static Optional<CodingFault> tooLarge(CodingLimits.Kind limit, long bound) {
    return Optional.of(new CodingFault.TooLarge(limit, bound));
  }
}
