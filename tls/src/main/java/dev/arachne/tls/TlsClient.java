package dev.arachne.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a client of TLS trusts, and what it shows of itself. Immutable. */
public final class TlsClient {
  /** Trusts the authorities of the Java installation, and shows nothing. The default. */
  public static final TlsClient SYSTEM = new TlsClient(null, null, null);

  private final @Nullable X509ExtendedTrustManager trust;
  private final @Nullable Shown shown;
  private final @Nullable SSLContext context;

  private TlsClient(
      @Nullable X509ExtendedTrustManager trust,
      @Nullable Shown shown,
      @Nullable SSLContext context) {
    this.trust = trust;
    this.shown = shown;
    this.context = context;
  }

  /**
   * Trusts the servers that {@code trust} finds good: {@link
   * X509ExtendedTrustManager#checkServerTrusted(java.security.cert.X509Certificate[], String,
   * javax.net.ssl.SSLEngine)}, of whose engine it may ask the host, the port and the parameters. It
   * is called on several threads, and not again for ten minutes after it has found a chain good for
   * a host.
   */
  public static TlsClient trusting(X509ExtendedTrustManager trust) {
    return new TlsClient(trust, null, null);
  }

  /**
   * Trusts these authorities and no others.
   *
   * @param pem their certificates as text (RFC 7468)
   * @throws CertificateException if there are none, or one cannot be read
   */
  public static TlsClient trusting(String pem) throws CertificateException {
    try {
      KeyStore authorities = empty();
      int number = 0;
      for (X509Certificate certificate : Pem.certificates(pem)) {
        authorities.setCertificateEntry("authority " + number++, certificate);
      }
      return trusting(manager(authorities));
    } catch (CertificateException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  /**
   * Leaves all to the JDK's engine, set up by {@code context}: for programs that have one of their
   * own, with keys in a smart card for example. It takes more time and memory than other clients.
   */
  public static TlsClient of(SSLContext context) {
    return new TlsClient(null, null, context);
  }

  /**
   * Shows an identity to the hosts for which it is meant, when they ask for one.
   *
   * @param hosts which hosts: names as in a URL, without a dot at the end, or addresses
   * @throws IllegalStateException if this client was made of an {@link SSLContext}, which has
   *     identities of its own
   */
  public TlsClient showing(TlsIdentity identity, Predicate<String> hosts) {
    if (context != null) {
      throw new IllegalStateException("the context says what is shown");
    }
    return new TlsClient(trust, new Shown(identity, hosts), null);
  }

  /** What is shown, and to whom. */
  record Shown(TlsIdentity identity, Predicate<String> hosts) {}

  @Nullable Shown shown() {
    return shown;
  }

  /** The context of {@link #of}, or one for the JDK's engine that trusts the same. Blocks. */
  SSLContext context() throws SSLException {
    return context == null ? jdkContext(null) : context;
  }

  /** As {@link #context}, for the hosts to which the identity is shown. Blocks. */
  SSLContext showingContext(TlsIdentity identity) throws SSLException {
    try {
      return jdkContext(keyManagers(identity));
    } catch (GeneralSecurityException e) {
      throw new SSLException(identity + " cannot be used", e);
    }
  }

  private SSLContext jdkContext(KeyManager @Nullable [] keys) throws SSLException {
    try {
      SSLContext made = SSLContext.getInstance("TLS");
      made.init(keys, new TrustManager[] {trust()}, null);
      return made;
    } catch (GeneralSecurityException e) {
      throw new SSLException("this Java installation has no TLS", e);
    }
  }

  private static KeyManager[] keyManagers(TlsIdentity identity) throws GeneralSecurityException {
    KeyStore own = empty();
    own.setKeyEntry(
        "own", identity.key(), new char[0], identity.chain().toArray(X509Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own, new char[0]);
    return factory.getKeyManagers();
  }

  /** Whether only the JDK's engine does. */
  boolean isOfJdk() {
    return context != null;
  }

  /** Who judges certificates. Reads the authorities of the system from their file: blocks. */
  X509ExtendedTrustManager trust() throws SSLException {
    if (trust != null) {
      return trust;
    }
    try {
      return manager(null);
    } catch (GeneralSecurityException e) {
      throw new SSLException("the authorities of this Java installation cannot be read", e);
    }
  }

  /** The JDK's; of the system's authorities if none are given. */
  private static X509ExtendedTrustManager manager(@Nullable KeyStore authorities)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("this Java installation checks no certificates");
  }

  private static KeyStore empty() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      return store;
    } catch (IOException e) {
      throw new IllegalStateException("nothing was read", e);
    }
  }
}
