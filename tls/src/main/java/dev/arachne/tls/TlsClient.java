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

/** Whom a client of TLS trusts, and what it shows of itself. Immutable. */
public final class TlsClient {
  /** Trusts the authorities of the Java installation, and shows nothing. The default. */
  public static final TlsClient SYSTEM = new TlsClient(null, List.of(), null, null);

  /**
   * Trusts every server, whatever certificate it has: whoever is on the way can read and change all
   * that is sent.
   */
  public static final TlsClient TRUSTING_ALL = trusting(new AnyCertificate());

  private final @Nullable X509ExtendedTrustManager trust;

  /** Authorities beside those of the system. */
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
   * Trusts the servers that {@code trust} finds good: {@link
   * X509ExtendedTrustManager#checkServerTrusted(java.security.cert.X509Certificate[], String,
   * javax.net.ssl.SSLEngine)}, of whose engine it may ask the host, the port and the parameters. It
   * is called on several threads, and not again for ten minutes after it has found a chain good for
   * a host.
   */
  public static TlsClient trusting(X509ExtendedTrustManager trust) {
    return new TlsClient(trust, List.of(), null, null);
  }

  /**
   * Trusts these authorities and no others.
   *
   * @param pem their certificates as text (RFC 7468)
   * @throws CertificateException if there are none, or one cannot be read
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
   * @throws CertificateException if there are none, or one cannot be read
   */
  public static TlsClient trustingAlso(String pem) throws CertificateException {
    return new TlsClient(null, Pem.certificates(pem), null, null);
  }

  /**
   * Leaves all to the JDK's engine, set up by {@code context}: for programs that have one of their
   * own, with keys in a smart card for example. It takes more time and memory than other clients.
   */
  public static TlsClient of(SSLContext context) {
    return new TlsClient(null, List.of(), null, context);
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
    return new TlsClient(trust, authorities, new Shown(identity, hosts), null);
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
