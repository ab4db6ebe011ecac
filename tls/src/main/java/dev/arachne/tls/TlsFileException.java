package dev.arachne.tls;

import java.nio.file.Path;

/** A file of certificates or keys that cannot be used. The message does not name the file. */
public final class TlsFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The fault of a file. */
  public enum Fault {
    /** It cannot be read. */
    UNREADABLE,
    /** It exceeds the size of such a file. */
    TOO_LARGE,
    /** It has no certificate, or one that cannot be read. */
    NO_CERTIFICATE,
    /** It has no private key, or one in a form that cannot be read. */
    NO_KEY,
    /** Its private key is encrypted. */
    ENCRYPTED_KEY,
    /** Its private key is not that of the certificate. */
    FOREIGN_KEY
  }

  private final transient Path file;
  private final Fault fault;
  private final String text;

  TlsFileException(Path file, Fault fault, String text) {
    super(text);
    this.file = file;
    this.fault = fault;
    this.text = text;
  }

  /** The fault and its remedy. */
  @Override
  public String getMessage() {
    return text;
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** The fault of the file. */
  public Fault fault() {
    return fault;
  }
}
