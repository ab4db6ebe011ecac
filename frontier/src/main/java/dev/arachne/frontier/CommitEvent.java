package dev.arachne.frontier;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A commit or a sync of the rows of a crawl, in a flight recording. Not to be named before {@link
 * dev.arachne.runtime.FlightRecording} was asked.
 */
@Name("dev.arachne.Commit")
@Label("Commit")
@Description("The rows of a batch were written, or those of some batches were brought to the disk")
@Category({"Arachne", "Store"})
@StackTrace(false)
final class CommitEvent extends Event {
  @Label("Sync")
  @Description("Whether what was committed before was brought to the disk")
  boolean isSync;

  @Label("Verdicts")
  @Description("URLs that were decided in the batch")
  int verdicts;

  @Label("Leases")
  @Description("URLs that were given out in the batch")
  int leases;

  @Label("Commits")
  @Description("For a sync, how many commits it has brought to the disk")
  int commits;

  static CommitEvent begun() {
    var event = new CommitEvent();
    event.begin();
    return event;
  }

  void committed(int itsVerdicts, int itsLeases) {
    verdicts = itsVerdicts;
    leases = itsLeases;
    commits = 1;
    commit();
  }

  void synced(int itsCommits) {
    isSync = true;
    commits = itsCommits;
    commit();
  }
}
