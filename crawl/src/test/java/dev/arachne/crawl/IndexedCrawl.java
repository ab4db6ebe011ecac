package dev.arachne.crawl;

import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.output.LedgerConsumer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program of a process that is to be killed: it crawls a root into a directory, and has a
 * consumer of its ledger that is slower than it, since each page is one write to a file, on the
 * disk before the next.
 */
final class IndexedCrawl {
  private IndexedCrawl() {}

  /** Crawls {@code arguments[0]}, keeps it in {@code [1]} and its index in {@code [2]}. */
  public static void main(String[] arguments) throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf(arguments[0])
            .sitemaps(SitemapPolicy.IGNORE)
            .directory(Path.of(arguments[1]))
            .tasks(20)
            .build();
    try (var index = new Index(Path.of(arguments[2]))) {
      new Crawl(options)
          .process(page -> page.note("index", page.url().path().getBytes(StandardCharsets.UTF_8)))
          .consume(index)
          .run();
    }
  }

  /** A line in a file for each page; the last whole one tells how far it has come. */
  private static final class Index implements LedgerConsumer, AutoCloseable {
    private final Path path;
    private final RandomAccessFile file;

    Index(Path path) throws IOException {
      this.path = path;
      this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    @Override
    public String name() {
      return "index";
    }

    @Override
    public long begin(long kept) throws IOException {
      String text = Files.readString(path);
      int end = text.lastIndexOf('\n') + 1;
      file.setLength(end);
      file.seek(end);
      List<String> lines = text.substring(0, end).lines().toList();
      long next = lines.isEmpty() ? 0 : 1 + Long.parseLong(lines.getLast().split(" ")[0]);
      return Math.max(kept, next); // What comes between is about no page.
    }

    @Override
    public void consume(List<CommittedEntry> entries) throws IOException {
      for (CommittedEntry its : entries) {
        if (its.entry() instanceof LedgerEntry.Decided) {
          String path = new String(its.note().orElseThrow(), StandardCharsets.UTF_8);
          String line = its.position() + " " + path + "\n";
          file.write(line.getBytes(StandardCharsets.UTF_8));
          file.getFD().sync();
        }
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
