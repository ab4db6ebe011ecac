package dev.arachne.runtime;

import jdk.jfr.FlightRecorder;

/**
 * Whether somebody may be recording this JVM (JDK Flight Recorder). To load a class of events costs
 * a start that nobody records more than all events of a crawl: whoever has events asks here first,
 * and has them in a class of their own. Thread-safe.
 */
public final class FlightRecording {
  /** An image of the JDK may have been made without the recorder. */
  private static final boolean IS_THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private FlightRecording() {}

  /** Whether a recording was ever started in this JVM; costs as much as to read a field. */
  public static boolean mayBeOn() {
    return IS_THERE && FlightRecorder.isInitialized();
  }
}
