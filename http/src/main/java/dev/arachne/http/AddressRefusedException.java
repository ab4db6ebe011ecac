package dev.arachne.http;

import dev.arachne.network.AddressPolicy;
import java.io.IOException;
import java.net.InetAddress;

/** The {@link AddressPolicy} permits none of a host's addresses. */
final class AddressRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final InetAddress address;

  AddressRefusedException(InetAddress address) {
    super(address.getHostAddress());
    this.address = address;
  }

  InetAddress address() {
    return address;
  }
}
