package dev.arachne.tls;

import dev.arachne.tls.TlsFileException.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.cert.CertificateException;

/** Reads certificates and keys from files in PEM (RFC 7468). Its methods block. */
public final class TlsFiles {
  /** The largest accepted file; the authorities of Debian take 220 kB. */
  private static final long MOST_BYTES = 8 << 20;

  private TlsFiles() {}

  /** A client that trusts the authorities in a file, and those of the Java installation. */
  public static TlsClient authorities(Path file) throws TlsFileException {
    try {
      return TlsClient.trustingAlso(text(file));
    } catch (CertificateException e) {
      throw new TlsFileException(file, Fault.NO_CERTIFICATE, noCertificate(e));
    }
  }

  /**
   * The identity of a client.
   *
   * @param chain the file of its certificate, and of those that lead to an authority
   * @param key the file of its private key; may be the same
   */
  public static TlsIdentity identity(Path chain, Path key) throws TlsFileException {
    String certificates = text(chain);
    try {
      Pem.certificates(certificates);
    } catch (CertificateException e) {
      throw new TlsFileException(chain, Fault.NO_CERTIFICATE, noCertificate(e));
    }
    try {
      return TlsIdentity.of(certificates, text(key));
    } catch (Pem.EncryptedKeyException e) {
      throw new TlsFileException(key, Fault.ENCRYPTED_KEY, String.valueOf(e.getMessage()));
    } catch (InvalidKeyException e) {
      throw new TlsFileException(
          key,
          Fault.FOREIGN_KEY,
          "its private key is not that of the first certificate in " + chain);
    } catch (GeneralSecurityException e) {
      throw new TlsFileException(key, Fault.NO_KEY, String.valueOf(e.getMessage()));
    }
  }

  private static String noCertificate(CertificateException e) {
    return e.getCause() == null
        ? String.valueOf(e.getMessage())
        : "a certificate in it cannot be read";
  }

  private static String text(Path file) throws TlsFileException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new TlsFileException(file, Fault.TOO_LARGE, "is too large for a file in PEM");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new TlsFileException(file, Fault.UNREADABLE, "there is no such file");
    } catch (IOException e) {
      throw new TlsFileException(file, Fault.UNREADABLE, "cannot be read");
    }
  }
}
