package dev.arachne.runtime;

/**
 * A loop that ran a call for another one has broken down, for the given cause. The state of its
 * work is undefined, so its caller cannot continue either.
 */
public final class LoopFailedError extends Error {
  private static final long serialVersionUID = 1;

  LoopFailedError(EventLoop loop, String what, Throwable why) {
    super(loop + " broke down, and " + what + " with it", why);
  }
}
