package dev.arachne.options;

import dev.arachne.frontier.SyncBounds;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The storage of a crawl. Immutable.
 *
 * @param directory the crawl's directory, so that it can resume however it ended; empty for a crawl
 *     in memory
 * @param existing the action when a crawl is kept in that directory already
 * @param sync the work that a power cut may lose from a crawl in a directory
 */
public record StorageOptions(
    Optional<Path> directory, ExistingCrawlPolicy existing, SyncBounds sync) {}
