package dev.arachne.options;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The source of a crawl's answers. Immutable.
 *
 * @param archives WARC files, or directories with some, that answer in place of the network; none
 *     for a crawl of the network
 * @param at of several captures of a URL the one nearest to this time answers; empty for the latest
 * @param captures which captures are visited
 */
public record SourceOptions(List<Path> archives, Optional<Instant> at, CaptureChoice captures) {
  public SourceOptions {
    archives = List.copyOf(archives);
  }

  /** Whether no request leaves this machine. */
  public boolean isOffline() {
    return !archives.isEmpty();
  }
}
