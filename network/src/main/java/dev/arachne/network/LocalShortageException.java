package dev.arachne.network;

import java.io.IOException;

/**
 * This machine, or this process, lacks a resource to open a connection. It does not indicate a
 * fault of the peer, which was not contacted.
 */
public final class LocalShortageException extends IOException {
  private static final long serialVersionUID = 1;

  private final Resource resource;

  /** The missing resource. */
  public enum Resource {
    /** File descriptors, of this process or of the machine, or memory for a socket. */
    DESCRIPTORS,
    /** Local ports for connections to the peer. */
    PORTS,
    /** The requested local address of connections. */
    ADDRESS
  }

  /** A shortage with this {@code cause}. */
  public LocalShortageException(Resource resource, IOException cause) {
    super(cause.getMessage(), cause);
    this.resource = resource;
  }

  /** The missing resource. */
  public Resource resource() {
    return resource;
  }
}
