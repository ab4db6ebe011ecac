package dev.arachne.tls;

import dev.arachne.runtime.EventLoop;
import io.netty.internal.tcnative.CertificateVerifier;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;
import io.netty.internal.tcnative.SSLSessionCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of BoringSSL connections: their trust, the certificates that passed a check
 * recently, and the sessions that can be resumed. Confined to its loop.
 */
final class BoringClient implements AutoCloseable {
  /**
   * Certificates between that of a server and an authority; the JDK has the same bound and more.
   */
  private static final int MOST_CERTIFICATES = 10;

  private final X509ExtendedTrustManager trust;
  private final @Nullable Identity identity;
  private final ChainCheck checks = new ChainCheck(EventLoop.current().time());
  private final TlsSessions sessions = new TlsSessions();

  /** The library's context for each list of protocols: there are one or two. */
  private final Map<List<String>, Long> contexts = new HashMap<>();

  /** The number of open connections; they use the contexts as well. */
  private int connections;

  private record Identity(BoringIdentity own, Predicate<String> hosts) {}

  private boolean isClosed;

  /** The connection whose call into the library is running, for the library's callbacks. */
  private @Nullable BoringTls calling;

  BoringClient(X509ExtendedTrustManager trust, TlsClient.@Nullable Shown shown)
      throws SSLException {
    this.trust = trust;
    this.identity =
        shown == null ? null : new Identity(BoringIdentity.of(shown.identity()), shown.hosts());
  }

  /** The protocol for a new connection. */
  TlsEngine connection(ServerName server, int port, List<String> protocols) throws SSLException {
    if (isClosed) {
      throw new SSLException("this client of TLS is closed");
    }
    @Nullable Long context = contexts.get(protocols);
    if (context == null) {
      context = context(protocols);
      contexts.put(List.copyOf(protocols), context);
    }
    var connection = new BoringTls(this, context, server, port);
    connections++;
    try {
      if (identity != null && identity.hosts().test(server.host())) {
        connection.show(identity.own());
      }
      return connection;
    } catch (Throwable e) {
      connection.close();
      throw e;
    }
  }

  private long context(List<String> protocols) throws SSLException {
    try {
      long context =
          SSLContext.make(SSL.SSL_PROTOCOL_TLSV1_2 | SSL.SSL_PROTOCOL_TLSV1_3, SSL.SSL_MODE_CLIENT);
      SSLContext.setVerify(context, SSL.SSL_CVERIFY_REQUIRED, MOST_CERTIFICATES);
      SSLContext.setUseTasks(context, true);
      SSLContext.setCertVerifyCallback(context, new Verdicts());
      SSLContext.setSessionCacheMode(
          context,
          SSL.SSL_SESS_CACHE_CLIENT
              | SSL.SSL_SESS_CACHE_NO_INTERNAL_LOOKUP
              | SSL.SSL_SESS_CACHE_NO_INTERNAL_STORE);
      SSLContext.setSSLSessionCache(context, new NewSessions());
      if (!protocols.isEmpty()) {
        SSLContext.setAlpnProtos(
            context, protocols.toArray(String[]::new), SSL.SSL_SELECTOR_FAILURE_NO_ADVERTISE);
      }
      return context;
    } catch (Exception e) {
      throw new SSLException("BoringSSL cannot be set up", e);
    }
  }

  X509ExtendedTrustManager trust() {
    return trust;
  }

  ChainCheck checks() {
    return checks;
  }

  TlsSessions sessions() {
    return sessions;
  }

  /** Called before a connection calls the library. */
  void enter(BoringTls connection) {
    calling = connection;
  }

  /** Called after a connection was closed. */
  void ended() {
    connections--;
    calling = null;
    freeIfOver();
  }

  /** Closes it for new connections. */
  @Override
  public void close() {
    isClosed = true;
    sessions.close();
    freeIfOver();
  }

  private void freeIfOver() {
    if (isClosed && connections == 0) {
      contexts.values().forEach(SSLContext::free);
      contexts.clear();
      if (identity != null) {
        identity.own().close();
      }
    }
  }

  /** Returns the verdict of the check to the library, during a call of the connection. */
  private final class Verdicts extends CertificateVerifier {
    @Override
    public int verify(long ssl, byte[][] chain, String method) {
      return calling == null ? X509_V_ERR_UNSPECIFIED : calling.verdict();
    }
  }

  /** Keeps sessions, which arrive with the first content of a connection or before. */
  private final class NewSessions implements SSLSessionCache {
    @Override
    public boolean sessionCreated(long ssl, long session) {
      return calling != null
          && !isClosed
          && sessions.keep(calling.server(), calling.port(), session);
    }

    @Override
    public long getSession(long ssl, byte[] id) {
      return 0; // Only servers call it.
    }
  }
}
