package dev.arachne.protocol;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The field Host of a request (RFC 9110 7.2), by which a server on this machine detects a browser
 * that reached it by another party's name (DNS rebinding). Pure.
 */
public final class HostField {
  private static final int HTTP_PORT = 80;

  /** A name, or an address of version 4 or 6, and a port. */
  private static final Pattern FORM =
      Pattern.compile("([0-9A-Za-z.-]+|\\[[0-9a-fA-F:.]+])(?::([0-9]{1,5}))?");

  private HostField() {}

  /**
   * Whether a browser named a server directly: by the address on which it listens, or as localhost.
   * A name that resolves to that address does not count.
   *
   * @param host the value of the field; empty if absent
   * @param own the address on which the server listens
   */
  public static boolean names(String host, InetSocketAddress own) {
    Matcher named = FORM.matcher(host);
    if (!named.matches()) {
      return false;
    }
    InetAddress address = own.getAddress();
    boolean isAny = address.isAnyLocalAddress();
    String port = named.group(2);
    boolean isPort = (port == null ? HTTP_PORT : Integer.parseInt(port)) == own.getPort();
    if (named.group(1).equalsIgnoreCase("localhost")) {
      return isPort && (isAny || address.isLoopbackAddress());
    }
    try {
      String literal = named.group(1).replaceFirst("^\\[(.*)]$", "$1");
      boolean isAddress = InetAddress.ofLiteral(literal).equals(address);
      return isAny || isPort && isAddress; // A port may be forwarded to any address.
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
