package dev.arachne.options;

import dev.arachne.protocol.RequestField;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The identity of the crawl to sites. Immutable.
 *
 * @param cookies whether cookies are kept and sent back
 * @param loadCookies a file in the format of Netscape, whose cookies are added at the start; not
 *     kept with the crawl
 * @param saveCookies the file in that format that all cookies are written to at the end
 * @param headers fields of all requests, in place of the usual ones of these names; Authorization
 *     and Cookie are for the origins of the seeds alone. Not kept with the crawl
 * @param users names and passwords, those of seeds that had them among them; not kept with the
 *     crawl
 * @param netrc a file of names and passwords by host, as curl and ftp read it; its content is not
 *     kept
 * @param proxies the ways to sites, taken in turn; empty for none. Not kept with the crawl
 * @param direct hosts that are fetched without a proxy, as {@code NO_PROXY} has them
 * @param addresses where hosts may be
 * @param signingKey a file with the key that signs all requests; its content is not kept
 * @param agent the place of the crawler's public keys, in signed requests
 * @param hosts a file of settings of single hosts, a {@link HostTable}; its content is not kept
 */
public record SiteOptions(
    CookiePolicy cookies,
    Optional<Path> loadCookies,
    Optional<Path> saveCookies,
    List<RequestField> headers,
    List<SiteUser> users,
    Optional<Path> netrc,
    List<SiteProxy> proxies,
    List<String> direct,
    AddressScope addresses,
    Optional<Path> signingKey,
    Optional<URI> agent,
    Optional<Path> hosts) {
  public SiteOptions {
    headers = List.copyOf(headers);
    users = List.copyOf(users);
    proxies = List.copyOf(proxies);
    direct = List.copyOf(direct);
  }
}
