package dev.arachne.frontier;

import dev.arachne.runtime.Deadline;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What workers tell a shard, one by one in a batch. Those that are questions get their answers in
 * it.
 */
sealed interface Request {
  record Offer(Discovery root) implements Request {}

  /** A question for leave to ask a host at an address. */
  final class Locate implements Request {
    final Lease lease;
    final InetAddress address;
    boolean isFree;

    Locate(Lease lease, InetAddress address) {
      this.lease = lease;
      this.address = address;
    }
  }

  record Departing(Lease lease, Origin asked, InetAddress address, boolean isNew)
      implements Request {}

  record Started(Lease lease, long at, InetAddress address) implements Request {}

  /** A question for the rules of a site that were found last. */
  final class Recall implements Request {
    final Origin site;
    final Predicate<byte[]> said;
    Optional<LedgerEntry.RulesFetched> rules = Optional.empty();

    Recall(Origin site, Predicate<byte[]> said) {
      this.site = site;
      this.said = said;
    }
  }

  /** A turn at a host for somebody who has no lease of it. */
  final class Turn implements Request {
    final Origin host;
    final Deadline deadline;

    /** When it may start, on the loop's clock, in nanoseconds; empty if that is too late. */
    OptionalLong start = OptionalLong.empty();

    Turn(Origin host, Deadline deadline) {
      this.host = host;
      this.deadline = deadline;
    }
  }

  record Begun(String terms) implements Request {}

  /** The end of a lease for a page. */
  final class Complete implements Request {
    final Lease lease;
    final Visit visit;
    boolean hasSlowedHost;

    Complete(Lease lease, Visit visit) {
      this.lease = lease;
      this.visit = visit;
    }
  }

  record CompleteRules(Lease lease, RulesVisit visit) implements Request {}

  record Found(Lease lease, List<Discovery> found) implements Request {}

  record Records(List<OutputRecord> records) implements Request {}

  record Settled(List<OutputRecord> records) implements Request {}

  record Checkpoint(byte[] bytes, long ledgerSize) implements Request {}
}
