package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jsoup.parser.Parser;

/**
 * Tells how many pages of a directory are read a second by one thread: {@code ReadingSpeed DIR}.
 */
final class ReadingSpeed {
  private static final int ROUNDS = 6;
  private static final CrawlUrl URL = CrawlUrl.of("http://a/");

  private ReadingSpeed() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> pages = pages(Path.of(args[0]));
    long bytes = pages.stream().mapToLong(page -> page.length).sum();
    for (int round = 1; round <= ROUNDS; round++) {
      long longest = 0;
      int read = 0;
      long start = System.nanoTime();
      for (byte[] page : pages) {
        long before = System.nanoTime();
        read += PageReader.read(page, "text/html;charset=utf-8", "", URL).isPresent() ? 1 : 0;
        longest = Math.max(longest, System.nanoTime() - before);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "round %d: %d pages, %.0f a second, %.1f MB/s, longest %.1f ms; parsing alone %.0f a second%n",
          round,
          read,
          pages.size() / seconds,
          bytes / seconds / 1e6,
          longest / 1e6,
          pages.size() / parsing(pages));
    }
  }

  private static double parsing(List<byte[]> pages) {
    long start = System.nanoTime();
    for (byte[] page : pages) {
      Parser.htmlParser()
          .parseInput(dev.arachne.text.DocumentText.of(page, "text/html;charset=utf-8").text(), "");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static List<byte[]> pages(Path directory) throws IOException {
    List<Path> files;
    try (var all = Files.walk(directory)) {
      files =
          all.filter(file -> file.getFileName().toString().matches("(?!expected).*\\.html(\\.gz)?"))
              .sorted()
              .toList();
    }
    List<byte[]> pages = new ArrayList<>();
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      if (file.toString().endsWith(".gz")) {
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
          bytes = in.readAllBytes();
        }
      }
      pages.add(bytes);
    }
    return pages;
  }
}
