package dev.arachne.tls;

import java.nio.ByteBuffer;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one connection, without its socket: records in, records out. Confined to its loop, but for
 * the steps of {@link #step}.
 */
interface TlsEngine extends AutoCloseable {
  /** The most content that one record can have (RFC 8446 5.1). */
  int MOST_CONTENT = 1 << 14;

  /** What the protocol waits for. */
  enum Need {
    /** A record of the peer. */
    RECORD,
    /** A record to the peer is due: {@link #wrap}. */
    ANSWER,
    /** A long computation is due: {@link #step}. */
    STEP,
    /** Nothing: the handshake is done, and content may go both ways. */
    NOTHING
  }

  /** What came of a call. */
  enum Outcome {
    /** A record was read, or written. */
    RECORD,
    /** The bytes at hand are no whole record. */
    TOO_SHORT,
    /** This direction has ended with close_notify. */
    CLOSED
  }

  /** What is due next. */
  Need need();

  /**
   * Reads one record.
   *
   * @param from what has arrived; what was read is taken from it
   * @param into where content goes: a direct buffer with room for {@link #MOST_CONTENT}
   * @throws SSLException if the peer breaks the protocol; what is to be said to it about that is
   *     due
   */
  Outcome unwrap(ByteBuffer from, ByteBuffer into) throws SSLException;

  /**
   * Writes what is due, then content.
   *
   * @param from content, of which as much is taken as goes into a record
   * @param into a direct buffer with room for a record
   */
  Outcome wrap(ByteBuffer from, ByteBuffer into) throws SSLException;

  /**
   * What {@link Need#STEP} is about. It may run on another thread; until it has ended nothing else
   * of the engine may be called but {@link #close}. Null if there is nothing to do any more.
   */
  @Nullable Runnable step();

  /** The protocol that ALPN chose (RFC 7301); empty when it chose none. */
  String applicationProtocol();

  /** What the handshake has come to; empty once closed. */
  Optional<TlsAgreement> agreement();

  /** No content will be written any more: close_notify is due. */
  void closeOutput();

  /** Whether nothing will be written any more, close_notify included. */
  boolean isOutputDone();

  /** Gives back what the engine holds. */
  @Override
  void close();
}
