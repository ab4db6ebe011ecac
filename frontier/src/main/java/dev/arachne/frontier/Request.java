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
  void tell(ShardDriver driver);

  /** What a page led to. */
  default List<Discovery> found() {
    return List.of();
  }

  record Offer(Discovery root) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().offer(root);
    }
  }

  /** A question for leave to ask a host at an address. */
  final class Locate implements Request {
    private final Lease lease;
    private final InetAddress address;
    boolean isFree;

    Locate(Lease lease, InetAddress address) {
      this.lease = lease;
      this.address = address;
    }

    @Override
    public void tell(ShardDriver driver) {
      isFree = driver.shard().locate(lease, address);
    }
  }

  record Departing(Lease lease, Origin asked, InetAddress address, boolean isNew)
      implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().departing(lease, asked, address, isNew);
    }
  }

  record Started(Lease lease, long at, InetAddress address) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().started(lease, at, address);
    }
  }

  /** A question for the rules of a site that were found last. */
  final class Recall implements Request {
    private final Origin site;
    private final Predicate<byte[]> said;
    Optional<LedgerEntry.RulesFetched> rules = Optional.empty();

    Recall(Origin site, Predicate<byte[]> said) {
      this.site = site;
      this.said = said;
    }

    @Override
    public void tell(ShardDriver driver) {
      rules = driver.shard().rules(site, said);
    }
  }

  /** A turn at a host for somebody who has no lease of it. */
  final class Turn implements Request {
    private final Origin host;
    private final Deadline deadline;

    /** When it may start, on the loop's clock, in nanoseconds; empty if that is too late. */
    OptionalLong start = OptionalLong.empty();

    Turn(Origin host, Deadline deadline) {
      this.host = host;
      this.deadline = deadline;
    }

    @Override
    public void tell(ShardDriver driver) {
      start = driver.shard().giveTurn(host, deadline);
    }
  }

  record Begun(String terms) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().begun(terms);
    }
  }

  /** The end of a lease for a page. */
  final class Complete implements Request {
    private final Lease lease;
    private final Visit visit;
    boolean hasSlowedHost;

    Complete(Lease lease, Visit visit) {
      this.lease = lease;
      this.visit = visit;
    }

    @Override
    public void tell(ShardDriver driver) {
      driver.place(visit.records());
      hasSlowedHost = driver.shard().complete(lease, visit);
    }

    @Override
    public List<Discovery> found() {
      return visit.found();
    }
  }

  record CompleteRules(Lease lease, RulesVisit visit) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().complete(lease, visit);
    }
  }

  record Found(Lease lease, List<Discovery> found) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().found(lease, found);
    }
  }

  record Records(List<OutputRecord> records) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.place(records);
    }
  }

  record Settled(List<OutputRecord> records) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      records.forEach(driver.shard()::settled);
    }
  }

  record Checkpoint(byte[] bytes, long ledgerSize) implements Request {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().checkpoint(bytes, ledgerSize);
    }
  }
}
