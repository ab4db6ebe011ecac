package dev.arachne.http;

import java.io.IOException;

/** A name could not be looked up, which says nothing about whether it has an address. */
final class NameServiceException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean ofName;

  NameServiceException(IOException cause, boolean ofName) {
    super(cause.getMessage(), cause);
    this.ofName = ofName;
  }

  /** Whether other names are answered, so that it is a matter of this one's servers. */
  boolean isOfName() {
    return ofName;
  }
}
