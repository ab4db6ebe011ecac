package dev.arachne.index;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps Lucene from advising users of a terminal about the options of their JVM. */
final class LuceneLogging {
  /** A strong reference, since the JDK forgets loggers without one. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private LuceneLogging() {}

  /** Called before any class of Lucene is loaded. */
  static void lucene() {
    LUCENE.setLevel(Level.SEVERE);
  }
}
