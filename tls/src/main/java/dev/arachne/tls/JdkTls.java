package dev.arachne.tls;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** TLS by the JDK's engine. */
final class JdkTls implements TlsEngine {
  private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

  private final SSLEngine engine;

  private JdkTls(SSLEngine engine) {
    this.engine = engine;
  }

  /** An engine that sends the server's name and checks its certificate against it. */
  static TlsEngine client(SSLContext context, ServerName server, int port, List<String> protocols)
      throws SSLException {
    SSLEngine engine = context.createSSLEngine(server.host(), port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    if (!server.isAddress()) {
      parameters.setServerNames(List.of(new SNIHostName(server.host())));
    }
    engine.setSSLParameters(parameters);
    engine.beginHandshake();
    return new JdkTls(engine);
  }

  /** An engine that sends the certificate in {@code context}. */
  static TlsEngine server(SSLContext context) throws SSLException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.beginHandshake();
    return new JdkTls(engine);
  }

  @Override
  public Need need() {
    return switch (engine.getHandshakeStatus()) {
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> Need.RECORD;
      case NEED_WRAP -> Need.ANSWER;
      case NEED_TASK -> Need.STEP;
      case FINISHED, NOT_HANDSHAKING -> Need.NOTHING;
    };
  }

  @Override
  public Outcome unwrap(ByteBuffer from, ByteBuffer into) throws SSLException {
    try {
      return outcome(engine.unwrap(from, into).getStatus(), into);
    } catch (SSLException e) {
      Matcher alert = ALERT.matcher(String.valueOf(e.getMessage()));
      @Nullable SSLException unwanted =
          alert.find() ? ClientCertificateException.of(alert.group(1)) : null;
      throw unwanted == null ? e : unwanted;
    }
  }

  @Override
  public Outcome wrap(ByteBuffer from, ByteBuffer into) throws SSLException {
    return outcome(engine.wrap(from, into).getStatus(), into);
  }

  private static Outcome outcome(Status status, ByteBuffer into) throws SSLException {
    return switch (status) {
      case OK -> Outcome.RECORD;
      case CLOSED -> Outcome.CLOSED;
      case BUFFER_UNDERFLOW -> Outcome.TOO_SHORT;
      case BUFFER_OVERFLOW ->
          throw new SSLException("a record of more than " + into.remaining() + " bytes");
    };
  }

  @Override
  public @Nullable Runnable step() {
    return engine.getDelegatedTask();
  }

  @Override
  public String applicationProtocol() {
    String protocol = engine.getApplicationProtocol();
    return protocol == null ? "" : protocol;
  }

  @Override
  public Optional<TlsAgreement> agreement() {
    SSLSession session = engine.getSession();
    return Optional.of(TlsAgreement.of(session.getProtocol(), session.getCipherSuite()));
  }

  @Override
  public void closeOutput() {
    engine.closeOutbound();
  }

  @Override
  public boolean isOutputDone() {
    return engine.isOutboundDone();
  }

  @Override
  public void close() {
    // The garbage collector frees it.
  }
}
