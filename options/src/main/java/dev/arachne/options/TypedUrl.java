package dev.arachne.options;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;

/** A URL as typed by a user, in which {@code http://} may be omitted. */
public final class TypedUrl {
  private TypedUrl() {}

  /** Parses {@code typed}, with {@code http://} before it if it has no scheme. */
  public static ParsedUrl parse(String typed) {
    return CrawlUrl.parse(hasScheme(typed) ? typed : "http://" + typed);
  }

  /**
   * Checks that {@code typed} can be a seed: a URL, or a folder of this machine.
   *
   * @throws UsageException if it cannot
   */
  public static void checkRoot(String typed) throws UsageException {
    Seed.of(typed);
  }

  /** Whether {@code typed} begins with a scheme; {@code localhost:8080} does not. */
  public static boolean hasScheme(String typed) {
    return Seed.hasScheme(typed);
  }
}
