package dev.arachne.tls;

import dev.arachne.runtime.EventLoop;
import io.netty.internal.tcnative.Buffer;
import io.netty.internal.tcnative.CertificateVerifier;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLSession;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a client by BoringSSL. The library gets one whole record at a time. So it holds no partial
 * record while the connection waits, and the content of a record can be counted. Output that it
 * produces while reading stays in a small buffer of its own until {@link #wrap}.
 */
final class BoringTls implements TlsEngine {
  private static final int RECORD_HEAD_BYTES = 5;

  /** The largest output while a record is read: an alert, the end of a handshake. */
  private static final int REPLY_BYTES = 512;

  /** The source of the library's errors, and the first of its reasons that is an alert. */
  private static final int LIBRARY_OF_TLS = 16;

  private static final int FIRST_ALERT = 1_000;

  private final BoringClient client;
  private final ServerName server;
  private final int port;

  /** The library's connection, and its wire; 0 once closed. */
  private long ssl;

  private long wire;

  private boolean begun;
  private boolean established;
  private boolean isBroken;
  private boolean inputClosed;
  private boolean outputClosed;

  /** The check of the certificates that the handshake waits for; null if absent. */
  private @Nullable Check check;

  /**
   * Whether the certificates passed the check; before that, the library's verdict is a rejection.
   */
  private boolean isTrusted;

  /** The reason why the certificates were refused. */
  private @Nullable CertificateException refusal;

  BoringTls(BoringClient client, long context, ServerName server, int port) throws SSLException {
    this.client = client;
    this.server = server;
    this.port = port;
    this.ssl = SSL.newSSL(context, false);
    this.wire = SSL.bioNewByteBuffer(ssl, REPLY_BYTES);
    if (!server.isAddress()) {
      SSL.setTlsExtHostName(ssl, server.host());
    }
    long session = client.sessions().take(server, port);
    if (session != 0) {
      SSL.setSession(ssl, session);
      SSLSession.free(session);
    }
  }

  /** Sends this identity when the server requests one. */
  void show(BoringIdentity identity) throws SSLException {
    identity.showOn(ssl);
  }

  ServerName server() {
    return server;
  }

  int port() {
    return port;
  }

  @Override
  public Need need() {
    if (ssl == 0) {
      return Need.NOTHING;
    }
    if (!begun || SSL.bioLengthNonApplication(wire) > 0) {
      return Need.ANSWER;
    }
    if (check != null) {
      return Need.STEP;
    }
    return established ? Need.NOTHING : Need.RECORD;
  }

  @Override
  public Outcome unwrap(ByteBuffer from, ByteBuffer into) throws SSLException {
    requireOpen();
    if (inputClosed) {
      return Outcome.CLOSED;
    }
    int length = recordLength(from);
    if (length > from.remaining()) {
      return Outcome.TOO_SHORT;
    }
    int start = from.position();
    SSL.bioSetByteBuffer(wire, Buffer.address(from) + start, length, false);
    try {
      if (established) {
        return read(into);
      }
      handshake();
      return Outcome.RECORD;
    } finally {
      int left = SSL.bioLengthByteBuffer(wire);
      SSL.bioClearByteBuffer(wire);
      from.position(start + length - left);
    }
  }

  /**
   * Bytes of the record that {@code from} begins with (RFC 8446 5.1); a very large number until its
   * head has come. Bytes that are not a record go to the library, which rejects them.
   */
  private static int recordLength(ByteBuffer from) {
    int start = from.position();
    if (from.remaining() < RECORD_HEAD_BYTES) {
      return Integer.MAX_VALUE;
    }
    int type = from.get(start);
    boolean isRecord = type >= 20 && type <= 24 && from.get(start + 1) == 3;
    return isRecord
        ? RECORD_HEAD_BYTES + Short.toUnsignedInt(from.getShort(start + RECORD_HEAD_BYTES - 2))
        : from.remaining();
  }

  private Outcome read(ByteBuffer into) throws SSLException {
    client.enter(this);
    int count = SSL.readFromSSL(ssl, Buffer.address(into) + into.position(), into.remaining());
    if (count > 0) {
      into.position(into.position() + count);
      return Outcome.RECORD;
    }
    int error = SSL.getError(ssl, count);
    if (error == SSL.SSL_ERROR_ZERO_RETURN) {
      inputClosed = true;
      return Outcome.CLOSED;
    }
    if (error != SSL.SSL_ERROR_WANT_READ && error != SSL.SSL_ERROR_WANT_WRITE) {
      throw failure();
    }
    return Outcome.RECORD;
  }

  @Override
  public Outcome wrap(ByteBuffer from, ByteBuffer into) throws SSLException {
    requireOpen();
    SSL.bioSetByteBuffer(wire, Buffer.address(into) + into.position(), into.remaining(), true);
    try {
      int unused = SSL.bioFlushByteBuffer(wire);
      if (!established && !isBroken && check == null) {
        handshake();
      } else if (established && !outputClosed && from.hasRemaining()) {
        write(from);
      }
    } finally {
      int left = SSL.bioLengthByteBuffer(wire);
      SSL.bioClearByteBuffer(wire);
      into.position(into.limit() - left);
    }
    return isOutputDone() ? Outcome.CLOSED : Outcome.RECORD;
  }

  private void write(ByteBuffer from) throws SSLException {
    int most = Math.min(from.remaining(), MOST_CONTENT);
    int count;
    if (from.isDirect()) {
      count = SSL.writeToSSL(ssl, Buffer.address(from) + from.position(), most);
    } else {
      ByteBuffer copy = EventLoop.current().buffers().take();
      copy.put(from.slice(from.position(), most));
      count = SSL.writeToSSL(ssl, Buffer.address(copy), most);
      EventLoop.current().buffers().give(copy);
    }
    if (count <= 0) {
      throw failure();
    }
    from.position(from.position() + count);
  }

  private void handshake() throws SSLException {
    begun = true;
    client.enter(this);
    int result = SSL.doHandshake(ssl);
    if (result > 0) {
      established = true;
      return;
    }
    int error = SSL.getError(ssl, result);
    if (error == SSL.SSL_ERROR_WANT_CERTIFICATE_VERIFY) {
      check = new Check(SSL.getPeerCertChain(ssl));
    } else if (error != SSL.SSL_ERROR_WANT_READ && error != SSL.SSL_ERROR_WANT_WRITE) {
      throw failure();
    }
  }

  /** Certificates are checked on another thread, unless they passed a check recently. */
  @Override
  public @Nullable Runnable step() {
    Check current = check;
    if (current == null || ssl == 0) {
      return null;
    }
    if (!current.isDone && !client.checks().isGood(server, current.chain)) {
      return current;
    }
    refusal = current.refusal;
    isTrusted = refusal == null;
    if (current.end != null) {
      client.checks().remember(server, current.chain, current.end);
    }
    check = null;
    begun = false; // The handshake continues without a call.
    client.enter(this);
    SSL.getTask(ssl).run();
    return null;
  }

  /** The verdict on the certificates for the library, as a code of X509_verify_cert. */
  int verdict() {
    if (isTrusted) {
      return CertificateVerifier.X509_V_OK;
    }
    return switch (refusal) {
      case CertificateExpiredException _ -> CertificateVerifier.X509_V_ERR_CERT_HAS_EXPIRED;
      case CertificateNotYetValidException _ -> CertificateVerifier.X509_V_ERR_CERT_NOT_YET_VALID;
      case null, default -> CertificateVerifier.X509_V_ERR_UNSPECIFIED;
    };
  }

  /** A check of certificates, on any thread; its outcome is read after its end. */
  private final class Check implements Runnable {
    private final byte[][] chain;
    private @Nullable CertificateException refusal;
    private @Nullable Instant end;
    private boolean isDone;

    Check(byte[][] chain) {
      this.chain = chain;
    }

    @Override
    public void run() {
      try {
        end = ChainCheck.check(chain, server, port, client.trust());
      } catch (CertificateException e) {
        refusal = e;
      } catch (RuntimeException e) { // A trust manager of the user's.
        refusal = new CertificateException(e);
      }
      isDone = true;
    }
  }

  @Override
  public String applicationProtocol() {
    @Nullable String protocol = ssl == 0 ? null : SSL.getAlpnSelected(ssl);
    return protocol == null ? "" : protocol;
  }

  @Override
  public Optional<TlsAgreement> agreement() {
    return ssl == 0
        ? Optional.empty()
        : Optional.of(TlsAgreement.of(SSL.getVersion(ssl), SSL.getCipherForSSL(ssl)));
  }

  @Override
  public void closeOutput() {
    if (ssl != 0 && !outputClosed) {
      outputClosed = true;
      if (established && !isBroken) {
        int unused = SSL.shutdownSSL(ssl);
        SSL.clearError();
      }
    }
  }

  @Override
  public boolean isOutputDone() {
    return ssl == 0 || (outputClosed && SSL.bioLengthNonApplication(wire) == 0);
  }

  @Override
  public void close() {
    if (ssl != 0) {
      SSL.freeSSL(ssl); // the wire as well
      ssl = 0;
      wire = 0;
      client.ended();
    }
  }

  private void requireOpen() throws SSLException {
    if (ssl == 0) {
      throw new SSLException("the TLS connection is closed");
    }
  }

  /** The library's error of the call before, in words. */
  private SSLException failure() {
    isBroken = true;
    int code = SSL.getLastErrorNumber();
    String said = code == 0 ? "" : SSL.getErrorString(code);
    SSL.clearError();
    if (refusal != null) {
      var refused = new SSLHandshakeException(refusal.getMessage());
      refused.initCause(refusal);
      return refused;
    }
    @Nullable SSLException unwanted = ClientCertificateException.of(alert(code));
    if (unwanted != null) {
      return unwanted;
    }
    String text =
        said.isEmpty()
            ? "the peer ended TLS"
            : said.substring(said.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT).replace('_', ' ');
    return established ? new SSLException(text) : new SSLHandshakeException(text);
  }

  /** The alert of the peer that caused an error of the library; -1 without one. */
  private static int alert(int code) {
    int reason = code & 0xFFF;
    return code >>> 24 == LIBRARY_OF_TLS && reason > FIRST_ALERT ? reason - FIRST_ALERT : -1;
  }
}
