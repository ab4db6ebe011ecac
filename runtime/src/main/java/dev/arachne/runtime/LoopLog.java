package dev.arachne.runtime;

/**
 * The log of event loops, apart from them: the JDK reads the class path when the first one is
 * opened.
 */
final class LoopLog {
  static final System.Logger LOG = System.getLogger("dev.arachne.runtime");

  private LoopLog() {}
}
