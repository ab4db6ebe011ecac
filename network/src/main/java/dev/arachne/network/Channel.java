package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * An open two-way stream of bytes to a peer. Confined to its loop. Methods that wait are for
 * coroutines; one may read while another writes.
 *
 * <p>Reading comes in two steps so that an idle channel holds no buffer: {@link #awaitReadable}
 * waits without a buffer, {@link #read} then takes the available bytes and never waits.
 */
public interface Channel extends AutoCloseable {
  /**
   * Waits until a read may succeed: bytes came, or the end, or an error that read will throw. May
   * return although no bytes came.
   *
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   * @throws java.nio.channels.ClosedChannelException if the channel is, or gets, closed on this
   *     side
   */
  void awaitReadable(Deadline deadline) throws IOException;

  /**
   * Moves bytes that have arrived into {@code into}, without waiting.
   *
   * @return their number; 0 if there are no bytes now; -1 if the peer will send no more
   * @throws IOException if the connection broke
   */
  int read(ByteBuffer into) throws IOException;

  /**
   * Sends all that remains in {@code from}, waiting while the peer accepts no more.
   *
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first; part may have been
   *     sent
   * @throws IOException if the connection broke
   */
  void write(ByteBuffer from, Deadline deadline) throws IOException;

  /** Tells the peer that no more bytes will come; reading continues. */
  void shutdownOutput() throws IOException;

  /** The peer's address. */
  InetSocketAddress peer();

  /** False once closed on this side. */
  boolean isOpen();

  /**
   * Closes both directions; waits on the channel end with an exception. Closing twice is harmless.
   */
  @Override
  void close();
}
