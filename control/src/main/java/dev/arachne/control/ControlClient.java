package dev.arachne.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Sends changes and requests to the process that crawls in a directory. Immutable; its methods
 * block until the answer.
 */
public final class ControlClient {
  private final Path directory;

  /** A client for the crawl in {@code directory}. */
  public ControlClient(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes a change, which is committed when this returns.
   *
   * @throws UsageException if no process crawls there
   */
  public Change.Outcome change(Change change) throws UsageException, IOException {
    return ControlLines.outcome(send(ControlLines.request(change)));
  }

  /**
   * The changes in force, in order.
   *
   * @throws UsageException if no process crawls there
   */
  public List<LedgerEntry.Changed> changes() throws UsageException, IOException {
    return ControlLines.changes(send(ControlLines.request("changes")));
  }

  /**
   * The current state of the crawl: a JSON object on one line.
   *
   * @throws UsageException if no process crawls there
   */
  public String snapshot() throws UsageException, IOException {
    return send(ControlLines.request("snapshot"));
  }

  /** Whether a process takes requests, which it does not in the first moments of a crawl. */
  public boolean isThere() throws IOException {
    Optional<UnixDomainSocketAddress> address = ControlPlace.of(directory);
    if (address.isEmpty()) {
      return false;
    }
    try (SocketChannel connection = SocketChannel.open(address.get())) {
      return connection.isConnected();
    } catch (SocketException e) {
      return false; // The socket of a process that was killed.
    }
  }

  private String send(String request) throws UsageException, IOException {
    Optional<UnixDomainSocketAddress> address = ControlPlace.of(directory);
    if (address.isEmpty()) {
      throw nobody();
    }
    try (SocketChannel connection = SocketChannel.open(address.get())) {
      connection.write(ByteBuffer.wrap((request + "\n").getBytes(UTF_8)));
      var in =
          new BufferedReader(new InputStreamReader(Channels.newInputStream(connection), UTF_8));
      String answer = in.readLine();
      if (answer == null) {
        throw new IOException(directory + ": the crawl has ended before it answered");
      }
      return answer;
    } catch (SocketException e) {
      throw nobody();
    }
  }

  /** The error that no process crawls there. */
  public UsageException nobody() {
    return new UsageException(
        directory.toString(),
        "no process crawls there; use arachne resume " + directory + " first");
  }
}
