package dev.arachne.archive;

import java.io.IOException;

/** A block that cannot be read to its end, since the file is damaged or cut. */
public final class DamagedArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient WarcFault fault;

  DamagedArchiveException(WarcFault fault) {
    super(fault.toString());
    this.fault = fault;
  }

  /** The fault and its place. */
  public WarcFault fault() {
    return fault;
  }
}
