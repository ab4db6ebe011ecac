package dev.arachne.coding;

import java.io.IOException;

/** Says that a {@link DecodedStream} has no more to give, although its body did not end. */
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

  /** What is wrong with the body. */
  public CodingFault fault() {
    return fault;
  }
}
