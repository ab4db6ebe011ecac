package dev.arachne.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStore.PasswordProtection;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Certificates for {@link TestWeb}, right and wrong ones, from a checked-in key store that {@code
 * certificates.sh} makes. All but {@link #SELF_SIGNED} are signed by one authority that only {@link
 * #trustManager()} trusts.
 */
public enum TestCertificate {
  /** Valid for localhost, *.test, example.com and 127.0.0.1 to 127.0.0.9, until 2124. */
  VALID,
  /** As {@link #VALID}, but for January 2020. */
  EXPIRED,
  /** Valid for elsewhere.invalid alone. */
  WRONG_HOST,
  /** As {@link #VALID}, but self-signed. */
  SELF_SIGNED;

  private static final char[] PASSWORD = "arachne".toCharArray();
  private static final String AUTHORITY = "authority";

  /** The trust manager of a client that trusts all these certificates but {@link #SELF_SIGNED}. */
  public static X509ExtendedTrustManager trustManager() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(AUTHORITY, load().getCertificate(AUTHORITY));
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A context of the JDK's TLS with {@link #trustManager}. */
  public static SSLContext trustingContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trustManager()}, new UnlockedRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The TLS context of a server that shows this certificate. */
  public SSLContext serverContext() {
    try {
      String alias = name().toLowerCase(Locale.ROOT).replace("_", "");
      KeyStore all = load();
      var protection = new PasswordProtection(PASSWORD);
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      own.setEntry(alias, all.getEntry(alias, protection), protection);
      var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(own, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager[] clients = {trustManager()}; // for servers that request one
      context.init(factory.getKeyManagers(), clients, new UnlockedRandom());
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The chain and the private key in PEM (RFC 7468), for servers that do not run on a JVM. */
  public String pem() {
    try {
      String alias = name().toLowerCase(Locale.ROOT).replace("_", "");
      KeyStore all = load();
      var text = new StringBuilder();
      for (Certificate certificate : all.getCertificateChain(alias)) {
        text.append(pem("CERTIFICATE", certificate.getEncoded()));
      }
      return text.append(pem("PRIVATE KEY", all.getKey(alias, PASSWORD).getEncoded())).toString();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate of the authority that has signed the others, in PEM. */
  public static String authorityPem() {
    try {
      return pem("CERTIFICATE", load().getCertificate(AUTHORITY).getEncoded());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String label, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label);
  }

  private static KeyStore load() throws GeneralSecurityException, IOException {
    try (InputStream in = TestCertificate.class.getResourceAsStream("certificates.p12")) {
      if (in == null) {
        throw new IOException("certificates.p12 is missing");
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD);
      return store;
    }
  }
}
