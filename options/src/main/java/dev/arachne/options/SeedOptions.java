package dev.arachne.options;

import java.util.List;

/**
 * Where a crawl starts. Immutable.
 *
 * @param roots as a person types them: a URL, a URL without its scheme, or the path of a folder; at
 *     least one, none blank
 */
public record SeedOptions(List<String> roots) {
  public SeedOptions {
    roots = List.copyOf(roots);
    OptionTable.ROOTS.check(roots);
  }
}
