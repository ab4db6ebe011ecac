package dev.arachne.runtime;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * TLS over another channel. The server is named to itself (SNI) and its certificate is checked
 * against that name; sessions are resumed through the {@link SSLContext}'s cache. Confined to its
 * loop.
 *
 * <p>Records are of the peer's making, so two remainders can be left after a read: bytes of a
 * record whose end has not come ({@code arrived}), and text of a record that was larger than the
 * reader's buffer ({@code text}). Each is borrowed from the loop while it holds something and given
 * back as soon as it does not: a channel that waits between two records holds nothing.
 */
public final class TlsChannel implements Channel {
  /** How long saying goodbye may take. */
  private static final Duration GOODBYE_WAIT = Duration.ofSeconds(10);

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final EventLoop loop = EventLoop.current();
  private final Channel under;
  private final SSLEngine engine;

  /** Ciphertext not yet unwrapped, ready to be filled; null when there is none. */
  private @Nullable ByteBuffer arrived;

  /** Plaintext not yet read, ready to be drained; null when there is none. */
  private @Nullable ByteBuffer text;

  /** Whether a read may find something without an arrival: bytes in hand, or the end. */
  private boolean triable;

  /** Whether the protocol owes the peer a record, such as the answer to a new key. */
  private boolean answerOwed;

  private TlsChannel(Channel under, SSLEngine engine) {
    this.under = under;
    this.engine = engine;
  }

  /**
   * Opens TLS on {@code under} as a client; closes it when that fails.
   *
   * @param host the server's name, or an address literal (of an IPv6 one without brackets); what
   *     its certificate must be for
   * @param protocols for ALPN (RFC 7301), most wanted first; empty to leave ALPN out
   * @throws SSLException if the peers cannot agree, or the certificate is not good for {@code host}
   * @throws EOFException if the peer left amid the handshake
   * @throws DeadlineException if the deadline passed first
   */
  public static TlsChannel connect(
      Channel under,
      SSLContext context,
      String host,
      int port,
      List<String> protocols,
      Deadline deadline)
      throws IOException {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    if (!isAddress(host)) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    engine.setSSLParameters(parameters);
    return handshake(under, engine, deadline);
  }

  /** Opens TLS on {@code under} as the server, with the certificate in {@code context}. */
  public static TlsChannel accept(Channel under, SSLContext context, Deadline deadline)
      throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return handshake(under, engine, deadline);
  }

  private static TlsChannel handshake(Channel under, SSLEngine engine, Deadline deadline)
      throws IOException {
    var channel = new TlsChannel(under, engine);
    try {
      engine.beginHandshake();
      channel.negotiate(deadline);
      return channel;
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** The protocol that ALPN chose; empty when it chose none. */
  public String applicationProtocol() {
    String protocol = engine.getApplicationProtocol();
    return protocol == null ? "" : protocol;
  }

  /** The session: peer certificates, protocol version, cipher suite. */
  public SSLSession session() {
    return engine.getSession();
  }

  @Override
  public void awaitReadable(Deadline deadline) throws IOException {
    if (answerOwed) {
      answerOwed = false;
      wrap(NOTHING, deadline);
    }
    if (text == null && !triable) {
      under.awaitReadable(deadline);
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    while (text == null) {
      boolean fits = into.remaining() >= engine.getSession().getApplicationBufferSize();
      int before = into.position();
      SSLEngineResult result = fits ? unwrap(into) : unwrapToText();
      if (into.position() > before) {
        return into.position() - before;
      }
      if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
        return -1;
      }
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
        int arrivals = fill();
        if (arrivals == 0) {
          return 0;
        }
        if (arrivals < 0) {
          // Anybody on the way can end a connection, only the peer can say goodbye (RFC 8446 6.1).
          throw new EOFException("the TLS connection of " + under + " ended without close_notify");
        }
      } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        answerOwed = true;
        return 0;
      } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      }
    }
    return drainText(into);
  }

  @Override
  public void write(ByteBuffer from, Deadline deadline) throws IOException {
    while (from.hasRemaining()) {
      if (wrap(from, deadline) == SSLEngineResult.Status.CLOSED) {
        throw new ClosedChannelException();
      }
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    engine.closeOutbound();
    Deadline deadline = loop.deadline(GOODBYE_WAIT);
    // What else the protocol owes, such as the answer to a new key, goes out before the goodbye.
    while (!engine.isOutboundDone() && wrap(NOTHING, deadline) != SSLEngineResult.Status.CLOSED) {}
    under.shutdownOutput();
  }

  @Override
  public InetSocketAddress peer() {
    return under.peer();
  }

  @Override
  public boolean isOpen() {
    return under.isOpen();
  }

  @Override
  public void close() {
    engine.closeOutbound();
    under.close();
    arrived = release(arrived);
    text = release(text);
  }

  private void negotiate(Deadline deadline) throws IOException {
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
      if (status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN) {
        switch (unwrapOrAlert(deadline)) {
          case BUFFER_UNDERFLOW -> await(deadline);
          case CLOSED -> throw new EOFException("the peer closed TLS amid the handshake");
          case OK, BUFFER_OVERFLOW -> {}
        }
      } else {
        answer(status, deadline);
      }
      status = engine.getHandshakeStatus();
    }
  }

  private void await(Deadline deadline) throws IOException {
    for (int arrivals = fill(); arrivals <= 0; arrivals = fill()) {
      if (arrivals < 0) {
        throw new EOFException("the connection ended amid the TLS handshake");
      }
      under.awaitReadable(deadline);
    }
  }

  /** What this side has to do before the handshake can go on. */
  private void answer(HandshakeStatus status, Deadline deadline) throws IOException {
    if (status == HandshakeStatus.NEED_WRAP) {
      wrap(NOTHING, deadline);
    } else if (status == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private SSLEngineResult.Status unwrapOrAlert(Deadline deadline) throws IOException {
    try {
      return unwrapToText().getStatus();
    } catch (SSLException refused) {
      try {
        wrap(NOTHING, deadline); // the alert that tells the peer why
      } catch (IOException | DeadlineException e) {
        refused.addSuppressed(e);
      }
      throw refused;
    }
  }

  private SSLEngineResult.Status wrap(ByteBuffer from, Deadline deadline) throws IOException {
    ByteBuffer record = loop.buffers().take();
    try {
      SSLEngineResult result = engine.wrap(from, record);
      under.write(record.flip(), deadline);
      return result.getStatus();
    } finally {
      loop.buffers().give(record);
    }
  }

  private SSLEngineResult unwrapToText() throws SSLException {
    ByteBuffer target = loop.buffers().take();
    SSLEngineResult result = unwrap(target);
    if (target.position() > 0) {
      text = target.flip();
    } else {
      loop.buffers().give(target);
    }
    return result;
  }

  private SSLEngineResult unwrap(ByteBuffer target) throws SSLException {
    ByteBuffer source = arrived == null ? NOTHING : arrived.flip();
    SSLEngineResult result = engine.unwrap(source, target);
    if (arrived != null) {
      arrived.compact();
      triable = arrived.position() > 0;
      if (!triable) {
        arrived = release(arrived);
      }
    }
    return result;
  }

  /** Takes what has arrived from under: how much, 0 for nothing now, -1 for the end. */
  private int fill() throws IOException {
    if (arrived == null) {
      arrived = loop.buffers().take();
    }
    int arrivals = under.read(arrived);
    triable = arrivals != 0;
    if (arrived.position() == 0) {
      arrived = release(arrived);
    }
    return arrivals;
  }

  private int drainText(ByteBuffer into) {
    ByteBuffer from = text;
    if (from == null) {
      return 0;
    }
    int size = Math.min(from.remaining(), into.remaining());
    into.put(from.slice(from.position(), size));
    from.position(from.position() + size);
    if (!from.hasRemaining()) {
      text = release(from);
    }
    return size;
  }

  private @Nullable ByteBuffer release(@Nullable ByteBuffer buffer) {
    if (buffer != null) {
      loop.buffers().give(buffer);
    }
    return null;
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
  }

  @Override
  public String toString() {
    return "tls over " + under;
  }
}
