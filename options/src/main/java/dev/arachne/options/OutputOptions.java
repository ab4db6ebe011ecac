package dev.arachne.options;

import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outputs of a crawl. Immutable.
 *
 * @param pages files that get one line for each URL as it is decided, of JSON or of a table
 * @param save a directory that gets the bodies as files, under host and path
 * @param rules the rules of a scrape; empty for a crawl that follows links and leaves no records,
 *     or whose scraper is a program ({@code Crawl.scrape})
 * @param order the order of the records
 * @param format the form of records, unless a file has one of its own; the columns of tables
 * @param items the files that get the records; none if a program takes them
 * @param archive the archive of requests and responses
 * @param index whether pages are to be searched
 * @param embedding the model that makes vectors of the pages' meaning
 * @param report the file that gets the report of findings on the site, at the end
 * @param markdown a directory that gets the pages as Markdown at the end
 * @param dashboard the address of the dashboard for browsers; the user opens it
 */
public record OutputOptions(
    List<Path> pages,
    Optional<Path> save,
    Optional<ItemRules> rules,
    ItemOrder order,
    ItemFormat format,
    List<ItemFile> items,
    ArchiveOptions archive,
    SearchIndex index,
    EmbeddingOptions embedding,
    Optional<Path> report,
    Optional<Path> markdown,
    Optional<InetSocketAddress> dashboard) {

  /** The file that writes to where the program writes to. */
  public static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

  public OutputOptions {
    pages = List.copyOf(pages);
    items = List.copyOf(items);
  }

  /** Whether URLs or records are written to standard output. */
  public boolean goToStandardOutput() {
    return pages.contains(STANDARD_OUTPUT)
        || items.stream().map(ItemFile::path).anyMatch(STANDARD_OUTPUT::equals);
  }

  /** Whether each record in a file is a line of its own. */
  public boolean hasLines(ItemFile file) {
    return file.format(format).form().canBeAppended();
  }

  /** Whether the content of each page is noted with its visit. */
  public boolean notesContent() {
    return index == SearchIndex.PAGES || markdown.isPresent();
  }

  /** Whether the facts in the markup of each page are noted with its visit. */
  public boolean notesMarkup() {
    return report.isPresent();
  }
}
