package dev.arachne.options;

import dev.arachne.frontier.SyncBounds;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a crawl is kept. Immutable.
 *
 * @param directory so that it can go on after whatever ends it; empty for a crawl in memory
 * @param existing what to do when a crawl is kept in that directory
 * @param sync what a power cut may take from a crawl in a directory
 */
public record StorageOptions(Optional<Path> directory, OnExisting existing, SyncBounds sync) {}
