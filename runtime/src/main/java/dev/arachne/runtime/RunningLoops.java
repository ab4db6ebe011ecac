package dev.arachne.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The loops that run now: few, replaced as a whole, so that a look-up is a short scan. Safe for use
 * by any thread.
 */
final class RunningLoops {
  private static volatile EventLoop[] loops = {};

  private RunningLoops() {}

  static synchronized void add(EventLoop loop) {
    EventLoop[] more = Arrays.copyOf(loops, loops.length + 1);
    more[loops.length] = loop;
    loops = more;
  }

  static synchronized void remove(EventLoop loop) {
    loops = Arrays.stream(loops).filter(other -> other != loop).toArray(EventLoop[]::new);
  }

  /** The loop on which the caller runs; null if it does not run on a loop. */
  static @Nullable EventLoop ofCaller() {
    for (EventLoop loop : loops) {
      if (loop.inLoop()) {
        return loop;
      }
    }
    return null;
  }
}
