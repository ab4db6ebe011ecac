package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.OptionType;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** The options that choose where a crawl is kept, so that it can resume however it ended. */
final class StorageArguments {
  private final Argument<Path> directory;
  private final Argument<Boolean> fresh;
  private final Argument<Store> store;

  /** The two kinds of store. */
  private enum Store {
    DISK,
    MEMORY
  }

  StorageArguments(CrawlSettings settings) {
    directory = settings.special("--dir", Values.of(OptionType.directory()));
    fresh = settings.special("--fresh");
    store = settings.special("--store", Values.oneOf(Store.class));
  }

  /** The directory, if one is typed; a crawl in memory has none. */
  Optional<Path> directory() {
    if (store.or(Store.DISK) == Store.MEMORY && (namesDirectory() || fresh.isOn())) {
      throw new TypeConversionException(
          "--store memory keeps nothing; leave out --dir and --fresh");
    }
    return directory.value();
  }

  boolean namesDirectory() {
    return directory.value().isPresent();
  }

  /**
   * Sets the place of the crawl.
   *
   * @param root the seed that names its directory if that is not typed
   * @param kind the kind of content there: the end of that name
   */
  void applyTo(CrawlOptions.Builder options, String root, String kind) {
    Optional<Path> typed = directory();
    if (store.or(Store.DISK) == Store.DISK) {
      options.directory(typed.orElseGet(() -> DirectoryName.of(root, kind)));
      options.existing(fresh.isOn() ? ExistingCrawlPolicy.REPLACE : ExistingCrawlPolicy.RESUME);
    }
  }
}
