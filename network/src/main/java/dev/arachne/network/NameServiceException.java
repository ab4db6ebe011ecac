package dev.arachne.network;

import java.io.IOException;

/** A name could not be looked up, which says nothing about whether it has an address. */
public final class NameServiceException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean ofName;

  /**
   * A look-up that failed by {@code cause}.
   *
   * @param ofName whether other names are answered
   */
  public NameServiceException(IOException cause, boolean ofName) {
    super(cause.getMessage(), cause);
    this.ofName = ofName;
  }

  /** Whether other names are answered, so that it is a matter of this one's servers. */
  public boolean isOfName() {
    return ofName;
  }
}
