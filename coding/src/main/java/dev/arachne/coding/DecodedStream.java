package dev.arachne.coding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the content codings of a body that is too large for memory, while it is read. It takes the
 * memory of its codings (32 KiB of deflate, up to 16 MiB of br, up to 8 MiB of zstd). The bounds of
 * {@link CodingLimits} apply, except for the one on decoded bytes. Used by one thread at a time;
 * holds native memory until it is closed.
 *
 * <p>A fault of the body is a {@link CodingException}; any other {@link IOException} is one of the
 * source.
 */
public final class DecodedStream extends InputStream {
  /** The largest window of zstd (RFC 9659). */
  private static final long MAX_WINDOW = 8L << 20;

  private final Source source;
  private final long codedBytes;
  private final List<ContentCoding> codings;
  private final CodingLimits limits;
  private final List<Inflater> inflaters = new ArrayList<>();
  private @Nullable InputStream decoded;
  private long length;

  /**
   * The coded bytes yield too little content. Unchecked, for the streams of others to let it pass.
   */
  private static final class ExcessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExcessException() {
      super("coded bytes without content", null, false, false);
    }
  }

  /** Remembers its failure, which decoders may hide. */
  private static final class Source extends InputStream {
    private final InputStream from;
    private @Nullable IOException failure;

    Source(InputStream from) {
      this.from = from;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      try {
        return from.read(into, offset, count);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      from.close();
    }
  }

  /**
   * A stream of the decoded bytes of a body.
   *
   * @param coded the body; closed with this stream
   * @param codedBytes its length
   * @param codings in the order in which they were applied
   */
  public DecodedStream(
      InputStream coded, long codedBytes, List<ContentCoding> codings, CodingLimits limits) {
    this.source = new Source(coded);
    this.codedBytes = codedBytes;
    this.codings = List.copyOf(codings);
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (count == 0) {
      return 0; // Decoders would look for a byte without end.
    }
    int n;
    try {
      if (decoded == null) {
        decoded = chain();
      }
      n = decoded.read(into, offset, count);
    } catch (CodingException e) {
      throw e;
    } catch (ExcessException e) {
      throw tooLarge(CodingLimits.Kind.CODED_BYTES, ContentDecoder.OVERHEAD_FLOOR);
    } catch (IOException | RuntimeException e) {
      // The br decoder reports corrupt bytes by runtime exceptions of several kinds.
      if (source.failure != null) {
        throw source.failure;
      }
      boolean endedEarly = e instanceof EOFException;
      throw new CodingException(
          endedEarly ? new CodingFault.Unfinished() : new CodingFault.Corrupt(codings.getLast()),
          e);
    }
    length += Math.max(0, n);
    if (length > ContentDecoder.RATIO_FLOOR && length / limits.decodedRatio() > codedBytes) {
      throw tooLarge(CodingLimits.Kind.DECODED_RATIO, limits.decodedRatio());
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    inflaters.forEach(Inflater::end);
    inflaters.clear();
    source.close();
  }

  private InputStream chain() throws IOException {
    if (codings.size() > limits.codings()) {
      throw tooLarge(CodingLimits.Kind.CODINGS, limits.codings());
    }
    InputStream stream = source;
    for (ContentCoding coding : codings.reversed()) {
      stream = undo(coding, CodedInput.of(stream, this::look));
    }
    return stream;
  }

  private InputStream undo(ContentCoding coding, CodedInput coded) throws IOException {
    return switch (coding) {
      case GZIP -> InflatingStream.gzip(coded, inflater());
      case DEFLATE -> InflatingStream.deflate(coded, inflater());
      case BROTLI -> Brotli.undo(coded);
      case ZSTD -> new ZstdStream(coded, MAX_WINDOW);
    };
  }

  private Inflater inflater() {
    var inflater = new Inflater(true);
    inflaters.add(inflater);
    return inflater;
  }

  /** Called between two steps of an input, of which {@code read} bytes were read. */
  private void look(long read) {
    if (read - 2 * length > ContentDecoder.OVERHEAD_FLOOR) {
      throw new ExcessException();
    }
  }

  private static CodingException tooLarge(CodingLimits.Kind limit, long bound) {
    return new CodingException(new CodingFault.TooLarge(limit, bound));
  }
}
