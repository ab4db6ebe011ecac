package dev.arachne.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Several loops, each on a thread of its own. Work that belongs together is spawned on one of them;
 * loops exchange tasks, promises and {@link EventLoop#execute}. Thread-safe.
 */
public final class EventLoopGroup implements AutoCloseable {
  private final List<EventLoop> loops;
  private final AtomicInteger turn = new AtomicInteger();

  private EventLoopGroup(List<EventLoop> loops) {
    this.loops = loops;
  }

  /** Starts one loop for every core that the JVM may use. */
  public static EventLoopGroup start(String name) {
    return start(name, Runtime.getRuntime().availableProcessors(), LoopOptions.DEFAULT);
  }

  /**
   * Starts {@code size} loops, called {@code name-0} and so on.
   *
   * @param size at least 1
   */
  public static EventLoopGroup start(String name, int size, LoopOptions options) {
    if (size < 1) {
      throw new IllegalArgumentException("a group of " + size + " loops");
    }
    return new EventLoopGroup(
        IntStream.range(0, size).mapToObj(i -> EventLoop.start(name + "-" + i, options)).toList());
  }

  /** The loops, always in the same order. */
  public List<EventLoop> loops() {
    return loops;
  }

  /** The next loop, round robin. */
  public EventLoop next() {
    return loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
  }

  /**
   * Closes all loops, at the same time, as {@link EventLoop#close} does. Called on one of them, it
   * only requests it.
   */
  @Override
  public void close() {
    loops.forEach(EventLoop::requestClose);
    if (loops.stream().noneMatch(EventLoop::inLoop)) {
      loops.forEach(EventLoop::close);
    }
  }
}
