package dev.arachne.runtime;

/**
 * The loop that was to do something for another one has broken down; the cause says why. Nobody can
 * vouch for what it had under way, so whoever called it cannot go on either.
 */
public final class BrokenLoopError extends Error {
  private static final long serialVersionUID = 1;

  BrokenLoopError(EventLoop loop, String what, Throwable why) {
    super(loop + " broke down, and " + what + " with it", why);
  }
}
