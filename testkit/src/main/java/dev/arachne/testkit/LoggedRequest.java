package dev.arachne.testkit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * A request that a {@link TestWeb} received. Immutable.
 *
 * @param nanos when its head was whole, on the scale of {@link System#nanoTime()}
 * @param remote the client's address
 * @param local the address it came in on
 * @param connection the number of its connection: 1, 2, 3, ... in the order of acceptance
 * @param method as sent
 * @param target as sent
 * @param headers in the order sent
 */
public record LoggedRequest(
    long nanos,
    InetSocketAddress remote,
    InetAddress local,
    int connection,
    String method,
    String target,
    List<Header> headers) {

  /** The value of the first header of this name, compared without regard to case. */
  public Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }
}
