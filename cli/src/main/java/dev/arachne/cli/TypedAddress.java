package dev.arachne.cli;

import java.net.InetAddress;
import picocli.CommandLine.TypeConversionException;

/** Addresses as they are typed, no names. */
final class TypedAddress {
  private TypedAddress() {}

  static InetAddress parse(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is not an address; use one such as 127.0.0.1".formatted(text));
    }
  }
}
