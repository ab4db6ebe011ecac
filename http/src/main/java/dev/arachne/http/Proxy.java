package dev.arachne.http;

import java.util.Optional;

/** A proxy server for connections. Immutable. */
public sealed interface Proxy {

  /** The proxy's host name or address. */
  String host();

  /** The proxy's port. */
  int port();

  /** The credentials of the user. */
  Optional<Credentials> credentials();

  /**
   * An HTTP proxy. For https it opens a tunnel by CONNECT (RFC 9110 9.3.6); it gets requests for
   * plain http in absolute-form (RFC 9112 3.2.2).
   */
  record Http(String host, int port, Optional<Credentials> credentials) implements Proxy {}

  /** A SOCKS proxy, version 5 (RFC 1928, RFC 1929). */
  record Socks5(String host, int port, Optional<Credentials> credentials) implements Proxy {}

  /**
   * A user's name and password, not shown by {@link #toString()}. A SOCKS proxy takes 255 bytes of
   * each in UTF-8 (RFC 1929).
   */
  record Credentials(String user, String password) {
    @Override
    public String toString() {
      return "credentials of " + user;
    }
  }
}
