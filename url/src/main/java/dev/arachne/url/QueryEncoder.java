package dev.arachne.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encodes queries after encoding them in a document's legacy charset (WHATWG URL 1.3,
 * "percent-encode after encoding"): a character that the charset lacks becomes the numeric
 * character reference {@code %26%23…%3B} of its code point.
 */
final class QueryEncoder {
  private final CharsetEncoder encoder;
  private final ByteBuffer encoded = ByteBuffer.allocate(256);

  QueryEncoder(Charset charset) {
    encoder =
        charset
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Appends the query {@code in[from, to)}, which is UTF-8. */
  void append(byte[] in, int from, int to, ByteBuilder out) {
    int i = from;
    while (i < to) {
      int run = i;
      while (run < to && in[run] >= 0) {
        run++;
      }
      out.reserve(3 * (run - i));
      PercentEncoder.append(in, i, run, ByteClass.QUERY, out);
      i = run;
      while (run < to && in[run] < 0) {
        run++;
      }
      appendEncoded(CharBuffer.wrap(new String(in, i, run - i, StandardCharsets.UTF_8)), out);
      i = run;
    }
  }

  /**
   * Appends a run without ASCII, so that a charset with shift states returns to ASCII at its end.
   */
  private void appendEncoded(CharBuffer run, ByteBuilder out) {
    encoder.reset();
    CoderResult result;
    do {
      result = encoder.encode(run, encoded, true);
      drain(out);
      if (result.isError()) {
        encoder.flush(encoded);
        drain(out);
        encoder.reset();
        int codePoint = Character.codePointAt(run, 0);
        run.position(run.position() + result.length());
        appendReference(codePoint, out);
      }
    } while (!result.isUnderflow());
    encoder.flush(encoded);
    drain(out);
  }

  private void drain(ByteBuilder out) {
    encoded.flip();
    out.reserve(3 * encoded.limit());
    while (encoded.hasRemaining()) {
      byte b = encoded.get();
      if ((ByteClass.of(b) & ByteClass.QUERY) == 0) {
        out.append(b);
      } else {
        out.appendEncoded(b);
      }
    }
    encoded.clear();
  }

  private static void appendReference(int codePoint, ByteBuilder out) {
    byte[] reference = ("%26%23" + codePoint + "%3B").getBytes(StandardCharsets.US_ASCII);
    out.reserve(reference.length);
    out.append(reference, 0, reference.length);
  }
}
