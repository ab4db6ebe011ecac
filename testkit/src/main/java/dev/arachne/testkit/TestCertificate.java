package dev.arachne.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStore.PasswordProtection;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates for {@link TestWeb}, right and wrong ones, from a checked-in key store that {@code
 * certificates.sh} makes. All but {@link #SELF_SIGNED} are signed by one authority that only {@link
 * #trustingContext()} trusts.
 */
public enum TestCertificate {
  /** For localhost, *.test, example.com and 127.0.0.1 to 127.0.0.9, until 2124. */
  VALID,
  /** As {@link #VALID}, but for January 2020. */
  EXPIRED,
  /** For elsewhere.invalid alone. */
  WRONG_HOST,
  /** As {@link #VALID}, but signed by nobody else. */
  SELF_SIGNED;

  private static final char[] PASSWORD = "arachne".toCharArray();
  private static final String AUTHORITY = "authority";

  /** What a client needs to trust all these certificates but {@link #SELF_SIGNED}. */
  public static SSLContext trustingContext() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(AUTHORITY, load().getCertificate(AUTHORITY));
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), new UnlockedRandom());
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a server needs to show this certificate. */
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
      context.init(factory.getKeyManagers(), null, new UnlockedRandom());
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
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
