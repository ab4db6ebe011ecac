package dev.arachne.tls;

import io.netty.internal.tcnative.SSLSession;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * BoringSSL sessions that can be resumed, of the servers used last. A ticket of TLS 1.3 is used
 * once (RFC 8446 C.4); a server sends a new one with each connection. Confined to its loop.
 */
final class TlsSessions implements AutoCloseable {
  /** The number of servers whose sessions are kept. */
  static final int MOST_SERVERS = 1_000;

  /** Sessions of one server, for connections that are opened at the same time. */
  static final int MOST_OF_A_SERVER = 4;

  private final Map<Server, Deque<Long>> kept = new LinkedHashMap<>(16, 0.75f, true);

  private record Server(String host, int port) {}

  /** A session to resume, which the caller then owns; 0 if absent. */
  long take(ServerName server, int port) {
    var key = new Server(server.host(), port);
    Deque<Long> sessions = kept.get(key);
    if (sessions == null) {
      return 0;
    }
    long session = sessions.getFirst();
    if (!SSLSession.shouldBeSingleUse(session)) {
      SSLSession.upRef(session);
      return session;
    }
    sessions.removeFirst();
    if (sessions.isEmpty()) {
      kept.remove(key);
    }
    return session;
  }

  /** Keeps a session; takes ownership of it if the result is true. */
  boolean keep(ServerName server, int port, long session) {
    Deque<Long> sessions =
        kept.computeIfAbsent(new Server(server.host(), port), _ -> new ArrayDeque<>());
    sessions.addFirst(session);
    if (sessions.size() > MOST_OF_A_SERVER) {
      SSLSession.free(sessions.removeLast());
    }
    if (kept.size() > MOST_SERVERS) {
      var oldest = kept.entrySet().iterator();
      oldest.next().getValue().forEach(SSLSession::free);
      oldest.remove();
    }
    return true;
  }

  @Override
  public void close() {
    kept.values().forEach(sessions -> sessions.forEach(SSLSession::free));
    kept.clear();
  }
}
