package dev.arachne.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.internal.tcnative.Buffer;
import io.netty.internal.tcnative.SSL;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** A {@link TlsIdentity} in the form of BoringSSL. Confined to its loop. */
final class BoringIdentity implements AutoCloseable {
  private final long chain;
  private final long key;

  private BoringIdentity(long chain, long key) {
    this.chain = chain;
    this.key = key;
  }

  /** Loads an identity into the library. */
  static BoringIdentity of(TlsIdentity identity) throws SSLException {
    try {
      long certificates = bytes(Pem.of(identity.chain()));
      long chain = SSL.parseX509Chain(certificates);
      SSL.freeBIO(certificates);
      long secret = bytes(Pem.of(identity.key()));
      long key = SSL.parsePrivateKey(secret, null);
      SSL.freeBIO(secret);
      return new BoringIdentity(chain, key);
    } catch (CertificateException e) {
      throw new SSLException(identity + " has no encoding", e);
    } catch (Exception e) { // The library's.
      throw new SSLException(identity + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static long bytes(String text) throws Exception {
    byte[] all = text.getBytes(US_ASCII);
    ByteBuffer direct = ByteBuffer.allocateDirect(all.length).put(all);
    long bytes = SSL.newMemBIO();
    int written = SSL.bioWrite(bytes, Buffer.address(direct), all.length);
    if (written != all.length) {
      throw new SSLException("out of memory");
    }
    return bytes;
  }

  /** Lets a connection send it when the server requests it. */
  void showOn(long ssl) throws SSLException {
    try {
      SSL.setKeyMaterial(ssl, chain, key);
    } catch (Exception e) {
      throw new SSLException("the key is not that of the certificate: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    SSL.freeX509Chain(chain);
    SSL.freePrivateKey(key);
  }
}
