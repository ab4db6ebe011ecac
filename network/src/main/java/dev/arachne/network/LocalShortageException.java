package dev.arachne.network;

import java.io.IOException;

/**
 * This machine, or this process, has too little of something to open a connection. It shows nothing
 * of the peer, which was not asked.
 */
public final class LocalShortageException extends IOException {
  private static final long serialVersionUID = 1;

  private final Resource resource;

  /** What there is too little of. */
  public enum Resource {
    /** File descriptors, of this process or of the machine, or memory for a socket. */
    DESCRIPTORS,
    /** Local ports for connections to the peer. */
    PORTS,
    /** The local address that connections were to come from. */
    ADDRESS
  }

  /** A shortage that showed itself by {@code cause}. */
  public LocalShortageException(Resource resource, IOException cause) {
    super(cause.getMessage(), cause);
    this.resource = resource;
  }

  /** What there is too little of. */
  public Resource resource() {
    return resource;
  }
}
