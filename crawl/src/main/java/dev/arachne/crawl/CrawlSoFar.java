package dev.arachne.crawl;

import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.History;
import dev.arachne.frontier.Verdict;
import dev.arachne.runtime.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a crawl has come to, over all its runs: the sum of its verdicts and of its time. It is kept
 * as bytes now and then; a later run adds the verdicts that came after. Confined to the crawl's
 * loop.
 */
final class CrawlSoFar {
  private final TimeSource time;
  private final long resumed;
  private Instant started;
  private Duration before = Duration.ZERO;
  private Tallies tallies = new Tallies();
  private final List<String> failedRoots = new ArrayList<>();

  private CrawlSoFar(TimeSource time) {
    this.time = time;
    this.started = time.now();
    this.resumed = time.nanos();
  }

  /** What earlier runs came to; nothing for a new crawl. */
  static CrawlSoFar of(History history, TimeSource time) {
    var soFar = new CrawlSoFar(time);
    history.checkpoint().ifPresent(soFar::read);
    history.verdicts().forEach(soFar::add);
    return soFar;
  }

  void add(Verdict verdict) {
    tallies.add(verdict);
    if (verdict.discovery().via() == null && !isGood(verdict.disposition())) {
      failedRoots.add(verdict.discovery().url().toString());
    }
  }

  Tallies tallies() {
    return tallies;
  }

  /** When the first run began. */
  Instant started() {
    return started;
  }

  /** The time of all runs together. */
  Duration elapsed() {
    return before.plusNanos(time.nanos() - resumed);
  }

  CrawlReport report(List<String> roots, long toDo, StoppedBy stoppedBy, Names names) {
    List<String> failed = failedRoots.stream().map(names::display).toList();
    return tallies.report(roots, failed, started, elapsed(), toDo, stoppedBy, names);
  }

  byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(started.toEpochMilli());
      out.writeLong(elapsed().toNanos());
      out.writeInt(failedRoots.size());
      for (String root : failedRoots) {
        out.writeUTF(root);
      }
      tallies.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      started = Instant.ofEpochMilli(in.readLong());
      before = Duration.ofNanos(in.readLong());
      for (int left = in.readInt(); left > 0; left--) {
        failedRoots.add(in.readUTF());
      }
      tallies = Tallies.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isGood(Disposition.Final disposition) {
    return switch (disposition) {
      case Disposition.Done(Disposition.Answer answer) -> answer.status() < 400;
      case Disposition.Moved _ -> true;
      case Disposition.Dropped(DropReason _, String _, var _) -> false;
    };
  }
}
