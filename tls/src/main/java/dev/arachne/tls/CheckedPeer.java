package dev.arachne.tls;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that the JDK's certificate check reads from an engine: the host name, and that it
 * must be checked (RFC 9110 4.3.4). It is not usable as an engine. Immutable.
 */
final class CheckedPeer extends SSLEngine {
  private final SSLSession session;

  CheckedPeer(String host, int port) {
    super(host, port);
    session =
        (SSLSession)
            Proxy.newProxyInstance(
                CheckedPeer.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "getPeerHost" -> host;
                      case "getPeerPort" -> port;
                      case "getProtocol" -> "TLSv1.3";
                      case "toString" -> "a session with " + host;
                      default -> throw unasked(method.getName());
                    });
  }

  private static UnsupportedOperationException unasked(String what) {
    return new UnsupportedOperationException(
        what + " of a connection whose certificate is checked");
  }

  @Override
  public SSLSession getHandshakeSession() {
    return session;
  }

  @Override
  public SSLSession getSession() {
    return session;
  }

  @Override
  public SSLParameters getSSLParameters() {
    var parameters = new SSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target) {
    throw unasked("wrap");
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length) {
    throw unasked("unwrap");
  }

  @Override
  public @Nullable Runnable getDelegatedTask() {
    return null;
  }

  @Override
  public void closeInbound() {
    throw unasked("closeInbound");
  }

  @Override
  public boolean isInboundDone() {
    return false;
  }

  @Override
  public void closeOutbound() {
    throw unasked("closeOutbound");
  }

  @Override
  public boolean isOutboundDone() {
    return false;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return new String[0];
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    throw unasked("setEnabledCipherSuites");
  }

  @Override
  public String[] getSupportedProtocols() {
    return new String[0];
  }

  @Override
  public String[] getEnabledProtocols() {
    return new String[0];
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    throw unasked("setEnabledProtocols");
  }

  @Override
  public void beginHandshake() {
    throw unasked("beginHandshake");
  }

  @Override
  public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
    return SSLEngineResult.HandshakeStatus.NEED_TASK;
  }

  @Override
  public void setUseClientMode(boolean mode) {
    throw unasked("setUseClientMode");
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    throw unasked("setNeedClientAuth");
  }

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  @Override
  public void setWantClientAuth(boolean want) {
    throw unasked("setWantClientAuth");
  }

  @Override
  public boolean getWantClientAuth() {
    return false;
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    throw unasked("setEnableSessionCreation");
  }

  @Override
  public boolean getEnableSessionCreation() {
    return false;
  }
}
