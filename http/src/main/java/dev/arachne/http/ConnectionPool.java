package dev.arachne.http;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.Origin;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * The pool counts permits for connections (Connection), not sockets. A permit is taken before the
 * socket is opened and returned after it is closed, so a limit holds at every instant.
 *
 *      acquire --+--> an idle connection of the origin, the one used last
 *                +--> a new permit, if origin and total are below their limits
 *                +--> the permit of the longest idle connection of another origin, which closes
 *                +--> a place in the origin's queue
 *
 *      release --+--> reusable: to the first in the origin's queue, else idle
 *                +--> else closed; its permit goes to the first in the origin's queue, else to the
 *                     first origin that waits for the total
 *
 * An origin without open connections and without waiting exchanges is forgotten. One alarm at a
 * time covers all idle connections.
 *
 * Over HTTP/2 a permit is for a stream, and all permits of an origin share one connection (share).
 * So the limit of an origin bounds its exchanges in both versions. A permit to a connection with
 * other users is returned rather than kept idle; the last one stays idle with the connection. While
 * the version of an origin is unknown, one exchange opens a connection and the others wait for the
 * outcome (Opening).
 */

/** The connections of a client. Confined to its loop. */
final class ConnectionPool {

  /** The connections to one origin. */
  private static final class Slot {
    final Origin origin;
    final ArrayDeque<Connection> idle = new ArrayDeque<>();
    final ArrayDeque<Promise<Connection>> queue = new ArrayDeque<>();
    int open;

    /** The connection of HTTP/2 that exchanges have streams on, if there is one. */
    @Nullable Http2Connection shared;

    /** The opening of a first connection. */
    @Nullable Opening opening;

    /** Whether a connection was opened that does not speak HTTP/2. */
    boolean speaksHttp1;

    Slot(Origin origin) {
      this.origin = origin;
    }
  }

  /** The opening of a first connection to an origin. */
  static final class Opening {
    private final Slot slot;
    private final Promise<Boolean> end;

    private Opening(Slot slot, EventLoop loop) {
      this.slot = slot;
      this.end = new Promise<>(loop, "the first connection to " + slot.origin);
    }
  }

  private final EventLoop loop;
  private final int perOrigin;
  private final int inAll;
  private final Duration idleExpiry;
  private final Map<Origin, Slot> slots = new HashMap<>();

  /** Idle connections, the longest idle one first. */
  private final LinkedHashSet<Connection> idle = new LinkedHashSet<>();

  /** Origins that are below their limit while the total is not, in the order they came. */
  private final LinkedHashSet<Slot> waitingForTotal = new LinkedHashSet<>();

  private int open;
  private boolean watching;
  private boolean closed;

  ConnectionPool(EventLoop loop, int perOrigin, int inAll, Duration idleExpiry) {
    this.loop = loop;
    this.perOrigin = perOrigin;
    this.inAll = inAll;
    this.idleExpiry = idleExpiry;
  }

  /** The number of permits in use, those of idle connections included. */
  int open() {
    return open;
  }

  /** The number of idle connections. */
  int idle() {
    return idle.size();
  }

  /**
   * A connection that was open when it was last used, or the permit to open one; waits while the
   * limits allow neither.
   *
   * @throws ClosedChannelException if the pool was closed meanwhile
   */
  Connection acquire(Origin origin, Deadline deadline) throws ClosedChannelException {
    assert loop.inLoop();
    Slot slot = slots.computeIfAbsent(origin, Slot::new);
    Connection last = slot.idle.peekLast();
    if (last != null) {
      takeIdle(slot, last);
      return last;
    }
    if (slot.open < perOrigin && (open < inAll || closeLongestIdle())) {
      return newPermit(slot);
    }
    return await(slot, deadline);
  }

  /**
   * The HTTP/2 connection that the exchanges with an origin share; waits while the first one is
   * opened. Null if absent.
   */
  @Nullable Http2Connection shared(Origin origin, Deadline deadline) {
    Slot slot = slotOf(origin);
    if (usable(slot) == null && slot.opening != null) {
      slot.opening.end.await(deadline);
    }
    return usable(slot);
  }

  /**
   * Records that the first connection to an origin is being opened. Null if that is recorded
   * already, or the origin's version is known.
   */
  @Nullable Opening beginOpening(Origin origin) {
    Slot slot = slotOf(origin);
    if (slot.opening != null || slot.speaksHttp1) {
      return null;
    }
    var opening = new Opening(slot, loop);
    slot.opening = opening;
    return opening;
  }

  /** Ends the opening, regardless of its outcome. */
  void endOpening(@Nullable Opening opening) {
    if (opening != null) {
      opening.slot.opening = null;
      opening.end.complete(true);
    }
  }

  /** A connection to the origin was opened that does not speak HTTP/2. */
  void speaksHttp1(Origin origin) {
    slotOf(origin).speaksHttp1 = true;
  }

  /** Lets exchanges with an origin share this connection, unless they share another. */
  void share(Origin origin, Http2Connection connection) {
    Slot slot = slotOf(origin);
    if (usable(slot) == null) {
      slot.shared = connection;
    }
  }

  private static @Nullable Http2Connection usable(Slot slot) {
    if (slot.shared != null && !slot.shared.isUsable()) {
      slot.shared = null;
    }
    return slot.shared;
  }

  /** Releases a connection or the permit for one, in any state. */
  void release(Connection connection) {
    assert loop.inLoop();
    Slot slot = slots.get(connection.origin());
    if (slot == null) {
      throw new IllegalStateException("released twice: " + connection.origin());
    }
    if (connection.isReusable() && !closed) {
      if (handOver(slot, connection)) {
        return;
      }
      if (!connection.isShared()) {
        connection.idleSince = loop.time().nanos();
        slot.idle.addLast(connection);
        idle.add(connection);
        watch();
        serveWaiting();
        return;
      }
    }
    connection.close();
    slot.open--;
    open--;
    grantNext(slot);
    serveWaiting();
    forgetIfEmpty(slot);
  }

  /** Closes the idle connections now and the others when they are released; ends all waits. */
  void close() {
    closed = true;
    closeIdle();
    for (Slot slot : slots.values()) {
      slot.queue.forEach(turn -> turn.fail(new ClosedChannelException()));
      slot.queue.clear();
    }
    waitingForTotal.clear();
  }

  /** Closes the idle connections; returns whether there were any. */
  boolean closeIdle() {
    boolean any = !idle.isEmpty();
    for (Connection connection : idle.toArray(Connection[]::new)) {
      closeIdle(connection);
    }
    return any;
  }

  private Connection await(Slot slot, Deadline deadline) throws ClosedChannelException {
    var turn = new Promise<Connection>(loop, "a connection to " + slot.origin);
    slot.queue.addLast(turn);
    if (slot.open < perOrigin) {
      waitingForTotal.add(slot);
    }
    try {
      return turn.await(deadline);
    } catch (TaskFailedException e) {
      throw new ClosedChannelException();
    } catch (RuntimeException | CancelledException e) {
      // The wait failed; a connection that came at the same moment goes to the next.
      if (!slot.queue.remove(turn) && turn.isDone()) {
        release(turn.await());
      } else if (slot.queue.isEmpty()) {
        waitingForTotal.remove(slot);
        forgetIfEmpty(slot);
      }
      throw e;
    }
  }

  private Connection newPermit(Slot slot) {
    slot.open++;
    open++;
    return new Connection(slot.origin);
  }

  private static boolean handOver(Slot slot, Connection connection) {
    Promise<Connection> next = slot.queue.poll();
    return next != null && next.complete(connection);
  }

  /** Uses freed room for the exchanges that wait for this origin. */
  private void grantNext(Slot slot) {
    while (!slot.queue.isEmpty() && slot.open < perOrigin && open < inAll) {
      handOver(slot, newPermit(slot));
    }
    if (!slot.queue.isEmpty() && slot.open < perOrigin) {
      waitingForTotal.add(slot);
    } else {
      waitingForTotal.remove(slot);
    }
  }

  /**
   * Gives room that is free, or held by an idle connection, to the exchanges that wait for the
   * total.
   */
  private void serveWaiting() {
    while (!waitingForTotal.isEmpty() && (open < inAll || closeLongestIdle())) {
      grantNext(waitingForTotal.getFirst());
    }
  }

  private boolean closeLongestIdle() {
    if (idle.isEmpty()) {
      return false;
    }
    closeIdle(idle.getFirst());
    return true;
  }

  private void closeIdle(Connection connection) {
    Slot slot = slotOf(connection);
    takeIdle(slot, connection);
    connection.close();
    slot.open--;
    open--;
    forgetIfEmpty(slot);
  }

  private void takeIdle(Slot slot, Connection connection) {
    if (slot.idle.peekLast() == connection) {
      slot.idle.removeLast(); // Usually it is the first one.
    } else {
      slot.idle.remove(connection);
    }
    idle.remove(connection);
  }

  private Slot slotOf(Connection connection) {
    return slotOf(connection.origin());
  }

  private Slot slotOf(Origin origin) {
    @Nullable Slot slot = slots.get(origin);
    if (slot == null) {
      throw new IllegalStateException("nothing is open to " + origin);
    }
    return slot;
  }

  private void forgetIfEmpty(Slot slot) {
    if (slot.open == 0 && slot.queue.isEmpty()) {
      slots.remove(slot.origin);
    }
  }

  /** Sets the alarm for the longest idle connection, unless one is set. */
  private void watch() {
    if (!watching && !idle.isEmpty()) {
      watching = true;
      long expiry = idle.getFirst().idleSince + idleExpiry.toNanos();
      loop.after(Duration.ofNanos(expiry - loop.time().nanos()), this::closeExpired);
    }
  }

  private void closeExpired() {
    watching = false;
    long now = loop.time().nanos();
    while (!idle.isEmpty() && now - idle.getFirst().idleSince >= idleExpiry.toNanos()) {
      closeLongestIdle();
    }
    watch();
  }
}
