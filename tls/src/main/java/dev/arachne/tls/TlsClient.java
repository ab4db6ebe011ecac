package dev.arachne.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The trust of a TLS client, and its own identities. Immutable. */
public final class TlsClient {
  /** Trusts the authorities of the Java installation, and has no identity. The default. */
  public static final TlsClient SYSTEM = new TlsClient(null, List.of(), null, null);

  /**
   * Trusts every server with any certificate: every host on the path can read and change the data.
   */
  public static final TlsClient TRUSTING_ALL = trusting(new AnyCertificate());

  private final @Nullable X509ExtendedTrustManager trust;

  /** Authorities in addition to those of the system. */
  private final List<X509Certificate> authorities;

  private final @Nullable Shown shown;
  private final @Nullable SSLContext context;

  private TlsClient(
      @Nullable X509ExtendedTrustManager trust,
      List<X509Certificate> authorities,
      @Nullable Shown shown,
      @Nullable SSLContext context) {
    this.trust = trust;
    this.authorities = authorities;
    this.shown = shown;
    this.context = context;
  }

  /**
   * Trusts the servers that {@code trust} accepts in {@link
   * X509ExtendedTrustManager#checkServerTrusted(java.security.cert.X509Certificate[], String,
   * javax.net.ssl.SSLEngine)}. It may read the host, the port and the parameters from the engine.
   * It is called on several threads. After it has accepted a chain for a host, it is not called
   * again for ten minutes.
   */
  public static TlsClient trusting(X509ExtendedTrustManager trust) {
    return new TlsClient(trust, List.of(), null, null);
  }

  /**
   * Trusts these authorities and no others.
   *
   * @param pem their certificates as text (RFC 7468)
   * @throws CertificateException if the text has no certificate, or one cannot be read
   */
  public static TlsClient trusting(String pem) throws CertificateException {
    try {
      return trusting(manager(store(Pem.certificates(pem))));
    } catch (CertificateException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  /**
   * Trusts these authorities and those of the Java installation.
   *
   * @param pem their certificates as text (RFC 7468)
   * @throws CertificateException if the text has no certificate, or one cannot be read
   */
  public static TlsClient trustingAlso(String pem) throws CertificateException {
    return new TlsClient(null, Pem.certificates(pem), null, null);
  }

  /**
   * Uses the JDK's engine, set up by {@code context}: for programs with a context of their own,
   * with keys in a smart card for example. It takes more time and memory than other clients.
   */
  public static TlsClient of(SSLContext context) {
    return new TlsClient(null, List.of(), null, context);
  }

  /**
   * Sends an identity to the selected hosts when they request one.
   *
   * @param hosts selects hosts: names as in a URL, without a dot at the end, or addresses
   * @throws IllegalStateException if this client was made of an {@link SSLContext}, which has
   *     identities of its own
   */
  public TlsClient showing(TlsIdentity identity, Predicate<String> hosts) {
    if (context != null) {
      throw new IllegalStateException("the context says what is shown");
    }
    return new TlsClient(trust, authorities, new Shown(identity, hosts), null);
  }

  /** An identity and the hosts that get it. */
  record Shown(TlsIdentity identity, Predicate<String> hosts) {}

  @Nullable Shown shown() {
    return shown;
  }

  /** The context of {@link #of}, or one for the JDK's engine with the same trust. Blocks. */
  SSLContext context() throws SSLException {
    return context == null ? jdkContext(null) : context;
  }

  /** As {@link #context}, for the hosts that get the identity. Blocks. */
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

  /**
   * The trust manager that checks certificates. Reads the authorities of the system from their
   * file: blocks.
   */
  X509ExtendedTrustManager trust() throws SSLException {
    if (trust != null) {
      return trust;
    }
    try {
      X509ExtendedTrustManager system = manager(null);
      if (authorities.isEmpty()) {
        return system;
      }
      List<X509Certificate> all = new ArrayList<>(List.of(system.getAcceptedIssuers()));
      all.addAll(authorities);
      return manager(store(all));
    } catch (GeneralSecurityException e) {
      throw new SSLException("the authorities of this Java installation cannot be read", e);
    }
  }

  /** The JDK's trust manager; with the system's authorities by default. */
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

  private static KeyStore store(List<X509Certificate> certificates)
      throws GeneralSecurityException {
    KeyStore store = empty();
    int number = 0;
    for (X509Certificate certificate : certificates) {
      store.setCertificateEntry("authority " + number++, certificate);
    }
    return store;
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
