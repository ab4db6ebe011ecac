package dev.arachne.coding;

import java.io.IOException;

/** The early end of a {@link DecodedStream}, before the end of its body. */
public final class CodingException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CodingFault fault;

  CodingException(CodingFault fault, Throwable cause) {
    super(fault.toString(), cause);
    this.fault = fault;
  }

  CodingException(CodingFault fault) {
    super(fault.toString());
    this.fault = fault;
  }

  /** The fault of the body. */
  public CodingFault fault() {
    return fault;
  }
}
