package dev.arachne.bench;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import io.mola.galimatias.GalimatiasParseException;
import io.mola.galimatias.URL;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of one link: a reference as it is in a page becomes a canonical URL and its fingerprint.
 * One operation is one link; the base is changed with each page, which is counted in.
 *
 * <pre>java -jar bench/target/bench.jar UrlBench -prof gc -p site=FOLDER</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(UrlBench.LINKS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class UrlBench {
  static final int LINKS = 50_000;

  /** A folder of HTML pages; the benchmark fails with a message where it is absent. */
  @Param("/usr/share/doc/openjdk-17-doc/api")
  public String site = "";

  private final UrlResolver resolver = new UrlResolver();
  private List<SiteLinks.Page> pages = List.of();

  @Setup
  public void readSite() throws IOException {
    Path folder = Path.of(site);
    if (!Files.isDirectory(folder)) {
      throw new IOException("SKIPPED: " + folder + " is absent; give a folder by -p site=FOLDER");
    }
    CrawlUrl root = CrawlUrl.of("https://docs.oracle.com/en/java/javase/17/docs/api/");
    pages = SiteLinks.read(folder.toRealPath(), root, LINKS);
  }

  /** The crawler's way: canonical bytes and fingerprint in scratch. */
  @Benchmark
  public long resolveInScratch() {
    long sum = 0;
    for (SiteLinks.Page page : pages) {
      resolver.base(page.base());
      List<byte[]> references = page.bytes();
      for (int i = 0; i < references.size(); i++) {
        byte[] reference = references.get(i);
        if (resolver.resolve(reference, 0, reference.length)) {
          sum += resolver.low();
        }
      }
    }
    return sum;
  }

  /** The same and a {@link CrawlUrl} of each, as for links that are new. */
  @Benchmark
  public void resolveToUrl(Blackhole sink) {
    for (SiteLinks.Page page : pages) {
      resolver.base(page.base());
      for (byte[] reference : page.bytes()) {
        if (resolver.resolve(reference, 0, reference.length)) {
          sink.consume(resolver.url());
        }
      }
    }
  }

  /** OkHttp, which keeps WHATWG's rules but for some; no fingerprint. */
  @Benchmark
  public void okhttp(Blackhole sink) {
    for (SiteLinks.Page page : pages) {
      HttpUrl base = HttpUrl.get(page.base().toString());
      for (String reference : page.references()) {
        @Nullable HttpUrl url = base.resolve(reference);
        sink.consume(url == null ? "" : url.toString());
      }
    }
  }

  /** Galimatias, written for WHATWG's rules of 2014; no fingerprint. */
  @Benchmark
  public void galimatias(Blackhole sink) throws GalimatiasParseException {
    for (SiteLinks.Page page : pages) {
      URL base = URL.parse(page.base().toString());
      for (String reference : page.references()) {
        try {
          sink.consume(base.resolve(reference).toString());
        } catch (GalimatiasParseException e) {
          sink.consume(e);
        }
      }
    }
  }

  /** The JDK's URI, which follows RFC 2396; no fingerprint. */
  @Benchmark
  public void javaNetUri(Blackhole sink) {
    for (SiteLinks.Page page : pages) {
      URI base = URI.create(page.base().toString());
      for (String reference : page.references()) {
        try {
          sink.consume(base.resolve(reference).toString());
        } catch (IllegalArgumentException e) {
          sink.consume(e);
        }
      }
    }
  }
}
