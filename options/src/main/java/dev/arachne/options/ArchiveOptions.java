package dev.arachne.options;

import dev.arachne.archive.WarcDigest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The archive of a crawl's requests and responses. Immutable.
 *
 * @param directory for its WARC files, {@link #OWN} for one in that of the crawl; empty for a crawl
 *     that writes none
 * @param fileSize bytes of a file, after which the next one begins
 * @param digest of blocks and payloads
 * @param revisitFrom bytes of a payload from which it is archived once
 * @param skipped responses that are not archived
 * @param earlier directories of crawls and CDXJ files: content that their archives have is not
 *     archived again
 */
public record ArchiveOptions(
    Optional<Path> directory,
    long fileSize,
    WarcDigest.Algorithm digest,
    long revisitFrom,
    List<ArchiveSkip> skipped,
    List<Path> earlier) {

  /** The value for the directory {@code archive} in the directory of the crawl. */
  public static final Path OWN = Path.of("");

  /** Takes copies of the lists. */
  public ArchiveOptions {
    skipped = List.copyOf(skipped);
    earlier = List.copyOf(earlier);
  }

  /** Why a response is not archived; empty if it is. */
  public Optional<ArchiveSkip> skip(int status, String mediaType) {
    return skipped.stream().filter(each -> each.matches(status, mediaType)).findFirst();
  }
}
