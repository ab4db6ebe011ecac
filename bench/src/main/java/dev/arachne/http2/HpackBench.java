package dev.arachne.http2;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading HTTP/2: all stories of the HPACK suite as nghttp2 wrote them, by this project's decoder
 * and by those of Netty and Apache HttpComponents; and a page of 26 KB in frames, by this project's
 * connection. The directory of the suites is in the property {@code arachne.suites}:
 *
 * <pre>java -jar bench/target/bench.jar HpackBench -jvmArgsAppend -Darachne.suites=DIR</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HpackBench {

  private static final String SUITE = "hpack/nghttp2-16384-4096.tar.gz";
  private static final int TABLE = 16_384;
  private static final int LIST = 1 << 20;
  private static final int TAR_BLOCK = 512;
  private static final int PAGE_BYTES = 26_000;

  /** The sections of each story, in their order. */
  private List<List<byte[]>> stories = List.of();

  private byte[] response = {};

  /** Reads the suite, and makes the response. */
  @Setup
  public void prepare() throws IOException {
    stories = stories(Path.of(System.getProperty("arachne.suites", "../shared/suites"), SUITE));
    var server = new FrameWriter();
    server.settings();
    var encoder = new HpackEncoder();
    encoder.begin();
    encoder.field(":status", "200");
    encoder.field("server", "nginx/1.22.1");
    encoder.field("date", "Sat, 21 Nov 2026 05:00:00 GMT");
    encoder.field("content-type", "text/html; charset=utf-8");
    encoder.field("content-length", "" + PAGE_BYTES);
    server.headers(1, encoder.bytes(), encoder.length(), 16_384, false);
    byte[] page = new byte[PAGE_BYTES];
    server.data(1, page, 0, 16_384, false);
    server.data(1, page, 16_384, PAGE_BYTES - 16_384, true);
    ByteBuffer taken = server.take();
    response = new byte[taken.remaining()];
    taken.get(response);
  }

  /** Fields of all stories, by this project. */
  @Benchmark
  public int own() throws Http2Exception {
    int fields = 0;
    for (List<byte[]> story : stories) {
      var decoder = new HpackDecoder(TABLE);
      for (byte[] section : story) {
        var into = new FieldSection(HttpLimits.DEFAULT);
        decoder.decode(section, 0, section.length, into);
        fields += into.headers(0).count();
      }
    }
    return fields;
  }

  /** Fields of all stories, by Netty. */
  @Benchmark
  public int netty() throws Exception {
    int fields = 0;
    for (List<byte[]> story : stories) {
      var decoder = new DefaultHttp2HeadersDecoder(false, LIST);
      decoder.configuration().maxHeaderTableSize(TABLE);
      for (byte[] section : story) {
        ByteBuf bytes = Unpooled.wrappedBuffer(section);
        fields += decoder.decodeHeaders(1, bytes).size();
      }
    }
    return fields;
  }

  /** Fields of all stories, by Apache HttpComponents. */
  @Benchmark
  public int apache() throws Exception {
    int fields = 0;
    for (List<byte[]> story : stories) {
      var decoder = new HPackDecoder(TABLE, StandardCharsets.ISO_8859_1);
      for (byte[] section : story) {
        fields += decoder.decodeHeaders(ByteBuffer.wrap(section)).size();
      }
    }
    return fields;
  }

  /** A request and its response of 26 KB on a new connection, by this project. */
  @Benchmark
  public long ownResponse() {
    var connection = new ClientConnection(HttpLimits.DEFAULT);
    connection.request(
        HttpMethod.GET, "https", "site.example.com", "/page", List.of(), false, Long.MAX_VALUE);
    connection.takeOutput();
    connection.input(response, 0, response.length);
    long bytes = 0;
    while (true) {
      switch (connection.next()) {
        case DATA -> bytes += connection.to() - connection.from();
        case END -> {
          return bytes;
        }
        default -> {}
      }
    }
  }

  /** The sections in the JSON files of a gzipped tar archive. */
  private static List<List<byte[]>> stories(Path archive) throws IOException {
    var stories = new ArrayList<List<byte[]>>();
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(archive)));
        var in = new DataInputStream(gzip)) {
      byte[] header = new byte[TAR_BLOCK];
      for (in.readFully(header); header[0] != 0; in.readFully(header)) {
        String digits = new String(header, 124, 11, StandardCharsets.ISO_8859_1);
        int size = Integer.parseInt(digits.strip(), 8);
        String content = new String(in.readNBytes(size), StandardCharsets.UTF_8);
        in.skipNBytes((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
        stories.add(sections(content));
      }
    }
    return stories;
  }

  private static List<byte[]> sections(String json) {
    var sections = new ArrayList<byte[]>();
    String mark = "\"wire\": \"";
    for (int at = json.indexOf(mark); at >= 0; at = json.indexOf(mark, at + 1)) {
      int from = at + mark.length();
      sections.add(HexFormat.of().parseHex(json.substring(from, json.indexOf('"', from))));
    }
    return sections;
  }
}
