package dev.arachne.tls;

import java.nio.file.Path;

/** A file of certificates or keys that cannot be used. The message does not name the file. */
public final class TlsFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong with a file. */
  public enum Fault {
    /** It cannot be read. */
    UNREADABLE,
    /** It is larger than such a file can be. */
    TOO_LARGE,
    /** There is no certificate in it, or one that cannot be read. */
    NO_CERTIFICATE,
    /** There is no private key in it, or one in a form that cannot be read. */
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

  /** What is wrong, and what to do. */
  @Override
  public String getMessage() {
    return text;
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** What is wrong with it. */
  public Fault fault() {
    return fault;
  }
}
