package dev.arachne.runtime;

import jdk.jfr.FlightRecorder;

/**
 * Whether this JVM may be recorded (JDK Flight Recorder). Without a recording, loading an event
 * class costs more at the start than all events of a crawl. So code with events checks this first,
 * and keeps its events in a separate class. Thread-safe.
 */
public final class FlightRecording {
  /** An image of the JDK may have been made without the recorder. */
  private static final boolean IS_THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private FlightRecording() {}

  /** Whether a recording was ever started in this JVM; costs one read of a field. */
  public static boolean mayBeOn() {
    return IS_THERE && FlightRecorder.isInitialized();
  }
}
