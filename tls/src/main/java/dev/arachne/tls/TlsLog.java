package dev.arachne.tls;

/** The log of encrypted connections, opened with its first line. */
final class TlsLog {
  static final System.Logger LOG = System.getLogger("dev.arachne.tls");

  private TlsLog() {}
}
