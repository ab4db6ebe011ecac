package dev.arachne.options;

import dev.arachne.protocol.RequestField;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * By what sites know the crawl. Immutable.
 *
 * @param cookies whether cookies are kept and sent back
 * @param loadCookies a file in the format of Netscape, whose cookies are added at the start; not
 *     kept with the crawl
 * @param saveCookies the file in that format that all cookies are written to at the end
 * @param headers fields of all requests, in place of the usual ones of these names; Authorization
 *     and Cookie are for the origins of the roots alone. Not kept with the crawl
 * @param users names and passwords, those of roots that had them among them; not kept with the
 *     crawl
 * @param netrc a file of names and passwords by host, as curl and ftp read it; what is in it is not
 *     kept
 * @param proxies the ways to sites, taken in turn; empty for none. Not kept with the crawl
 * @param direct hosts that are asked without a proxy, as {@code NO_PROXY} has them
 * @param addresses where hosts may be
 * @param signingKey a file with the key that all requests are signed with; what is in it is not
 *     kept
 * @param agent where the public keys of the crawler are found, as signed requests say
 * @param hosts a file of settings of single hosts, a {@link HostTable}; what is in it is not kept
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
