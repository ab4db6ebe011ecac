package dev.arachne.options;

import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a crawl writes. Immutable.
 *
 * @param pages a file that gets one line of JSON for each URL as it is decided
 * @param save a directory that gets the bodies as files, under host and path
 * @param rules what to scrape; empty for a crawl that follows links and leaves no records, or whose
 *     scraper is a program ({@code Crawl.scrape})
 * @param order in what order records come
 * @param format how records become lines of {@code items}
 * @param items the file that gets the records; empty if a program takes them
 * @param archive of what is sent and received
 * @param index whether pages are to be searched
 * @param embedding the model that is asked what they mean
 * @param report the file that gets a report of what is wrong with the site, at the end
 * @param markdown a directory that gets the pages as Markdown at the end
 * @param dashboard where browsers are shown the crawl; whoever runs it opens that
 */
public record OutputOptions(
    Optional<Path> pages,
    Optional<Path> save,
    Optional<ItemRules> rules,
    ItemOrder order,
    ItemFormat format,
    Optional<ItemFile> items,
    ArchiveOptions archive,
    SearchIndex index,
    EmbeddingOptions embedding,
    Optional<Path> report,
    Optional<Path> markdown,
    Optional<InetSocketAddress> dashboard) {

  /** The file that writes to where the program writes to. */
  public static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

  /** Whether what each page says is noted with its visit. */
  public boolean notesContent() {
    return index == SearchIndex.PAGES || markdown.isPresent();
  }

  /** Whether the facts in the markup of each page are noted with its visit. */
  public boolean notesMarkup() {
    return report.isPresent();
  }
}
