package dev.arachne.export;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.arachne.content.PageContent;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An index of a site for language models, in the form of <a
 * href="https://llmstxt.org/">llmstxt.org</a>: the site's title, its description of itself, and
 * lists of links by the first part of their paths.
 */
public final class LlmsTxt {
  private static final int LONGEST = 300;

  /** A title, a description, a section, a link, or an empty line. */
  private static final Pattern OWN_LINE =
      Pattern.compile("(#|>|##) .*|- \\[.*]\\(.*|", Pattern.DOTALL);

  private final CrawlPages crawl;
  private final ExportedPages pages = new ExportedPages("");
  private final Map<String, List<Entry>> sections = new TreeMap<>();
  private String title = "";
  private String description = "";
  private String firstHost = "";

  /** A link of the index. */
  private record Entry(String url, String title, String description) {}

  private LlmsTxt(CrawlPages crawl) {
    this.crawl = crawl;
  }

  /**
   * Writes the index of the pages of the crawl in a directory; a file that has it stays as it is.
   *
   * @throws UsageException if no crawl is kept there, or it has kept nothing to export, or {@code
   *     file} is something else
   * @throws IOException if a file cannot be read or written
   */
  public static ExportReport write(Path directory, Path file, Duplicates duplicates)
      throws UsageException, IOException {
    return CrawlPages.read(
        directory,
        crawl -> {
          crawl.requireKept();
          return new LlmsTxt(crawl).run(file.toAbsolutePath(), duplicates);
        });
  }

  private ExportReport run(Path file, Duplicates duplicates) throws UsageException, IOException {
    pages.follow(crawl, crawl.size());
    Map<ExportedPage, Entry> entries = new java.util.LinkedHashMap<>();
    int unread = 0;
    for (ExportedPage page : pages.all()) {
      if (page.isThere()) {
        Optional<PageContent> content = pages.read(crawl, page);
        content.ifPresent(its -> entries.put(page, entry(page.url(), its)));
        unread += content.isEmpty() ? 1 : 0;
      }
    }
    int left = 0;
    for (Map.Entry<ExportedPage, Entry> each : entries.entrySet()) {
      if (duplicates == Duplicates.LEFT_OUT && pages.isDuplicate(each.getKey())) {
        left++;
      } else {
        sections
            .computeIfAbsent(section(each.getKey().url()), _ -> new ArrayList<>())
            .add(each.getValue());
      }
    }
    byte[] text = text().getBytes(UTF_8);
    boolean isThere = Files.exists(file);
    if (isThere && !isIndex(file)) {
      throw new UsageException(
          file.toString(), "exists and is not an llms.txt; use another file, or remove it");
    }
    boolean isSame = isThere && java.util.Arrays.equals(Files.readAllBytes(file), text);
    if (!isSame) {
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.write(part, text);
      Files.move(part, file, ATOMIC_MOVE);
    }
    int count = entries.size() - left;
    return new ExportReport(count, isSame ? 0 : count, 0, left, unread);
  }

  /** Whether a file has no lines but those of an index: other Markdown has a title, too. */
  private static boolean isIndex(Path file) throws IOException {
    return Files.readAllLines(file, ISO_8859_1).stream().allMatch(OWN_LINE.asMatchPredicate());
  }

  /**
   * The entry of a page. The first page is the first seed that was a page, in most crawls the home
   * of the site.
   */
  private Entry entry(CrawlUrl url, PageContent content) {
    if (firstHost.isEmpty()) {
      firstHost = url.host();
      title = content.title();
      description = content.description();
    }
    return new Entry(crawl.shown(url), start(content.title()), start(content.description()));
  }

  private static String start(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int space = text.lastIndexOf(' ', LONGEST);
    int end = space > LONGEST / 2 ? space : LONGEST;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The host if it is another than the first one's, and the first folder of the path. */
  private String section(CrawlUrl url) {
    String path = url.path();
    int end = path.indexOf('/', 1);
    String folder = end < 0 ? "" : path.substring(1, end);
    String host = url.host().equals(firstHost) ? "" : url.host();
    return host.isEmpty() || folder.isEmpty() ? host + folder : host + "/" + folder;
  }

  private String text() {
    var text = new StringBuilder("# ").append(line(title.isEmpty() ? firstHost : title));
    text.append("\n");
    if (!description.isBlank()) {
      text.append("\n> ").append(line(start(description))).append('\n');
    }
    sections.forEach((name, entries) -> {
      text.append("\n## ").append(line(name.isEmpty() ? "Pages" : name)).append("\n\n");
      entries.sort(Comparator.comparing(Entry::url));
      for (Entry entry : entries) {
        text.append("- [")
            .append(line(entry.title.isBlank() ? entry.url : entry.title))
            .append("](")
            .append(entry.url.replace("(", "%28").replace(")", "%29"))
            .append(')');
        if (!entry.description.isBlank()) {
          text.append(": ").append(line(entry.description));
        }
        text.append('\n');
      }
    });
    return text.toString();
  }

  /** Escapes a text for a line of Markdown. */
  private static String line(String text) {
    var line = new StringBuilder();
    text.strip()
        .codePoints()
        .forEach(c -> {
          if (c < ' ' || c == 0x7F || c == 0x85 || c == 0x2028 || c == 0x2029) {
            line.append(' ');
          } else {
            if ("\\`*_[]<>".indexOf(c) >= 0) {
              line.append('\\');
            }
            line.appendCodePoint(c);
          }
        });
    return line.toString();
  }
}
