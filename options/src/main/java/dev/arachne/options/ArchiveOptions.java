package dev.arachne.options;

import dev.arachne.archive.WarcDigest;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The archive of what a crawl sends and receives. Immutable.
 *
 * @param directory for its WARC files; empty for a crawl that writes none
 * @param fileSize bytes of a file, after which the next one begins
 * @param digest of blocks and payloads
 * @param revisitFrom bytes of a payload from which it is archived once alone
 */
public record ArchiveOptions(
    Optional<Path> directory, long fileSize, WarcDigest.Algorithm digest, long revisitFrom) {}
