package dev.arachne.tls;

import java.nio.ByteBuffer;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one connection, without its socket: records in, records out. Confined to its loop, except
 * for the steps of {@link #step}.
 */
interface TlsEngine extends AutoCloseable {
  /** The most content that one record can have (RFC 8446 5.1). */
  int MOST_CONTENT = 1 << 14;

  /** The next step of the protocol. */
  enum Need {
    /** A record of the peer. */
    RECORD,
    /** A record to the peer is due: {@link #wrap}. */
    ANSWER,
    /** A long computation is due: {@link #step}. */
    STEP,
    /** Nothing: the handshake is done, and content may be sent both ways. */
    NOTHING
  }

  /** The outcome of a call. */
  enum Outcome {
    /** A record was read, or written. */
    RECORD,
    /** The available bytes are not a whole record. */
    TOO_SHORT,
    /** This direction has ended with close_notify. */
    CLOSED
  }

  /** The step that is due next. */
  Need need();

  /**
   * Reads one record.
   *
   * @param from the bytes that have arrived; bytes that were read are consumed
   * @param into the buffer for content: a direct buffer with room for {@link #MOST_CONTENT}
   * @throws SSLException if the peer breaks the protocol; an alert is then due
   */
  Outcome unwrap(ByteBuffer from, ByteBuffer into) throws SSLException;

  /**
   * Writes the output that is due, then content.
   *
   * @param from content, consumed up to the size of a record
   * @param into a direct buffer with room for a record
   */
  Outcome wrap(ByteBuffer from, ByteBuffer into) throws SSLException;

  /**
   * The computation of {@link Need#STEP}. It may run on another thread; until its end, only {@link
   * #close} of the engine may be called. Null if no step is left.
   */
  @Nullable Runnable step();

  /** The protocol that ALPN chose (RFC 7301); empty without one. */
  String applicationProtocol();

  /** The parameters that the handshake agreed on; empty once closed. */
  Optional<TlsAgreement> agreement();

  /** Ends the output of content: close_notify is due. */
  void closeOutput();

  /** Whether all output has been written, close_notify included. */
  boolean isOutputDone();

  /** Releases the resources of the engine. */
  @Override
  void close();
}
