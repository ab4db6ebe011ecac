package dev.arachne.network;

import java.io.IOException;

/** A DNS lookup failed; it is unknown whether the name has an address. */
public final class DnsException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean ofName;

  /**
   * A DNS lookup that failed by {@code cause}.
   *
   * @param ofName whether other names are answered
   */
  public DnsException(IOException cause, boolean ofName) {
    super(cause.getMessage(), cause);
    this.ofName = ofName;
  }

  /** Whether other names are answered, so that the fault is at this name's servers. */
  public boolean isOfName() {
    return ofName;
  }
}
