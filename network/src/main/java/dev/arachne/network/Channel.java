package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * An open stream of bytes to a peer and back. Confined to its loop; methods that wait are for
 * coroutines, of which one may read and another write at the same time.
 *
 * <p>Reading comes in two steps so that a channel on which nothing arrives holds no buffer: {@link
 * #awaitReadable} waits with empty hands, {@link #read} then takes what is there and never waits.
 */
public interface Channel extends AutoCloseable {
  /**
   * Waits until a read is worth a try: bytes came, or the end, or an error that read will throw.
   * May return when nothing came after all.
   *
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   * @throws java.nio.channels.ClosedChannelException if the channel is, or gets, closed on this
   *     side
   */
  void awaitReadable(Deadline deadline) throws IOException;

  /**
   * Moves bytes that have arrived into {@code into}, without waiting.
   *
   * @return how many; 0 when none is there now; -1 when the peer will send no more
   * @throws IOException if the connection broke
   */
  int read(ByteBuffer into) throws IOException;

  /**
   * Sends all that remains in {@code from}, waiting while the peer takes no more.
   *
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first; part may have been
   *     sent
   * @throws IOException if the connection broke
   */
  void write(ByteBuffer from, Deadline deadline) throws IOException;

  /** Tells the peer that no more bytes will come; reading goes on. */
  void shutdownOutput() throws IOException;

  /** The peer's address. */
  InetSocketAddress peer();

  /** False once closed on this side. */
  boolean isOpen();

  /** Closes both directions; who waits on the channel is told. Closing twice is harmless. */
  @Override
  void close();
}
