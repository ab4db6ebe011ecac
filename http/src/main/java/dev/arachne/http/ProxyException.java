package dev.arachne.http;

import java.io.IOException;

/** A proxy opened no way to the host. */
final class ProxyException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  ProxyException(String detail) {
    super(detail);
    this.detail = detail;
  }

  String detail() {
    return detail;
  }
}
