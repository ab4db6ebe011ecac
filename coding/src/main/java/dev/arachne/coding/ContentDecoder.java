package dev.arachne.coding;

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
 * A body is decoded when all of it has come, pulled through a chain of streams into one array: the
 * bounds are tested as the bytes appear, so a bomb makes no more of them than a bound and one read
 * allow. Decoding on the way would hold a window (32 KiB of deflate, up to 16 MiB of br) for every
 * slow server; like this a waiting body costs its compressed bytes.
 *
 * Others may run between two reads and between two steps of the input (CodedInput). So all that a
 * decoding touches is its own until it is over: what one decoding after another uses, output arrays
 * and inflaters, is taken from a stack and put back.
 */

/**
 * Undoes content codings. Confined to one thread or one event loop; holds native memory until
 * closed. Several bodies may be decoded at once if a {@link Pause} lets others run.
 */
public final class ContentDecoder implements AutoCloseable {

  /** Up to this many decoded bytes the ratio is not tested. */
  public static final long RATIO_FLOOR = 1 << 20;

  /**
   * Coded bytes that may bring no content, beyond two for each byte of it; decoders also read
   * ahead. Empty blocks and frames, skipped ones and header fields are such bytes.
   */
  public static final long OVERHEAD_FLOOR = 128 << 10;

  /** Decoded bytes that come at a time, which may be beyond a bound. */
  public static final int READ_BYTES = 16 << 10;

  /** An output array beyond this is not kept, in bytes. */
  public static final int KEPT_BYTES = 1 << 20;

  private static final int KEPT_INFLATERS = 16;

  /** What became of a body. Its arrays are handed over, not compared. */
  @SuppressWarnings("ArrayRecordComponent")
  public sealed interface Outcome {
    /** How many decoded bytes it has. */
    default int bytes() {
      return switch (this) {
        case Decoded(byte[] body) -> body.length;
        case Unfinished(byte[] body) -> body.length;
        case TooLarge _, Corrupt _ -> 0;
      };
    }

    /** The body, up to where its coding says it ends. */
    record Decoded(byte[] body) implements Outcome {}

    /** What could be decoded before the coded bytes ended early. */
    record Unfinished(byte[] body) implements Outcome {}

    /** The body has more than this bound of something. */
    record TooLarge(CodingLimits.Kind limit, long bound) implements Outcome {}

    /** The body is not in this coding. */
    record Corrupt(ContentCoding coding) implements Outcome {}
  }

  /** Whether all coded bytes are there. */
  public enum Ending {
    /** All of them: an error at their end is one. */
    COMPLETE,
    /** The end is missing: an error there says no more than that. */
    CUT
  }

  /** What others need while a body is decoded. */
  @FunctionalInterface
  public interface Pause {
    /** No others. */
    Pause NEVER = () -> {};

    /** Lets them run if it is time; may throw what ends the decoding. */
    void giveWay();
  }

  /** Coded bytes bring too little content. Unchecked, for the streams of others to let it pass. */
  private static final class ExcessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExcessException() {
      super("coded bytes without content", null, false, false);
    }
  }

  private final CodingLimits limits;
  private final ArrayDeque<Inflater> idleInflaters = new ArrayDeque<>();
  private final ArrayDeque<byte[]> idleOutputs = new ArrayDeque<>();
  private boolean closed;

  /** A decoder within these limits. */
  public ContentDecoder(CodingLimits limits) {
    this.limits = limits;
  }

  /**
   * Undoes these codings, the last one first. None of them has an empty form, so no bytes at all
   * are unfinished.
   */
  public Outcome decode(List<ContentCoding> codings, byte[] body, Ending ending) {
    return decode(codings, body, ending, limits.decodedBytes(), Pause.NEVER);
  }

  /**
   * The same, with another bound on decoded bytes.
   *
   * @param pause is called every few thousand bytes; what it throws ends the decoding
   */
  public Outcome decode(
      List<ContentCoding> codings, byte[] body, Ending ending, long most, Pause pause) {
    return decode(codings, body, ending, most, Excess.REFUSED, pause);
  }

  /** The same; of a body that decodes to more, the beginning is the outcome, unfinished. */
  public Outcome decodeStart(
      List<ContentCoding> codings, byte[] body, Ending ending, long most, Pause pause) {
    return decode(codings, body, ending, most, Excess.LEFT_OUT, pause);
  }

  /** What becomes of decoded bytes beyond the bound. */
  private enum Excess {
    REFUSED,
    LEFT_OUT
  }

  private Outcome decode(
      List<ContentCoding> codings,
      byte[] body,
      Ending ending,
      long most,
      Excess excess,
      Pause pause) {
    if (body.length == 0) {
      return new Outcome.Unfinished(body);
    }
    if (codings.size() > limits.codings()) {
      return new Outcome.TooLarge(CodingLimits.Kind.CODINGS, limits.codings());
    }
    var decoding = new Decoding(most, pause);
    try {
      Outcome.TooLarge tooLarge = decoding.run(codings, body);
      if (tooLarge == null) {
        return new Outcome.Decoded(decoding.decoded());
      }
      return excess == Excess.LEFT_OUT ? new Outcome.Unfinished(decoding.decoded()) : tooLarge;
    } catch (ExcessException e) {
      return new Outcome.TooLarge(CodingLimits.Kind.CODED_BYTES, OVERHEAD_FLOOR);
    } catch (IOException | RuntimeException e) {
      // The br decoder tells corrupt bytes by runtime exceptions of several kinds.
      decoding.rethrowOfPause();
      boolean endedEarly = e instanceof EOFException || ending == Ending.CUT;
      return endedEarly
          ? new Outcome.Unfinished(decoding.decoded())
          : new Outcome.Corrupt(codings.getLast());
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
    private byte[] output = idleOutputs.isEmpty() ? new byte[READ_BYTES] : idleOutputs.pop();
    private int length;

    /** What the pause threw, which says nothing of the body. */
    private @Nullable RuntimeException ofPause;

    Decoding(long most, Pause pause) {
      this.most = most;
      this.pause = pause;
    }

    Outcome.@Nullable TooLarge run(List<ContentCoding> codings, byte[] body) throws IOException {
      CodedInput input = CodedInput.of(body, this::look);
      InputStream decoded = input;
      for (ContentCoding coding : codings.reversed()) {
        decoded = undo(coding, decoded == input ? input : CodedInput.of(decoded, this::look));
      }
      return drain(decoded, body.length);
    }

    byte[] decoded() {
      return Arrays.copyOf(output, length);
    }

    /** Gives back what was taken. */
    void end() {
      for (Inflater inflater : inflaters) {
        if (closed || idleInflaters.size() == KEPT_INFLATERS) {
          inflater.end();
        } else {
          inflater.reset();
          idleInflaters.push(inflater);
        }
      }
      if (output.length <= KEPT_BYTES && idleOutputs.isEmpty()) {
        idleOutputs.push(output);
      }
    }

    /** Between two steps of an input of which so many bytes were read. */
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
        case BROTLI -> new BrotliInputStream(coded);
        case ZSTD -> new ZstdStream(coded, limits.decodedBytes());
      };
    }

    private Inflater inflater() {
      Inflater inflater = idleInflaters.isEmpty() ? new Inflater(true) : idleInflaters.pop();
      inflaters.push(inflater);
      return inflater;
    }

    private Outcome.@Nullable TooLarge drain(InputStream decoded, int codedBytes)
        throws IOException {
      while (true) {
        if (output.length - length < READ_BYTES) {
          long room = Math.min(2L * output.length, most + 2L * READ_BYTES);
          output = Arrays.copyOf(output, (int) Math.max(room, length + READ_BYTES));
        }
        int n = decoded.read(output, length, READ_BYTES);
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
