package dev.arachne.bench;

import com.sun.management.ThreadMXBean;
import dev.arachne.content.Heading;
import dev.arachne.content.PageContent;
import dev.arachne.content.PageLink;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.Reading;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.FSDirectory;

/**
 * The cost of Lucene alone for the pages of a crawl that was made with {@code --index}. It is the
 * CPU time of reading the notes, of analysis, and of writing an index of the same texts and links.
 * To be compared with the cost of {@code crawl} with {@code --index}, and without.
 *
 * <pre>java -cp bench/target/bench.jar --enable-native-access=ALL-UNNAMED \
 *   dev.arachne.bench.IndexCost site.crawl</pre>
 */
public final class IndexCost {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Analyzer analyzer = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
  private long pages;
  private long terms;
  private long reading;
  private long analysis;
  private long writing;

  private IndexCost() {}

  /** Measures the crawl in {@code arguments[0]}. */
  public static void main(String[] arguments) throws Exception {
    var cost = new IndexCost();
    Path files = Files.createTempDirectory("index-cost");
    try (FSDirectory directory = FSDirectory.open(files)) {
      var config =
          new IndexWriterConfig(cost.analyzer).setMergeScheduler(new SerialMergeScheduler());
      try (var writer = new IndexWriter(directory, config)) {
        CrawlPages.read(
            Path.of(arguments[0]),
            all -> {
              cost.measure(all, writer);
              return true;
            });
        long began = THREADS.getCurrentThreadCpuTime();
        writer.commit();
        cost.writing += THREADS.getCurrentThreadCpuTime() - began;
      }
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
    }
    Files.deleteIfExists(files);
    System.out.printf(
        "%,d pages, %,d terms; CPU: reading %,d ms, analysis alone %,d ms, an index with it %,d ms%n",
        cost.pages,
        cost.terms,
        cost.reading / 1_000_000,
        cost.analysis / 1_000_000,
        cost.writing / 1_000_000);
  }

  private void measure(CrawlPages all, IndexWriter writer) throws IOException {
    long[] began = {THREADS.getCurrentThreadCpuTime()};
    all.from(
        0,
        page -> {
          if (all.contentOf(page) instanceof Reading.Read(PageContent content)) {
            String headings =
                content.headings().stream().map(Heading::text).collect(Collectors.joining(". "));
            long read = THREADS.getCurrentThreadCpuTime();
            analyze(content.title());
            analyze(headings);
            analyze(content.text());
            long analyzed = THREADS.getCurrentThreadCpuTime();
            writer.addDocument(document(content, headings));
            long written = THREADS.getCurrentThreadCpuTime();
            reading += read - began[0];
            analysis += analyzed - read;
            writing += written - analyzed;
            pages++;
            began[0] = THREADS.getCurrentThreadCpuTime();
          }
        });
  }

  private void analyze(String text) throws IOException {
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      stream.reset();
      while (stream.incrementToken()) {
        terms++;
      }
      stream.end();
    }
  }

  private static Document document(PageContent content, String headings) {
    var document = new Document();
    document.add(new TextField("title", content.title(), Field.Store.YES));
    document.add(new TextField("headings", headings, Field.Store.NO));
    document.add(new TextField("text", content.text(), Field.Store.YES));
    for (PageLink link : content.links()) {
      document.add(new StringField("link", link.url() + "\0" + link.text(), Field.Store.NO));
    }
    return document;
  }
}
