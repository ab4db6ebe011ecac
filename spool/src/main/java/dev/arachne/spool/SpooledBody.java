package dev.arachne.spool;

import dev.arachne.coding.CodingException;
import dev.arachne.coding.CodingFault;
import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way to the {@link Spool}. Confined to one coroutine, which waits in its methods for
 * the disk, and for room on it. Costs nothing until there are bytes for it.
 */
public final class SpooledBody implements AutoCloseable {
  private final Spool spool;
  private final String url;
  private final String name;
  private final IntPredicate wanted;
  private @Nullable PartialBody partial;
  private @Nullable SpoolFile file;

  /** Whether it may have files. */
  private boolean hasFiles;

  private boolean hasBegun;

  SpooledBody(
      Spool spool, String url, String name, IntPredicate wanted, @Nullable PartialBody partial) {
    this.spool = spool;
    this.url = url;
    this.name = name;
    this.wanted = wanted;
    this.partial = partial;
    this.hasFiles = partial != null;
  }

  /** The extent of a body in its file. */
  public enum Extent {
    /** All of it. */
    WHOLE,
    /** The beginning. */
    PART
  }

  /** Whether the body of an answer with this status is wanted whole, regardless of its size. */
  public boolean isWanted(int status) {
    return wanted.test(status);
  }

  /** The part that an earlier attempt has left, if the rest can be requested. */
  public Optional<PartialBody> partial() {
    return Optional.ofNullable(partial);
  }

  /** The URL that was requested. */
  public String url() {
    return url;
  }

  /** Begins a body, in place of any earlier part. */
  public void begin(PartialBody head) {
    open(head.withLength(0));
  }

  /**
   * Resumes the part that is there.
   *
   * @param at the position of the next byte: no more than the length of the part
   * @param total bytes of the whole body; -1 if that is not known
   */
  public void resume(long at, long total) {
    if (partial == null || at > partial.length()) {
      throw new IllegalStateException("no such part: " + at);
    }
    open(partial.withLength(at).withTotal(total));
  }

  /** Appends {@code bytes[0, count)}, which must not change meanwhile. */
  public void append(byte[] bytes, int count) {
    SpoolFile its = file();
    spool.whenThereIsRoom(() -> its.append(bytes, count));
  }

  /** Whether something of it was written, even if that was discarded. */
  public boolean hasBegun() {
    return hasBegun;
  }

  /** Whether more can be appended. */
  public boolean isOpen() {
    return file != null;
  }

  /** Bytes of the body that are there. */
  public long length() {
    return file().length();
  }

  /** Has the part in the file kept for a later attempt; no more comes in this one. */
  public void keep() {
    SpoolFile its = file();
    if (its.isResumable()) {
      spool.tryOnce(its::keep);
      close();
    } else {
      discard();
    }
  }

  /**
   * Undoes the content codings of the body, of which no more comes in this attempt.
   *
   * @param limits hold, but for that on decoded bytes
   * @param extent whether the file has all of it
   * @throws DeadlineException if the deadline passed first
   */
  public DecodeResult unpack(
      List<ContentCoding> codings, CodingLimits limits, Deadline deadline, Extent extent) {
    SpoolFile its = file();
    if (extent == Extent.WHOLE) {
      spool.whenThereIsRoom(its::complete);
    }
    close();
    SpoolDecoder unpacking =
        spool.whenThereIsRoom(() ->
            SpoolDecoder.of(
                spool.file(name, Spool.CODED), spool.file(name, Spool.WHOLE), codings, limits));
    try {
      while (spool.whenThereIsRoom(() -> stepOf(unpacking))) {
        if (deadline.hasPassed()) {
          throw new DeadlineException("the decoding of " + url);
        }
      }
      return new DecodeResult.Whole(unpacking.whole());
    } catch (TaskFailedException e) {
      if (e.failure() instanceof FaultyException faulty) {
        if (faulty.cause.fault() instanceof CodingFault.Unfinished) {
          return new DecodeResult.Part(unpacking.whole());
        }
        discard();
        return new DecodeResult.Faulty(faulty.cause.fault());
      }
      throw e;
    } finally {
      spool.tryOnce(() -> closed(unpacking));
    }
  }

  /** A fault of the body, which room on the disk does not cure. */
  private static final class FaultyException extends Exception {
    private static final long serialVersionUID = 1L;
    private final CodingException cause;

    FaultyException(CodingException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  private static boolean stepOf(SpoolDecoder unpacking) throws IOException, FaultyException {
    try {
      return unpacking.step();
    } catch (CodingException e) {
      throw new FaultyException(e);
    }
  }

  /** Deletes all its files. */
  public void discard() {
    close();
    partial = null;
    if (hasFiles) {
      hasFiles = false;
      spool.tryOnce(this::delete);
    }
  }

  /** Closes the file, whose bytes stay; those after the last {@link #keep} do not count. */
  @Override
  public void close() {
    SpoolFile its = file;
    if (its != null) {
      file = null;
      spool.tryOnce(() -> closed(its));
    }
  }

  private void open(PartialBody begun) {
    close();
    hasFiles = true;
    hasBegun = true;
    file = spool.whenThereIsRoom(() -> SpoolFile.open(spool, name, begun));
  }

  private SpoolFile file() {
    if (file == null) {
      throw new IllegalStateException("nothing has begun");
    }
    return file;
  }

  private boolean delete() throws IOException {
    spool.partials().remove(name);
    for (String kind : List.of(Spool.PART, Spool.WHOLE)) {
      Files.deleteIfExists(spool.file(name, kind));
    }
    if (!spool.keepsFiles()) {
      Files.deleteIfExists(spool.file(name, Spool.CODED));
    }
    return true;
  }

  private static boolean closed(AutoCloseable file) throws Exception {
    file.close();
    return true;
  }
}
