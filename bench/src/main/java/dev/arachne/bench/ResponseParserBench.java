package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseParser;
import dev.arachne.protocol.ResponseParser.Event;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The response parser alone: responses a second and, in the rows that end in {@code gigabytes}, GB
 * a second of replies that arrive in reads of 64 KiB. Two minutes:
 *
 * <pre>java -jar bench/target/bench.jar ResponseParserBench -f 1 -wi 3 -w 2 -i 5 -r 4</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResponseParserBench {

  private static final int READ_BYTES = 64 << 10;

  private static final String FIELDS =
      """
      Server: nginx/1.22.1
      Date: Sat, 21 Nov 2026 05:00:00 GMT
      Content-Type: text/html; charset=utf-8
      Last-Modified: Thu, 19 Nov 2026 10:11:12 GMT
      Connection: keep-alive
      Vary: Accept-Encoding
      ETag: "5f3d1a2b-6a5c"
      Cache-Control: max-age=600
      X-Content-Type-Options: nosniff
      Accept-Ranges: bytes
      """;

  /** The replies measured. */
  public enum Form {
    /** A head of eleven lines without a body. */
    HEAD_ALONE,
    /** A page of 26 KB with its length. */
    PAGE,
    /** The same in chunks of 4 KiB. */
    CHUNKED_PAGE,
    /** A megabyte with its length. */
    MEGABYTE
  }

  /** Bytes a second, in addition to the responses a second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    private long bytes;

    /** JMH does this by itself for fields alone. */
    @Setup(Level.Iteration)
    public void reset() {
      bytes = 0;
    }

    /** Thousands of millions of bytes parsed. */
    public double gigabytes() {
      return bytes / 1e9;
    }
  }

  /** Which reply is measured. */
  @Param public Form form = Form.HEAD_ALONE;

  private byte[] reply = {};

  /** Writes the reply. */
  @Setup
  public void write() {
    reply =
        switch (form) {
          case HEAD_ALONE -> reply("Content-Length: 0", new byte[0]);
          case PAGE -> reply("Content-Length: 26000", page(26_000));
          case CHUNKED_PAGE -> reply("Transfer-Encoding: chunked", chunks(page(26_000), 4 << 10));
          case MEGABYTE -> reply("Content-Length: " + (1 << 20), page(1 << 20));
        };
  }

  /** One response, parsed from its first byte to its last. */
  @Benchmark
  public long response(Volume volume) {
    var parser = new ResponseParser(HttpMethod.GET, HttpLimits.DEFAULT);
    int read = 0;
    long body = 0;
    while (true) {
      Event event = parser.next();
      switch (event) {
        case HEAD -> {}
        case BODY -> body += parser.to() - parser.from();
        case NEED_INPUT -> {
          int end = Math.min(reply.length, read + READ_BYTES);
          parser.input(reply, read, end);
          read = end;
        }
        case COMPLETE -> {
          volume.bytes += reply.length;
          return body;
        }
        case TRUNCATED, FAILED -> throw new IllegalStateException(event.toString());
      }
    }
  }

  private static byte[] reply(String framing, byte[] body) {
    String head = "HTTP/1.1 200 OK\n" + FIELDS + framing + "\n\n";
    byte[] start = head.replace("\n", "\r\n").getBytes(US_ASCII);
    byte[] whole = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return whole;
  }

  private static byte[] page(int length) {
    byte[] page = new byte[length];
    Arrays.fill(page, (byte) 'x');
    return page;
  }

  private static byte[] chunks(byte[] body, int chunkBytes) {
    var chunks = new ByteArrayOutputStream();
    for (int from = 0; from < body.length; from += chunkBytes) {
      int length = Math.min(chunkBytes, body.length - from);
      chunks.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      chunks.write(body, from, length);
      chunks.writeBytes(new byte[] {'\r', '\n'});
    }
    chunks.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return chunks.toByteArray();
  }
}
