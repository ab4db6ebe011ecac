package dev.arachne.tls;

import dev.arachne.network.Channel;
import dev.arachne.network.NowWritable;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.tls.TlsEngine.Need;
import dev.arachne.tls.TlsEngine.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS over another channel. Sends the server's name (SNI) and checks its certificate against that
 * name. Made by a {@link TlsConnector}. Confined to its loop.
 *
 * <p>The peer determines the size of records, so two remainders can be left after a read. They are
 * bytes of an incomplete record ({@code arrived}), and text of a record that was larger than the
 * reader's buffer ({@code text}). Their buffers are borrowed from the loop and returned as soon as
 * they are empty. A channel that waits between two records holds no buffer.
 *
 * <p>The data that a peer sends in addition to content is bounded ({@link TlsExcessException}): the
 * bytes of a handshake, consecutive records without content, and all bytes in proportion to the
 * content. Even if records come fast, the channel yields the loop between them, and checks
 * deadlines.
 *
 * <p>Steps of a handshake that the engine delegates, such as the check of a certificate, take
 * milliseconds and more, as the peer determines. They run on threads of their own.
 */
public final class TlsChannel implements Channel {
  private static final System.Logger LOG = System.getLogger("dev.arachne.tls");

  /** The time limit for close_notify. */
  private static final Duration GOODBYE_WAIT = Duration.ofSeconds(10);

  /** The number of pending records before the last one. */
  private static final int OWED_AT_END = 4;

  /** The number of records read without a yield: about a millisecond's work. */
  private static final int RECORDS_AT_ONCE = 32;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Wide enough that a few slow checks do not delay others; the work is mostly CPU. */
  private static final Bulkhead TASKS = Bulkhead.of("tls", 8);

  private final EventLoop loop = EventLoop.current();
  private final Channel under;
  private final TlsEngine engine;

  /** Ciphertext not yet unwrapped, ready to be filled; null if absent. */
  private @Nullable ByteBuffer arrived;

  /** Plaintext not yet read, ready to be drained; null if absent. */
  private @Nullable ByteBuffer text;

  /** Whether a read may find something without an arrival: available bytes, or the end. */
  private boolean triable;

  /** Whether a record to the peer is pending, such as the answer to a new key. */
  private boolean answerOwed;

  /** Whether a coroutine sends a record or runs a delegated step; the next record waits for it. */
  private boolean sending;

  private final Condition sent;

  /** Whether a delegated step uses the engine; other code must not use it meanwhile. */
  private boolean delegated;

  private final TlsBounds bounds = new TlsBounds();

  /** Records unwrapped, and calls without a wait, since the channel last yielded the loop. */
  private int recordsInTurn;

  private TlsChannel(Channel under, TlsEngine engine) {
    this.under = under;
    this.engine = engine;
    this.sent = new Condition(loop, "the record before on " + under);
  }

  /** Opens TLS on {@code under} as the server, with the certificate in {@code context}. */
  public static TlsChannel accept(Channel under, SSLContext context, Deadline deadline)
      throws IOException {
    return handshake(under, () -> JdkTls.server(context), deadline);
  }

  /** The source of an engine. */
  interface EngineSource {
    TlsEngine make() throws SSLException;
  }

  /** A channel whose handshake is done; {@code under} is closed when that fails. */
  static TlsChannel handshake(Channel under, EngineSource engine, Deadline deadline)
      throws IOException {
    Channel toClose = under;
    try {
      var channel = new TlsChannel(under, engine.make());
      toClose = channel;
      channel.negotiate(deadline);
      channel.bounds.established();
      return channel;
    } catch (Throwable e) {
      toClose.close();
      throw e;
    }
  }

  /** The protocol that ALPN chose; empty without one. */
  public String applicationProtocol() {
    return engine.applicationProtocol();
  }

  /** The parameters that both sides agreed on; empty once closed. */
  public Optional<TlsAgreement> agreement() {
    return engine.agreement();
  }

  @Override
  public void awaitReadable(Deadline deadline) throws IOException {
    if (answerOwed && !sending) { // A sending coroutine also sends the answer.
      try {
        sendOwed(deadline);
      } catch (IOException e) { // The data that the peer sent before it left can be read.
        LOG.log(System.Logger.Level.TRACE, "no answer of TLS to " + under, e);
      }
    }
    if (text == null && !triable) {
      recordsInTurn = 0;
      under.awaitReadable(deadline);
    } else {
      giveWay(deadline);
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    while (text == null && !delegated) {
      boolean fits = into.isDirect() && into.remaining() >= TlsEngine.MOST_CONTENT;
      int before = into.position();
      Outcome outcome = fits ? unwrap(into) : unwrapToText();
      if (into.position() > before) {
        return into.position() - before;
      }
      if (outcome == Outcome.CLOSED) {
        return -1;
      }
      if (outcome == Outcome.TOO_SHORT) {
        int arrivals = fill();
        if (arrivals == 0) {
          return 0;
        }
        if (arrivals < 0) {
          // Any host on the path can end a connection, only the peer can send close_notify (RFC
          // 8446 6.1).
          throw new EOFException("the TLS connection of " + under + " ended without close_notify");
        }
      } else if (engine.need() == Need.ANSWER || engine.need() == Need.STEP) {
        answerOwed = true;
        return 0;
      }
    }
    return drainText(into);
  }

  @Override
  public void write(ByteBuffer from, Deadline deadline) throws IOException {
    int fruitless = 0;
    while (from.hasRemaining()) {
      int before = from.remaining();
      if (wrap(from, deadline) == Outcome.CLOSED) {
        throw new ClosedChannelException();
      }
      fruitless = from.remaining() < before ? 0 : fruitless + 1;
      if (fruitless > TlsBounds.MAX_EMPTY_RECORDS) {
        throw new SSLException("TLS takes no content");
      }
    }
    while (answerOwed) {
      sendOwed(deadline);
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    engine.closeOutput();
    Deadline deadline = loop.deadline(GOODBYE_WAIT);
    // Other pending output, such as the answer to a new key, is sent before close_notify.
    for (int records = 0;
        !engine.isOutputDone() && wrap(NOTHING, deadline) != Outcome.CLOSED;
        records++) {
      if (records == TlsBounds.MAX_EMPTY_RECORDS) {
        throw new SSLException("TLS does not end");
      }
    }
    under.shutdownOutput();
  }

  @Override
  public InetSocketAddress peer() {
    return under.peer();
  }

  @Override
  public boolean isOpen() {
    return under.isOpen();
  }

  /**
   * Closes both directions; sends close_notify to the peer if that needs no wait (RFC 8446 6.1).
   */
  @Override
  public void close() {
    if (!delegated) {
      engine.closeOutput();
      if (bounds.areThoseOfContent() && !sending && under instanceof NowWritable open) {
        sayGoodbye(open);
      }
    }
    under.close();
    engine.close();
    arrived = release(arrived);
    text = release(text);
  }

  private void sayGoodbye(NowWritable open) {
    ByteBuffer record = loop.buffers().take();
    try {
      for (int i = 0; i < OWED_AT_END && !engine.isOutputDone(); i++) {
        engine.wrap(NOTHING, record);
      }
      open.writeNow(record.flip());
    } catch (IOException e) {
      LOG.log(System.Logger.Level.TRACE, "no close_notify to " + under, e);
    } finally {
      loop.buffers().give(record);
    }
  }

  private void negotiate(Deadline deadline) throws IOException {
    for (Need need = engine.need(); need != Need.NOTHING; need = engine.need()) {
      if (need == Need.RECORD) {
        switch (unwrapOrAlert(deadline)) {
          case TOO_SHORT -> await(deadline);
          case CLOSED -> throw new EOFException("the peer closed TLS amid the handshake");
          case RECORD -> {}
        }
      } else {
        answer(need, deadline);
      }
      giveWay(deadline);
    }
  }

  /** Yields after many records, and checks the deadline. */
  private void giveWay(Deadline deadline) {
    if (deadline.hasPassed()) {
      throw new DeadlineException(this);
    }
    if (++recordsInTurn >= RECORDS_AT_ONCE) {
      recordsInTurn = 0;
      EventLoop.yieldNow();
    }
  }

  private void await(Deadline deadline) throws IOException {
    for (int arrivals = fill(); arrivals <= 0; arrivals = fill()) {
      if (arrivals < 0) {
        throw new EOFException("the connection ended amid the TLS handshake");
      }
      under.awaitReadable(deadline);
    }
  }

  /** Sends the pending output of the protocol. */
  private void sendOwed(Deadline deadline) throws IOException {
    answerOwed = false;
    answer(engine.need(), deadline);
  }

  /** Does this side's next step of the handshake. */
  private void answer(Need need, Deadline deadline) throws IOException {
    if (need == Need.ANSWER) {
      wrap(NOTHING, deadline);
    } else if (need == Need.STEP) {
      runSteps(deadline);
    }
  }

  private void runSteps(Deadline deadline) {
    beginSending(deadline);
    try {
      for (Runnable step = engine.step(); step != null; step = engine.step()) {
        Runnable next = step;
        delegated = true; // Until the step has ended, even if the wait for it has ended before.
        loop.offload(TASKS, "a step of TLS with " + under, () -> run(next), deadline);
        delegated = false;
      }
    } finally {
      endSending();
    }
  }

  private static boolean run(Runnable step) {
    step.run();
    return true;
  }

  private Outcome unwrapOrAlert(Deadline deadline) throws IOException {
    try {
      return unwrapToText();
    } catch (SSLException refused) {
      try {
        wrap(NOTHING, deadline); // the alert for the peer
      } catch (IOException | DeadlineException e) {
        refused.addSuppressed(e);
      }
      throw refused;
    }
  }

  private Outcome wrap(ByteBuffer from, Deadline deadline) throws IOException {
    beginSending(deadline);
    ByteBuffer record = loop.buffers().take();
    try {
      Outcome outcome = engine.wrap(from, record);
      under.write(record.flip(), deadline);
      return outcome;
    } finally {
      loop.buffers().give(record);
      endSending();
    }
  }

  /** Waits until no other coroutine sends: records are in the order in which they were made. */
  private void beginSending(Deadline deadline) {
    while (sending) {
      sent.await(deadline);
    }
    sending = true;
  }

  private void endSending() {
    sending = false;
    sent.signal();
  }

  private Outcome unwrapToText() throws SSLException {
    ByteBuffer target = loop.buffers().take();
    try {
      return unwrap(target);
    } finally {
      if (target.position() > 0) {
        text = target.flip();
      } else {
        loop.buffers().give(target);
      }
    }
  }

  private Outcome unwrap(ByteBuffer target) throws SSLException {
    ByteBuffer source = arrived == null ? NOTHING : arrived.flip();
    int start = target.position();
    Outcome outcome = engine.unwrap(source, target);
    int recordBytes = source.position();
    if (arrived != null) {
      arrived.compact();
      triable = arrived.position() > 0;
      if (!triable) {
        arrived = release(arrived);
      }
    }
    if (outcome != Outcome.TOO_SHORT) {
      recordsInTurn++;
      bounds.count(recordBytes, target.position() - start);
    }
    return outcome;
  }

  /**
   * Reads bytes that have arrived from {@code under}; returns their number, 0 for none now, -1 for
   * the end.
   */
  private int fill() throws IOException {
    if (arrived == null) {
      arrived = loop.buffers().take();
    }
    if (!arrived.hasRemaining()) {
      throw new SSLException("a record of more than " + arrived.capacity() + " bytes");
    }
    int arrivals = under.read(arrived);
    triable = arrivals != 0;
    if (arrived.position() == 0) {
      arrived = release(arrived);
    }
    return arrivals;
  }

  private int drainText(ByteBuffer into) {
    ByteBuffer from = text;
    if (from == null) {
      return 0;
    }
    int size = Math.min(from.remaining(), into.remaining());
    into.put(from.slice(from.position(), size));
    from.position(from.position() + size);
    if (!from.hasRemaining()) {
      text = release(from);
    }
    return size;
  }

  private @Nullable ByteBuffer release(@Nullable ByteBuffer buffer) {
    if (buffer != null) {
      loop.buffers().give(buffer);
    }
    return null;
  }

  @Override
  public String toString() {
    return "tls over " + under;
  }
}
