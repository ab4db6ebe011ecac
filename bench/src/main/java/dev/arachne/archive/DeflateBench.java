package dev.arachne.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast pages are compressed, each a stream of its own, by our encoder and by the JDK's, which
 * is zlib. One operation is one page; {@code in} and {@code out} are megabytes a second of one
 * core.
 *
 * <pre>java -jar bench/target/bench.jar DeflateBench -p site=FOLDER</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DeflateBench {
  private static final int PAGES = 500;

  /** A folder of HTML pages; the benchmark fails with a message where it is absent. */
  @Param("/usr/share/doc/openjdk-17-doc/api")
  public String site = "";

  /** Ours, or a level of zlib. */
  @Param({"ours", "1", "3", "4", "6"})
  public String encoder = "";

  private final FastDeflater ours = new FastDeflater();
  private final byte[] buffer = new byte[1 << 16];
  private Deflater zlib = new Deflater();
  private List<byte[]> pages = List.of();
  private int next;

  /** Counts bytes. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    /** Megabytes that were compressed, 10^6 bytes each. */
    public double in;

    /** Megabytes that they came to. */
    public double out;
  }

  private static final class Counter extends OutputStream {
    private long count;

    @Override
    public void write(int octet) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      count += length;
    }
  }

  @Setup
  public void read() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(site), FileVisitOption.FOLLOW_LINKS)) {
      List<Path> found =
          files.filter(each -> each.toString().endsWith(".html")).sorted().limit(PAGES).toList();
      pages = new ArrayList<>();
      for (Path each : found) {
        pages.add(Files.readAllBytes(each));
      }
    }
    zlib = new Deflater(encoder.equals("ours") ? 1 : Integer.parseInt(encoder), true);
  }

  @Benchmark
  public long page(Volume volume) throws IOException {
    byte[] page = pages.get(next++ % pages.size());
    var out = new Counter();
    if (encoder.equals("ours")) {
      ours.reset();
      ours.add(page, 0, page.length, out);
      ours.finish();
      ours.flush(out);
    } else {
      zlib.reset();
      zlib.setInput(page);
      zlib.finish();
      while (!zlib.finished()) {
        out.write(buffer, 0, zlib.deflate(buffer));
      }
    }
    volume.in += page.length / 1e6;
    volume.out += out.count / 1e6;
    return out.count;
  }
}
