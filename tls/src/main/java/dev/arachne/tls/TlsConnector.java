package dev.arachne.tls;

import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Opens TLS on channels to servers. Accepted certificates are not checked again for ten minutes,
 * and sessions are resumed, of 1,000 servers each. Confined to its loop.
 */
public final class TlsConnector implements AutoCloseable {
  private final @Nullable BoringClient boring;
  private final @Nullable Contexts jdk;

  private TlsConnector(@Nullable BoringClient boring, @Nullable Contexts jdk) {
    this.boring = boring;
    this.jdk = jdk;
  }

  /** The JDK's contexts, for hosts that get an identity and for the others. */
  private record Contexts(SSLContext others, SSLContext shown, Predicate<String> hosts) {
    SSLContext of(ServerName server) {
      return hosts.test(server.host()) ? shown : others;
    }
  }

  /** The data read from files before the first connection; one of the two is set. */
  private record Setting(@Nullable X509ExtendedTrustManager trust, @Nullable Contexts jdk) {}

  /**
   * A connector for the calling coroutine's loop. Waits while the library and the system's
   * authorities are read, a tenth of a second for the first one of a process.
   *
   * @throws SSLException if this machine has neither, or no authorities
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  public static TlsConnector open(TlsClient client, Deadline deadline) throws SSLException {
    try {
      Setting setting =
          EventLoop.current().offload("the authorities for TLS", () -> read(client), deadline);
      return setting.trust() == null
          ? new TlsConnector(null, setting.jdk())
          : new TlsConnector(new BoringClient(setting.trust(), client.shown()), null);
    } catch (TaskFailedException e) {
      throw e.failure() instanceof SSLException failed
          ? failed
          : new SSLException("TLS cannot be set up", e.failure());
    }
  }

  private static Setting read(TlsClient client) throws SSLException {
    if (!client.isOfJdk() && BoringLibrary.isLoaded()) {
      return new Setting(client.trust(), null);
    }
    SSLContext context = client.context();
    TlsClient.Shown shown = client.shown();
    return new Setting(
        null,
        shown == null
            ? new Contexts(context, context, _ -> false)
            : new Contexts(context, client.showingContext(shown.identity()), shown.hosts()));
  }

  /** Whether TLS here is BoringSSL's, not the JDK's. */
  boolean isFast() {
    return boring != null;
  }

  /**
   * Opens TLS on {@code under}; closes it when that fails.
   *
   * @param host the server's name, or an address literal (of an IPv6 one without brackets); the
   *     name that its certificate must match. A dot at its end is dropped (RFC 6066 3)
   * @param protocols for ALPN (RFC 7301), the preferred one first; empty for no ALPN
   * @throws SSLException if the peers cannot agree, or the certificate is not valid for {@code
   *     host}
   * @throws TlsExcessException if the peer sends more than a handshake needs
   * @throws java.io.EOFException if the peer left during the handshake
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  public TlsChannel connect(
      Channel under, String host, int port, List<String> protocols, Deadline deadline)
      throws IOException {
    return TlsChannel.handshake(under, () -> engine(host, port, protocols), deadline);
  }

  private TlsEngine engine(String host, int port, List<String> protocols) throws SSLException {
    ServerName server = ServerName.of(host);
    return boring == null
        ? JdkTls.client(Objects.requireNonNull(jdk).of(server), server, port, protocols)
        : boring.connection(server, port, protocols);
  }

  /** Forgets sessions and checks; open connections continue. */
  @Override
  public void close() {
    if (boring != null) {
      boring.close();
    }
  }
}
