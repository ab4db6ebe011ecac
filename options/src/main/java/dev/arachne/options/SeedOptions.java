package dev.arachne.options;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The seeds of a crawl. Immutable.
 *
 * @param roots the seeds as a user types them: a URL, a URL without its scheme, or the path of a
 *     folder; at least one, none blank
 * @param revisitBefore URLs that were visited last before this time are visited again; empty for
 *     none
 * @param revisitMost how many of them, those first that are seen to change; {@link Long#MAX_VALUE}
 *     for all
 */
public record SeedOptions(List<String> roots, Optional<Instant> revisitBefore, long revisitMost) {
  public SeedOptions {
    roots = List.copyOf(roots);
    OptionTable.ROOTS.check(roots);
  }
}
