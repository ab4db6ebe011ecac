package dev.arachne.crawl;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.CaptureIndex;
import dev.arachne.archive.WarcFault;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.PageLoader;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.ledger.Exchange;
import dev.arachne.offline.OfflineWorld;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.Seed;
import dev.arachne.options.SourceOptions;
import dev.arachne.options.UsageException;
import dev.arachne.pace.Throttling;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The differences of a crawl whose answers come from an archive. */
final class Offline {
  /** Faults of the archive that are reported individually. */
  private static final int MOST_FAULTS = 20;

  private Offline() {}

  /**
   * Refuses options about an archive, if there is no archive.
   *
   * @throws UsageException if there is such an option
   */
  static void checkSource(SourceOptions source) throws UsageException {
    if (!source.isOffline() && source.at().isPresent()) {
      throw new UsageException("--at", "chooses among captures of an archive; use --from too");
    }
    if (!source.isOffline() && source.captures() == CaptureChoice.ALL) {
      throw new UsageException("--all-captures", "is about an archive; use --from FILE too");
    }
  }

  /**
   * Refuses options that such a crawl does not support.
   *
   * @throws UsageException if there is such an option
   */
  static void check(CrawlOptions options) throws UsageException {
    if (options.outputs().archive().directory().isPresent()) {
      throw new UsageException(
          "--warc", "archives what comes from the network; leave it out, or --from");
    }
    if (options.source().captures() == CaptureChoice.ALL
        && options.storage().directory().isEmpty()) {
      throw new UsageException(
          "--all-captures", "needs a crawl with a directory; leave out --store memory");
    }
    for (String root : options.seeds().roots()) {
      if (Seed.of(root) instanceof Seed.Folder) {
        throw new UsageException(root, "is a folder, and --from an archive; use a URL");
      }
    }
  }

  /**
   * The world of such a crawl; reads the whole archive, and blocks.
   *
   * @throws UsageException if there is no archive
   */
  static OfflineWorld world(SourceOptions source, CrawlListener listener)
      throws UsageException, IOException {
    List<WarcFault> faults = new ArrayList<>();
    var more = new long[1];
    CaptureIndex captures =
        CaptureIndex.of(
            ArchiveSources.of("--from ", source.archives()).files(),
            fault -> {
              if (fault.kind().isNote()) {
                return;
              }
              if (faults.size() < MOST_FAULTS) {
                faults.add(fault);
              } else {
                more[0]++;
              }
            });
    if (captures.others() > 0) {
      listener.warned(
          captures.others() + " captures are of no http or https URL, and are left out");
    }
    faults.forEach(fault -> listener.warned(fault.toString()));
    if (more[0] > 0) {
      listener.warned(more[0] + " more faults; use arachne archive check to see them all");
    }
    return new OfflineWorld(captures, source.at().orElse(Instant.MAX));
  }

  /**
   * Returns the options without delays and retries: no host has to be spared, and each answer would
   * be the same again. A visit of all captures ignores robots.txt: the archived crawl has respected
   * it.
   */
  static CrawlOptions hurried(CrawlOptions options) {
    int tasks = options.network().tasks();
    CrawlOptions.Builder hurried = options.changed();
    if (options.source().captures() == CaptureChoice.ALL) {
      hurried.robots(RobotsPolicy.IGNORE).cookies(CookiePolicy.IGNORE);
    }
    return hurried
        .maxTries(1)
        .delay(Duration.ZERO)
        .maxCrawlDelay(Duration.ZERO)
        .addressDelay(Duration.ZERO)
        .perHost(tasks)
        .perAddress(tasks)
        .throttling(Throttling.FIXED)
        .loops(1)
        .limitRate(OptionTable.LIMIT_RATE.usual())
        .limitRatePerHost(OptionTable.LIMIT_RATE_PER_HOST.usual())
        .build();
  }

  /** Returns the stages of a crawl in such a world, which also note the capture of each visit. */
  static Extensions stages(Extensions asked, OfflineWorld world, CaptureChoice choice) {
    Extensions noted =
        asked.recorder() == VisitRecorder.NONE ? asked.with(new Places(world, choice)) : asked;
    return noted.with(http -> {
      PageLoader answering =
          (lease, request, departures) -> {
            world.visiting(number(lease, choice));
            return withoutSignal(http.load(lease, request, departures));
          };
      return asked.loader().apply(answering);
    });
  }

  /** The capture of its URL that a lease is for. */
  private static int number(Lease lease, CaptureChoice choice) {
    return switch (choice) {
      case ALL -> lease.visit();
      case REACHED -> 0;
    };
  }

  /** Removes the signal of an archived answer, which says nothing of the host's current load. */
  private static FetchOutcome withoutSignal(FetchOutcome outcome) {
    return switch (outcome) {
      case FetchOutcome.Answered(var response, var exchanges, var _) ->
          new FetchOutcome.Answered(response, exchanges, Optional.empty());
      case FetchOutcome.Cut(var response, var cause, var exchanges, var _) ->
          new FetchOutcome.Cut(response, cause, exchanges, Optional.empty());
      case FetchOutcome.Failed(var failure, var exchanges, var _) ->
          new FetchOutcome.Failed(failure, exchanges, Optional.empty());
    };
  }

  /** Notes the place of the capture that answered a visit. */
  private record Places(OfflineWorld world, CaptureChoice choice) implements VisitRecorder {
    @Override
    public String name() {
      return ArchivePlace.NOTES;
    }

    @Override
    public Recording begin(Lease lease) {
      return new Recording() {
        @Override
        public HttpRequest tap(HttpRequest request) {
          return request;
        }

        @Override
        public Optional<byte[]> end(List<Exchange> exchanges) {
          return world.place(lease.url(), number(lease, choice)).map(ArchivePlace::toBytes);
        }
      };
    }
  }
}
