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
 * What is counted is the right to a connection (Connection), not the socket: it is taken before the
 * socket is opened and given back after it is closed, so a limit holds at every instant.
 *
 *      acquire --+--> an idle connection of the origin, the one used last
 *                +--> a new right, if origin and total are below their limits
 *                +--> the right of the longest idle connection of another origin, which is closed
 *                +--> a place in the origin's queue
 *
 *      release --+--> reusable: to the first in the origin's queue, else idle
 *                +--> else closed; its right goes to the first in the origin's queue, else to the
 *                     first origin that waits for the total
 *
 * An origin of which nothing is open and for which nobody waits is forgotten. One alarm at a time
 * watches over all idle connections.
 *
 * Over HTTP/2 a right is one to a stream, and all rights of an origin have parts in one connection
 * (share): so the limit of an origin is one of exchanges, whichever way they go. Where others have a
 * part in a connection too, a right to it is given up rather than put aside; the last one is idle
 * with the connection. While it is not known what an origin speaks, one exchange opens a connection
 * and the others wait for what comes of it (Opening).
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
  private final LinkedHashSet<Slot> starving = new LinkedHashSet<>();

  private int open;
  private boolean watching;
  private boolean closed;

  ConnectionPool(EventLoop loop, int perOrigin, int inAll, Duration idleExpiry) {
    this.loop = loop;
    this.perOrigin = perOrigin;
    this.inAll = inAll;
    this.idleExpiry = idleExpiry;
  }

  /** How many rights are given out, those of idle connections included. */
  int open() {
    return open;
  }

  /** How many connections nobody uses. */
  int idle() {
    return idle.size();
  }

  /**
   * A connection that was open when it was last used, or the right to open one; waits while the
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
      return newRight(slot);
    }
    return await(slot, deadline);
  }

  /**
   * The connection of HTTP/2 that exchanges with an origin have streams on; waits while a first one
   * is opened. Null if there is none.
   */
  @Nullable Http2Connection shared(Origin origin, Deadline deadline) {
    Slot slot = slotOf(origin);
    if (usable(slot) == null && slot.opening != null) {
      slot.opening.end.await(deadline);
    }
    return usable(slot);
  }

  /**
   * Says that a first connection to an origin is being opened; null if that is so already, or it is
   * known what the origin speaks.
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

  /** The opening is over, whatever has come of it. */
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

  /** Exchanges with an origin share this connection, unless they do another. */
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

  /** Gives back a connection or the right to one, whatever has become of it. */
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
        feedStarving();
        return;
      }
    }
    connection.close();
    slot.open--;
    open--;
    passOn(slot);
    feedStarving();
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
    starving.clear();
  }

  /** Closes the connections that nobody uses; whether there were any. */
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
      starving.add(slot);
    }
    try {
      return turn.await(deadline);
    } catch (TaskFailedException e) {
      throw new ClosedChannelException();
    } catch (RuntimeException | CancelledException e) {
      // Gave up; a turn that came in the same instant goes to the next.
      if (!slot.queue.remove(turn) && turn.isDone()) {
        release(turn.await());
      } else if (slot.queue.isEmpty()) {
        starving.remove(slot);
        forgetIfEmpty(slot);
      }
      throw e;
    }
  }

  private Connection newRight(Slot slot) {
    slot.open++;
    open++;
    return new Connection(slot.origin);
  }

  private static boolean handOver(Slot slot, Connection connection) {
    Promise<Connection> next = slot.queue.poll();
    return next != null && next.complete(connection);
  }

  /** Uses room that has come free for those who wait for this origin. */
  private void passOn(Slot slot) {
    while (!slot.queue.isEmpty() && slot.open < perOrigin && open < inAll) {
      handOver(slot, newRight(slot));
    }
    if (!slot.queue.isEmpty() && slot.open < perOrigin) {
      starving.add(slot);
    } else {
      starving.remove(slot);
    }
  }

  /** Those who wait for the total take room that is free, or that an idle connection holds. */
  private void feedStarving() {
    while (!starving.isEmpty() && (open < inAll || closeLongestIdle())) {
      passOn(starving.getFirst());
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
      slot.idle.removeLast(); // Mostly it is that one.
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
