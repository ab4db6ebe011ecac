package dev.arachne.fetch;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A late loop in a flight recording; written when the loop continues. Do not load this class before
 * {@link dev.arachne.runtime.FlightRecording} allows it.
 */
@Name("dev.arachne.Stall")
@Label("Stall")
@Description("An event loop was late with what was ready: something held it, or it had no CPU")
@Category("Arachne")
@StackTrace(false)
final class StallEvent extends Event {
  @Label("Event Loop")
  String loop = "";

  @Label("Late")
  @Timespan
  long late;

  static void tell(String loop, long nanos) {
    var event = new StallEvent();
    if (event.shouldCommit()) {
      event.loop = loop;
      event.late = nanos;
      event.commit();
    }
  }
}
