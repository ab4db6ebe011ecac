package dev.arachne.network;

/** The log of connections, opened with its first line. */
final class NetworkLog {
  static final System.Logger LOG = System.getLogger("dev.arachne.network");

  private NetworkLog() {}
}
