package dev.arachne.options;

import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How connections are made. Immutable.
 *
 * @param authorities a file in PEM: authorities that are trusted in addition to those of the Java
 *     installation
 * @param clientCertificate a file in PEM: the certificate for the hosts of the seeds, and for no
 *     others, when they request one, and those that lead to an authority
 * @param clientKey the file of its private key, if that is another; a crawl with a key and without
 *     a certificate is refused. The key is read at each start and not kept
 * @param certificates which certificates of servers are good enough
 * @param fixed addresses of hosts that are not looked up. The user has named them, so they may be
 *     private ones, regardless of {@link AddressScope}; that holds for the same host and port alone
 * @param from the address of this machine that hosts are to see; empty for the one that the system
 *     chooses
 * @param http2 when HTTP/2 is spoken
 */
public record ConnectionOptions(
    Optional<Path> authorities,
    Optional<Path> clientCertificate,
    Optional<Path> clientKey,
    CertificatePolicy certificates,
    List<FixedAddresses> fixed,
    Optional<InetAddress> from,
    Http2 http2) {
  public ConnectionOptions {
    fixed = List.copyOf(fixed);
  }
}
