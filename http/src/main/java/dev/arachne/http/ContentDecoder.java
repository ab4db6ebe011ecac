package dev.arachne.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Inflater;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/*
 * A body is decoded when all of it has come, pulled through a chain of streams into one array that
 * belongs to the loop: the bounds are tested as the bytes appear, so a bomb makes no more of them
 * than a bound and one read allow. Decoding on the way would hold a window (32 KiB of deflate, up to
 * 16 MiB of br) for every slow server; like this a waiting body costs its compressed bytes, and the
 * few decoders of a loop are used again and again.
 */

/** Undoes content codings. Confined to one loop; holds native memory until closed. */
final class ContentDecoder implements AutoCloseable {

  /** Up to this many decoded bytes the ratio is not tested. */
  static final long RATIO_FLOOR = 1 << 20;

  private static final int READ_BYTES = 16 << 10;

  /** An output array beyond this is not kept, in bytes. */
  static final int KEPT_BYTES = 1 << 20;

  /** What became of a body. Its arrays are handed over, not compared. */
  @SuppressWarnings("ArrayRecordComponent")
  sealed interface Outcome {
    /** How many decoded bytes it has. */
    default int bytes() {
      return switch (this) {
        case Decoded(byte[] body) -> body.length;
        case Unfinished(byte[] body) -> body.length;
        case Failed _ -> 0;
      };
    }

    /** The body, up to where its coding says it ends. */
    record Decoded(byte[] body) implements Outcome {}

    /** What could be decoded before the coded bytes ended early. */
    record Unfinished(byte[] body) implements Outcome {}

    /** The body is unusable. */
    record Failed(HttpFailure failure) implements Outcome {}
  }

  private final HttpLimits limits;
  private final ArrayDeque<Inflater> idleInflaters = new ArrayDeque<>();
  private byte[] output = new byte[READ_BYTES];
  private int length;

  ContentDecoder(HttpLimits limits) {
    this.limits = limits;
  }

  /**
   * Undoes these codings, the last one first. None of them has an empty form, so no bytes at all
   * are unfinished.
   *
   * @param framing whether all coded bytes are there; if not, an error at their end is none
   */
  Outcome decode(List<ContentCoding> codings, byte[] body, Completeness framing) {
    return decode(codings, body, framing, limits.decodedBytes());
  }

  /** The same, with another bound on decoded bytes. */
  Outcome decode(List<ContentCoding> codings, byte[] body, Completeness framing, long most) {
    if (body.length == 0) {
      return new Outcome.Unfinished(body);
    }
    if (codings.size() > limits.codings()) {
      return new Outcome.Failed(new HttpFailure.TooLarge(Limit.CODINGS, limits.codings()));
    }
    length = 0;
    InputStream decoding = new ByteArrayInputStream(body);
    var borrowed = new ArrayDeque<Inflater>();
    try {
      for (ContentCoding coding : codings.reversed()) {
        decoding = undo(coding, decoding, borrowed);
      }
      HttpFailure failure = drain(decoding, body.length, most);
      return failure == null
          ? new Outcome.Decoded(Arrays.copyOf(output, length))
          : new Outcome.Failed(failure);
    } catch (IOException | RuntimeException e) {
      // The br decoder tells corrupt bytes by runtime exceptions of several kinds.
      boolean endedEarly = e instanceof EOFException || framing instanceof Completeness.Truncated;
      return endedEarly
          ? new Outcome.Unfinished(Arrays.copyOf(output, length))
          : new Outcome.Failed(new HttpFailure.WrongCoding(codings.getLast().token()));
    } finally {
      for (Inflater inflater : borrowed) {
        inflater.reset();
        idleInflaters.push(inflater);
      }
      if (output.length > KEPT_BYTES) {
        output = new byte[READ_BYTES];
      }
    }
  }

  /** Bytes that {@code coded} bytes can decode to within the limits. */
  long mostDecoded(int coded) {
    return Math.min(
        limits.decodedBytes(), Math.max(RATIO_FLOOR, (long) limits.decodedRatio() * (coded + 1)));
  }

  @Override
  public void close() {
    idleInflaters.forEach(Inflater::end);
    idleInflaters.clear();
  }

  private InputStream undo(ContentCoding coding, InputStream coded, ArrayDeque<Inflater> borrowed)
      throws IOException {
    return switch (coding) {
      case GZIP -> InflatingStream.gzip(coded, borrow(borrowed));
      case DEFLATE -> InflatingStream.deflate(coded, borrow(borrowed));
      case BROTLI -> new BrotliInputStream(coded);
      case ZSTD -> new ZstdStream(coded, limits.decodedBytes());
    };
  }

  private Inflater borrow(ArrayDeque<Inflater> borrowed) {
    Inflater inflater = idleInflaters.isEmpty() ? new Inflater(true) : idleInflaters.pop();
    borrowed.push(inflater);
    return inflater;
  }

  private @Nullable HttpFailure drain(InputStream decoding, int codedBytes, long most)
      throws IOException {
    while (true) {
      if (output.length - length < READ_BYTES) {
        long room = Math.min(2L * output.length, most + 2L * READ_BYTES);
        output = Arrays.copyOf(output, (int) Math.max(room, length + READ_BYTES));
      }
      int n = decoding.read(output, length, READ_BYTES);
      if (n < 0) {
        return null;
      }
      length += n;
      if (length > most) {
        return new HttpFailure.TooLarge(Limit.DECODED_BYTES, most);
      }
      if (length > RATIO_FLOOR && length / limits.decodedRatio() > codedBytes) {
        return new HttpFailure.TooLarge(Limit.DECODED_RATIO, limits.decodedRatio());
      }
    }
  }
}
