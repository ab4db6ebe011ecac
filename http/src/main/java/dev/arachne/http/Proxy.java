package dev.arachne.http;

import java.util.Optional;

/** A way to servers that leads through another one. Immutable. */
public sealed interface Proxy {

  /** The proxy's host name or address. */
  String host();

  /** The proxy's port. */
  int port();

  /** Who asks. */
  Optional<Credentials> credentials();

  /** An HTTP proxy, asked for a tunnel by CONNECT, for plain http too (RFC 9110 9.3.6). */
  record HttpTunnel(String host, int port, Optional<Credentials> credentials) implements Proxy {}

  /** A SOCKS proxy, version 5 (RFC 1928, RFC 1929). */
  record Socks5(String host, int port, Optional<Credentials> credentials) implements Proxy {}

  /** A user's name and password, not shown by {@link #toString()}. */
  record Credentials(String user, String password) {
    @Override
    public String toString() {
      return "credentials of " + user;
    }
  }
}
