package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.htmlparser.jericho.Config;
import net.htmlparser.jericho.HTMLElementName;
import net.htmlparser.jericho.LoggerProvider;
import net.htmlparser.jericho.Segment;
import net.htmlparser.jericho.StartTag;
import net.htmlparser.jericho.StreamedSource;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
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
 * How fast links are found on the pages of a site that lies in a folder. One operation is one page;
 * the column {@code megabytes} is megabytes a second of one core.
 *
 * <pre>java -jar bench/target/bench.jar LinkBench -p site=FOLDER</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class LinkBench {
  private static final int PAGES = 500;

  /** A folder of HTML pages; the benchmark fails with a message where it is absent. */
  @Param("/usr/share/doc/openjdk-17-doc/api")
  public String site = "";

  private final CrawlUrl url =
      CrawlUrl.of("https://docs.oracle.com/en/java/javase/17/docs/api/p.html");
  private final LinkExtractor everyKind = new LinkExtractor();
  private final LinkExtractor anchors =
      new LinkExtractor(LinkOptions.defaults().kinds(Set.of(OutlinkKind.ANCHOR)));
  private final LinkExtractor nothing = new LinkExtractor(LinkOptions.defaults().kinds(Set.of()));
  private List<byte[]> pages = List.of();
  private int next;

  /** Counts the bytes of the pages that were read. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    /** Megabytes, 10^6 bytes each. */
    public double megabytes;
  }

  @Setup
  public void readSite() throws IOException {
    Config.LoggerProvider = LoggerProvider.DISABLED;
    Path folder = Path.of(site);
    if (!Files.isDirectory(folder)) {
      throw new IOException("SKIPPED: " + folder + " is absent; give a folder by -p site=FOLDER");
    }
    List<Path> files;
    try (var paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      files = paths.filter(path -> path.toString().endsWith(".html")).sorted().toList();
    }
    List<byte[]> read = new ArrayList<>();
    for (int i = 0; i < files.size(); i += Math.max(1, files.size() / PAGES)) {
      read.add(Files.readAllBytes(files.get(i)));
    }
    pages = read;
  }

  /** Links of every kind, resolved and fingerprinted. */
  @Benchmark
  public long everyKind(Volume volume) {
    return extract(everyKind, nextPage(volume));
  }

  /** The links of {@code a} elements, resolved and fingerprinted. */
  @Benchmark
  public long anchors(Volume volume) {
    return extract(anchors, nextPage(volume));
  }

  /** The tokenizer and the page's statements about itself: no kind of link is extracted. */
  @Benchmark
  public long noLinks(Volume volume) {
    return extract(nothing, nextPage(volume));
  }

  /** {@code a[href]} of a jsoup document, the values not resolved. */
  @Benchmark
  public long jsoup(Volume volume) throws IOException {
    byte[] page = nextPage(volume);
    long sum = 0;
    for (Element anchor :
        Jsoup.parse(new ByteArrayInputStream(page), "UTF-8", "").select("a[href]")) {
      sum += anchor.attr("href").length();
    }
    return sum;
  }

  /** {@code a[href]} of jericho's streamed source, the values not resolved. */
  @Benchmark
  public long jericho(Volume volume) throws IOException {
    byte[] page = nextPage(volume);
    long sum = 0;
    var in = new InputStreamReader(new ByteArrayInputStream(page), UTF_8);
    try (StreamedSource source = new StreamedSource(in)) {
      for (Segment segment : source) {
        if (segment instanceof StartTag tag && tag.getName().equals(HTMLElementName.A)) {
          @Nullable String href = tag.getAttributeValue("href");
          sum += href == null ? 0 : href.length();
        }
      }
    }
    return sum;
  }

  /** A bare loop that looks for {@code <}: the cost of reading the bytes. */
  @Benchmark
  public long bareScan(Volume volume) {
    long count = 0;
    for (byte b : nextPage(volume)) {
      count += b == '<' ? 1 : 0;
    }
    return count;
  }

  private long extract(LinkExtractor extractor, byte[] page) {
    Fingerprints sum = new Fingerprints();
    extractor.extract(page, "text/html", url, (kind, target, note) -> sum.low += target.low());
    return sum.low;
  }

  private byte[] nextPage(Volume volume) {
    byte[] page = pages.get(next++ % pages.size());
    volume.megabytes += page.length / 1e6;
    return page;
  }

  private static final class Fingerprints {
    long low;
  }
}
