package dev.arachne.http;

import dev.arachne.http.ConnectionPool.Opening;
import dev.arachne.http.Connector.Offer;
import dev.arachne.http.Connector.Opened;
import dev.arachne.http.HttpRequest.Reuse;
import dev.arachne.network.LocalShortageException;
import dev.arachne.network.LocalShortageException.Resource;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Turns a permit into a connection: opens one, or shares the HTTP/2 connection that is open.
 * Confined to its event loop.
 */
final class Opener {

  /** A selector releases closed sockets at its next select. */
  private static final Duration UNTIL_CLOSED = Duration.ofMillis(5);

  private final EventLoop loop;
  private final HttpOptions options;
  private final ConnectionPool pool;
  private final Connector connector;
  private final ReceiveBuffer arrivals;

  /** The buffer for reads of connections that should have no bytes. */
  private final ByteBuffer probe = ByteBuffer.allocateDirect(1);

  Opener(
      EventLoop loop,
      HttpOptions options,
      ConnectionPool pool,
      Connector connector,
      ReceiveBuffer arrivals) {
    this.loop = loop;
    this.options = options;
    this.pool = pool;
    this.connector = connector;
    this.arrivals = arrivals;
  }

  /**
   * Opens the connection, or replaces a kept one that has ended, and yields until the next turn of
   * the loop.
   */
  void prepare(Connection connection, Offer offer, Reuse reuse, ExchangeProgress exchange)
      throws IOException {
    boolean isKept = connection.isOpen();
    if (!isKept) {
      open(connection, offer, reuse, exchange);
    }
    exchange.enter(
        Phase.EXCHANGE); // Neither the turn nor the departure counts for the phase before.
    // Requests of a turn leave one after the other (ADR 46): a server that sleeps is woken once.
    EventLoop.yieldNow();
    if (isKept && !connection.isReusableNow(probe)) {
      connection.discard();
      open(connection, offer, reuse, exchange);
      exchange.enter(Phase.EXCHANGE);
    }
  }

  /** Reads a connection that should have no bytes; see {@code peek}. */
  int peek(Connection connection) throws IOException {
    return connection.peek(probe);
  }

  private void open(Connection connection, Offer offer, Reuse reuse, ExchangeProgress exchange)
      throws IOException {
    Origin origin = connection.origin();
    if (offer == Offer.HTTP_1) {
      Opened opened = connect(origin, offer, exchange);
      connection.open(opened.channel(), opened.proxy());
      return;
    }
    Opening opening = null;
    if (reuse == Reuse.ALLOWED) {
      Http2Connection shared = pool.shared(origin, exchange.nextWait());
      if (shared != null) {
        connection.join(shared);
        return;
      }
      opening = pool.beginOpening(origin);
    }
    try {
      Opened opened = connect(origin, offer, exchange);
      if (opened.version() == HttpVersion.HTTP_2) {
        var http2 =
            new Http2Connection(
                loop,
                opened.channel(),
                arrivals,
                options.limits(),
                options.timeouts().betweenBytes());
        connection.join(http2);
        pool.share(origin, http2);
      } else {
        connection.open(opened.channel(), opened.proxy());
        pool.speaksHttp1(origin);
      }
    } finally {
      pool.endOpening(opening);
    }
  }

  /** Opens a channel; if that needs room, idle connections make it. */
  private Opened connect(Origin origin, Offer offer, ExchangeProgress exchange) throws IOException {
    try {
      return connector.connect(origin, offer, exchange);
    } catch (LocalShortageException e) {
      if (e.resource() != Resource.DESCRIPTORS || !pool.closeIdle()) {
        throw e;
      }
      EventLoop.sleep(UNTIL_CLOSED);
      return connector.connect(origin, offer, exchange);
    }
  }
}
