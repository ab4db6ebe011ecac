package dev.arachne.fetch;

import dev.arachne.http.HttpOptions;
import dev.arachne.network.Network;
import dev.arachne.options.CertificatePolicy;
import dev.arachne.options.ConnectionOptions;
import dev.arachne.options.UsageException;
import dev.arachne.tls.TlsClient;
import dev.arachne.tls.TlsFileException;
import dev.arachne.tls.TlsFiles;
import dev.arachne.tls.TlsIdentity;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of connections, with the contents of the user's files of certificates and keys.
 * Immutable; no method shows key material, and it is not written anywhere.
 *
 * @param options as requested
 * @param trust the trusted servers
 * @param identity shown to the hosts of the seeds
 */
public record ConnectionSettings(
    ConnectionOptions options, TlsClient trust, Optional<TlsIdentity> identity) {

  /** The warning for a crawl that trusts every server. */
  public static final String INSECURE =
      "certificates are not checked (--insecure): whoever is on the way can read and change what is"
          + " sent";

  /**
   * Reads the files, and checks that the local address belongs to this machine; blocks.
   *
   * @throws UsageException if a file or the address is invalid
   */
  public static ConnectionSettings of(ConnectionOptions options) throws UsageException {
    if (options.from().isPresent() && !Network.isLocal(options.from().get())) {
      throw new UsageException(
          "--bind-address " + options.from().get().getHostAddress(),
          "this machine has no such address; use one that ip address shows");
    }
    if (options.clientKey().isPresent() && options.clientCertificate().isEmpty()) {
      throw new UsageException(
          "--client-key", "there is no certificate for the key; use --client-cert FILE too");
    }
    return new ConnectionSettings(options, trust(options), identity(options));
  }

  private static TlsClient trust(ConnectionOptions options) throws UsageException {
    Optional<Path> authorities = options.authorities();
    if (authorities.isEmpty()) {
      return options.certificates() == CertificatePolicy.IGNORE
          ? TlsClient.TRUSTING_ALL
          : TlsClient.SYSTEM;
    }
    try {
      TlsClient trusting = TlsFiles.authorities(authorities.get());
      return options.certificates() == CertificatePolicy.IGNORE ? TlsClient.TRUSTING_ALL : trusting;
    } catch (TlsFileException e) {
      throw mistake("--ca-certificate", e);
    }
  }

  private static Optional<TlsIdentity> identity(ConnectionOptions options) throws UsageException {
    if (options.clientCertificate().isEmpty()) {
      return Optional.empty();
    }
    Path chain = options.clientCertificate().get();
    try {
      return Optional.of(TlsFiles.identity(chain, options.clientKey().orElse(chain)));
    } catch (TlsFileException e) {
      boolean isOfKey = e.file().equals(options.clientKey().orElse(null));
      throw mistake(isOfKey ? "--client-key" : "--client-cert", e);
    }
  }

  private static UsageException mistake(String option, TlsFileException e) {
    return new UsageException(option + " " + e.file(), e.getMessage());
  }

  /**
   * Returns {@code http} with these settings.
   *
   * @param shown the hosts that are shown the identity, as in URLs; other hosts are not
   */
  public HttpOptions applyTo(HttpOptions http, Set<String> shown) {
    Set<String> hosts = shown.stream().map(ConnectionSettings::bare).collect(Collectors.toSet());
    HttpOptions wired =
        http.withTls(identity.map(its -> trust.showing(its, hosts::contains)).orElse(trust))
            .withFixedAddresses(options.fixed())
            .withHttp2(options.http2());
    Optional<InetAddress> from = options.from();
    return from.isPresent() ? wired.withLocalAddress(from.get()) : wired;
  }

  /** The host of a URL in the form of TLS. */
  private static String bare(String host) {
    if (host.startsWith("[")) {
      return host.substring(1, host.length() - 1);
    }
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }
}
