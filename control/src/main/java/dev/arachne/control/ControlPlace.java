package dev.arachne.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The place of a crawl's socket: {@code control.sock} in its directory. If that path is too long
 * for a socket, a file {@code control.address} names another one.
 */
final class ControlPlace {
  static final String SOCKET = "control.sock";
  static final String ADDRESS = "control.address";

  /** Most bytes of the path of a socket (sun_path, without its end). */
  private static final int LONGEST_PATH = 103;

  private ControlPlace() {}

  /** Whether a socket can be at this path. */
  static boolean fits(Path socket) {
    return socket.toString().getBytes(UTF_8).length <= LONGEST_PATH;
  }

  /**
   * Returns the address of the socket of the crawl in a directory, or empty without such a socket.
   */
  static Optional<UnixDomainSocketAddress> of(Path directory) throws IOException {
    Path socket = directory.resolve(SOCKET);
    if (fits(socket) && Files.exists(socket)) {
      return Optional.of(UnixDomainSocketAddress.of(socket));
    }
    try {
      Path elsewhere = Path.of(Files.readString(directory.resolve(ADDRESS)).strip());
      return fits(elsewhere) && Files.exists(elsewhere)
          ? Optional.of(UnixDomainSocketAddress.of(elsewhere))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
