package dev.arachne.frontier;

import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What workers tell a shard, or ask it, one by one in a batch. */
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

  /** Is answered in its batch. Afterwards the answer is for the thread that asked. */
  final class Question<T> implements Request {
    private final Function<FrontierShard, T> asked;
    private @Nullable T answer;

    Question(Function<FrontierShard, T> asked) {
      this.asked = asked;
    }

    @Override
    public void tell(ShardDriver driver) {
      answer = asked.apply(driver.shard());
    }

    T answer() {
      return Objects.requireNonNull(answer);
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
