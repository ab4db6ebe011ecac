package dev.arachne.options;

import dev.arachne.http.Proxy.Credentials;
import dev.arachne.pace.HostBounds;
import dev.arachne.protocol.RequestField;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The settings of a crawl for one host or several: an entry of a {@link HostTable}. An empty
 * setting is as for all hosts. Secrets are not shown by {@link #toString()}. Immutable.
 *
 * @param bounds the bounds on the rate of its fetches
 * @param byteRate bytes that are received from it in a second at most, from 1
 * @param headers fields of requests, in place of all that another entry has, and of single ones of
 *     these names that are for all hosts
 * @param user its user and password
 * @param proxies the ways there, taken in turn; an empty list for direct connections
 * @param userAgent the value of the User-Agent field
 * @param login how to log in there
 */
public record HostSettings(
    HostBounds bounds,
    OptionalLong byteRate,
    Optional<List<RequestField>> headers,
    Optional<Credentials> user,
    Optional<List<SiteProxy>> proxies,
    Optional<String> userAgent,
    Optional<HostLogin> login) {
  /** The settings of hosts without an entry. */
  public static final HostSettings NONE =
      new HostSettings(
          HostBounds.NONE,
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public HostSettings {
    headers = headers.map(List::copyOf);
    proxies = proxies.map(List::copyOf);
  }

  /** These settings, and those of a less specific entry where these are empty. */
  HostSettings over(HostSettings wider) {
    if (wider == NONE) {
      return this;
    }
    OptionalInt perHost = bounds.perHost().isPresent() ? bounds.perHost() : wider.bounds.perHost();
    return new HostSettings(
        new HostBounds(bounds.delay().or(wider.bounds::delay), perHost),
        byteRate.isPresent() ? byteRate : wider.byteRate,
        headers.or(() -> wider.headers),
        user.or(() -> wider.user),
        proxies.or(() -> wider.proxies),
        userAgent.or(() -> wider.userAgent),
        login.or(() -> wider.login));
  }

  @Override
  public String toString() {
    return "settings of a host";
  }
}
