package org.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawledPage;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.output.LedgerConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small search index: the pages that contain a word. It is built during the crawl, from the notes
 * that processors make of pages. It has each page once, even if the process is killed: its file has
 * the position in the crawl's ledger up to which it is complete.
 */
public final class WordIndex implements LedgerConsumer {
  private final Path file;
  private final TreeMap<String, TreeSet<String>> pages = new TreeMap<>();
  private long position;

  private WordIndex(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      position = Long.parseLong(lines.getFirst());
      lines.stream().skip(1).map(line -> line.split(" ")).forEach(this::read);
    }
  }

  /** Crawls from {@code root} into {@code directory}, or resumes the crawl there. */
  public static WordIndex of(String root, Path directory) throws Exception {
    var index = new WordIndex(directory.resolve("words"));
    CrawlOptions options = CrawlOptions.crawlOf(root).directory(directory.resolve("crawl")).build();
    new Crawl(options).process(WordIndex::note).consume(index).run();
    return index;
  }

  /** The URLs of the pages that have a word, in lower case. */
  public Set<String> pagesWith(String word) {
    return pages.getOrDefault(word, new TreeSet<>());
  }

  private static void note(CrawledPage page) {
    String words =
        Stream.of(page.document().select("body").text().toLowerCase().split("\\W+"))
            .distinct()
            .collect(Collectors.joining(" "));
    page.note("words", words.getBytes(UTF_8));
  }

  @Override
  public String name() {
    return "words";
  }

  @Override
  public long begin(long kept) {
    if (kept == 0) { // The file is from another crawl.
      pages.clear();
      position = 0;
    }
    return position;
  }

  @Override
  public void consume(List<CommittedEntry> entries) throws IOException {
    for (CommittedEntry its : entries) {
      its.note().ifPresent(words -> add(its.found().orElseThrow().url().href(), words));
    }
    position = entries.getLast().position() + 1;
    Path next = file.resolveSibling("words.next");
    Files.write(next, Stream.concat(Stream.of("" + position), lines()).toList());
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void add(String url, byte[] words) {
    for (String word : new String(words, UTF_8).split(" ")) {
      pages.computeIfAbsent(word, _ -> new TreeSet<>()).add(url);
    }
  }

  private Stream<String> lines() {
    return pages.entrySet().stream().map(it -> it.getKey() + " " + String.join(" ", it.getValue()));
  }

  private void read(String[] line) {
    pages.put(line[0], new TreeSet<>(List.of(line).subList(1, line.length)));
  }
}
