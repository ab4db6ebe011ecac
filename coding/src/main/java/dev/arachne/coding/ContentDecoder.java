package dev.arachne.coding;

import static java.util.Objects.requireNonNull;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/*
 * A body is decoded when it is complete, pulled through a chain of streams into one array. The
 * bounds are tested as bytes are decoded, so a bomb yields at most the bytes of a bound and one
 * read. Decoding during reception would hold a window (32 KiB of deflate, up to 16 MiB of br) for
 * every slow server; this way a waiting body costs only its compressed bytes.
 *
 * Other code may run between two reads and between two steps of the input (CodedInput). So a
 * decoding owns all its state until its end: it takes the shared objects, output arrays and
 * inflaters, from a pool and returns them.
 */

/**
 * Undoes content codings. Confined to one thread or one event loop; holds native memory until
 * closed. Several bodies may be decoded concurrently if a {@link Pause} yields.
 */
public final class ContentDecoder implements AutoCloseable {

  /** Up to this many decoded bytes the ratio is not tested. */
  public static final long RATIO_FLOOR = 1 << 20;

  /**
   * Coded bytes that may yield no content, beyond two for each byte of it; decoders also read
   * ahead. Empty blocks and frames, skipped ones and header fields are such bytes.
   */
  public static final long OVERHEAD_FLOOR = 128 << 10;

  /** Decoded bytes that come at a time, which may be beyond a bound. */
  public static final int READ_BYTES = 16 << 10;

  private static final int KEPT_INFLATERS = 16;

  /** Most pages decode to less than this multiple of their coded bytes. */
  private static final int USUAL_RATIO = 4;

  /** The size above which an array has no spare quarter. */
  private static final int LARGE = 1 << 20;

  private static final byte[] NOTHING = {};

  /** The source of arrays for decoded bytes. Called by the thread of the decoder. */
  public interface Arrays {
    /** New ones, left to the collector. */
    Arrays NEW =
        new Arrays() {
          @Override
          public byte[] take(int bytes) {
            return new byte[bytes];
          }

          @Override
          public void giveBack(byte[] array) {}
        };

    /** An array for {@code bytes} or more, with arbitrary content. */
    byte[] take(int bytes);

    /** Returns an array that the decoder does not use any more. */
    void giveBack(byte[] array);
  }

  /** The outcome for a body. Its arrays are passed on, not compared. */
  @SuppressWarnings("ArrayRecordComponent")
  public sealed interface Outcome {
    /** The length of the array that it has. */
    default int room() {
      return switch (this) {
        case Decoded(byte[] array, int _) -> array.length;
        case Unfinished(byte[] array, int _) -> array.length;
        case TooLarge _, Corrupt _ -> 0;
      };
    }

    /** The body, up to the end in its coding: the first {@code length} bytes. */
    record Decoded(byte[] array, int length) implements Outcome {
      /** A copy of the body. */
      public byte[] body() {
        return java.util.Arrays.copyOf(array, length);
      }
    }

    /** The bytes decoded before the coded bytes ended early: the first {@code length} bytes. */
    record Unfinished(byte[] array, int length) implements Outcome {
      /** A copy of the decoded bytes. */
      public byte[] body() {
        return java.util.Arrays.copyOf(array, length);
      }
    }

    /** The body exceeds this bound. */
    record TooLarge(CodingLimits.Kind limit, long bound) implements Outcome {}

    /** The body is not in this coding. */
    record Corrupt(ContentCoding coding) implements Outcome {}
  }

  /** Whether all coded bytes are there. */
  public enum Ending {
    /** All of them: an error at their end is one. */
    COMPLETE,
    /** The end is missing: an error there only reflects that. */
    CUT
  }

  /** A pause for other code while a body is decoded. */
  @FunctionalInterface
  public interface Pause {
    /** No others. */
    Pause NEVER = () -> {};

    /** Yields if it is time; may throw an exception that ends the decoding. */
    void giveWay();
  }

  /**
   * The coded bytes yield too little content. Unchecked, for the streams of others to let it pass.
   */
  private static final class ExcessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExcessException() {
      super("coded bytes without content", null, false, false);
    }
  }

  private final CodingLimits limits;
  private final Arrays arrays;
  private final ArrayDeque<Inflater> idleInflaters = new ArrayDeque<>();
  private boolean closed;

  /** A decoder within these limits, to new arrays. */
  public ContentDecoder(CodingLimits limits) {
    this(limits, Arrays.NEW);
  }

  /** A decoder within these limits, to these arrays. */
  public ContentDecoder(CodingLimits limits, Arrays arrays) {
    this.limits = limits;
    this.arrays = arrays;
  }

  /**
   * Undoes these codings, the last one first. None of them has an empty form, so an empty body is
   * unfinished.
   */
  public Outcome decode(List<ContentCoding> codings, byte[] body, Ending ending) {
    long most = limits.decodedBytes();
    return decode(codings, body, 0, body.length, ending, most, Excess.REFUSED, Pause.NEVER);
  }

  /** The treatment of decoded bytes beyond the bound. */
  public enum Excess {
    /** The body is too large. */
    REFUSED,
    /** The beginning is the outcome, unfinished. */
    LEFT_OUT
  }

  /**
   * Undoes the codings of a body in {@code bytes[from, to)}, with another bound on decoded bytes.
   *
   * @param pause is called every few thousand bytes; its exceptions end the decoding
   */
  public Outcome decode(
      List<ContentCoding> codings,
      byte[] bytes,
      int from,
      int to,
      Ending ending,
      long most,
      Excess excess,
      Pause pause) {
    if (from == to) {
      return new Outcome.Unfinished(NOTHING, 0);
    }
    if (codings.size() > limits.codings()) {
      return new Outcome.TooLarge(CodingLimits.Kind.CODINGS, limits.codings());
    }
    var decoding = new Decoding(to - from, most, pause);
    try {
      Outcome.TooLarge tooLarge =
          decoding.run(codings, CodedInput.of(bytes, from, to, decoding::look));
      if (tooLarge == null) {
        return decoding.decoded();
      }
      return excess == Excess.LEFT_OUT ? decoding.unfinished() : tooLarge;
    } catch (ExcessException e) {
      return new Outcome.TooLarge(CodingLimits.Kind.CODED_BYTES, OVERHEAD_FLOOR);
    } catch (IOException | RuntimeException e) {
      // The br decoder reports corrupt bytes by runtime exceptions of several kinds.
      decoding.rethrowOfPause();
      boolean endedEarly = e instanceof EOFException || ending == Ending.CUT;
      return endedEarly ? decoding.unfinished() : new Outcome.Corrupt(codings.getLast());
    } finally {
      decoding.end();
    }
  }

  /** The bound on decoded bytes. */
  public long limit() {
    return limits.decodedBytes();
  }

  /** Bytes that {@code coded} bytes can decode to within the limits. */
  public long mostDecoded(int coded) {
    return Math.min(
        limits.decodedBytes(), Math.max(RATIO_FLOOR, (long) limits.decodedRatio() * (coded + 1)));
  }

  @Override
  public void close() {
    closed = true;
    idleInflaters.forEach(Inflater::end);
    idleInflaters.clear();
  }

  /** The decoding of one body. */
  private final class Decoding {
    private final long most;
    private final Pause pause;
    private final ArrayDeque<Inflater> inflaters = new ArrayDeque<>();
    private final int codedBytes;

    /** Null once it is handed over. */
    private byte @Nullable [] output;

    private int length;

    /** The exception of the pause, which is not a fault of the body. */
    private @Nullable RuntimeException ofPause;

    Decoding(int codedBytes, long most, Pause pause) {
      this.codedBytes = codedBytes;
      this.most = most;
      this.pause = pause;
      long usual = Math.min((long) USUAL_RATIO * codedBytes, most);
      this.output = arrays.take((int) Math.max(usual, 0) + READ_BYTES);
    }

    Outcome.@Nullable TooLarge run(List<ContentCoding> codings, CodedInput input)
        throws IOException {
      InputStream decoded = input;
      for (ContentCoding coding : codings.reversed()) {
        decoded = undo(coding, decoded == input ? input : CodedInput.of(decoded, this::look));
      }
      return drain(decoded);
    }

    Outcome.Decoded decoded() {
      return new Outcome.Decoded(handedOver(), length);
    }

    Outcome.Unfinished unfinished() {
      return new Outcome.Unfinished(handedOver(), length);
    }

    private byte[] handedOver() {
      if (length > LARGE && requireNonNull(output).length - length > length / 4) {
        moveTo(length);
      }
      byte[] array = requireNonNull(output);
      output = null;
      return array;
    }

    private byte[] moveTo(int room) {
      byte[] from = requireNonNull(output);
      byte[] to = arrays.take(room);
      System.arraycopy(from, 0, to, 0, length);
      output = to;
      arrays.giveBack(from);
      return to;
    }

    /** Returns the objects that were taken. */
    void end() {
      for (Inflater inflater : inflaters) {
        if (closed || idleInflaters.size() == KEPT_INFLATERS) {
          inflater.end();
        } else {
          inflater.reset();
          idleInflaters.push(inflater);
        }
      }
      if (output != null) {
        arrays.giveBack(output);
      }
    }

    /** Called between two steps of an input, of which {@code read} bytes were read. */
    private void look(long read) {
      if (read - 2L * length > OVERHEAD_FLOOR) {
        throw new ExcessException();
      }
      giveWay();
    }

    private void giveWay() {
      try {
        pause.giveWay();
      } catch (RuntimeException e) {
        ofPause = e;
        throw e;
      }
    }

    void rethrowOfPause() {
      if (ofPause != null) {
        throw ofPause;
      }
    }

    private InputStream undo(ContentCoding coding, CodedInput coded) throws IOException {
      return switch (coding) {
        case GZIP -> InflatingStream.gzip(coded, inflater());
        case DEFLATE -> InflatingStream.deflate(coded, inflater());
        case BROTLI -> Brotli.undo(coded);
        case ZSTD -> new ZstdStream(coded, limits.decodedBytes());
      };
    }

    private Inflater inflater() {
      Inflater inflater = idleInflaters.isEmpty() ? new Inflater(true) : idleInflaters.pop();
      inflaters.push(inflater);
      return inflater;
    }

    private Outcome.@Nullable TooLarge drain(InputStream decoded) throws IOException {
      byte[] into = requireNonNull(output);
      while (true) {
        if (into.length - length < READ_BYTES) {
          long room = Math.min(2L * into.length, most + 2L * READ_BYTES);
          into = moveTo((int) Math.max(room, length + READ_BYTES));
        }
        int n = decoded.read(into, length, READ_BYTES);
        if (n < 0) {
          return null;
        }
        length += n;
        if (length > most) {
          return new Outcome.TooLarge(CodingLimits.Kind.DECODED_BYTES, most);
        }
        if (length > RATIO_FLOOR && length / limits.decodedRatio() > codedBytes) {
          return new Outcome.TooLarge(CodingLimits.Kind.DECODED_RATIO, limits.decodedRatio());
        }
        giveWay();
      }
    }
  }
}
