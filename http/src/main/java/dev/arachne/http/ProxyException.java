package dev.arachne.http;

import java.io.IOException;

/** A proxy did not open a connection to the host. */
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
