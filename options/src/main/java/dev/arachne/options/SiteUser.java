package dev.arachne.options;

import dev.arachne.http.Proxy.Credentials;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The name and password of the crawl at an origin; not shown by {@link #toString()}. Immutable.
 *
 * @param origin the origin that gets them; empty for the origins of all seeds
 * @param credentials user and password
 */
public record SiteUser(Optional<Origin> origin, Credentials credentials) {

  /** A user for the origins of all seeds. */
  public static SiteUser ofRoots(String user, String password) {
    return new SiteUser(Optional.empty(), new Credentials(user, password));
  }

  /** The user and password in a URL, decoded; empty if it has none. */
  public static Optional<SiteUser> of(CrawlUrl url) {
    return url.userInfo()
        .map(text -> {
          String[] parts = text.split(":", 2);
          return new SiteUser(
              Optional.of(url.origin()),
              new Credentials(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1])));
        });
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // A percent sign that encodes nothing is literal.
    }
  }
}
