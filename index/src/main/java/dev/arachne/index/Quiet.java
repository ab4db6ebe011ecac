package dev.arachne.index;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps Lucene from advising users of a terminal about the options of their JVM. */
final class Quiet {
  /** A strong reference, since the JDK forgets loggers without one. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private Quiet() {}

  /** Called before any class of Lucene is loaded. */
  static void lucene() {
    LUCENE.setLevel(Level.SEVERE);
  }
}
