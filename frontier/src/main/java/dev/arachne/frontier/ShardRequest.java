package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.pace.HostSignal;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to a shard, one of a batch; each kind is explained with the method of {@link Frontier}
 * that sends it. Once its batch is done, its answer is for the thread that has made it.
 *
 * @see ShardDriver#step
 */
public sealed interface ShardRequest
    permits ShardRequest.Offer,
        ShardRequest.Locate,
        ShardRequest.Departing,
        ShardRequest.Started,
        ShardRequest.GiveBack,
        ShardRequest.Begun,
        ShardRequest.Complete,
        ShardRequest.CompleteRules,
        ShardRequest.Showing,
        ShardRequest.Call,
        ShardRequest.Recall,
        ShardRequest.CompleteSubresource,
        ShardRequest.Found,
        ShardRequest.Deliver,
        ShardRequest.Records,
        ShardRequest.Keep,
        ShardRequest.Settled,
        ShardRequest.Checkpoint,
        ShardQuestion {
  /** Carries out the request; for the driver, in its batch. */
  void tell(ShardDriver driver);

  /** The discoveries of a page. */
  default List<Discovery> found() {
    return List.of();
  }

  /** A seed. */
  record Offer(Discovery root) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().offer(root);
    }
  }

  /** The address of the host of a leased URL. */
  final class Locate implements ShardRequest {
    private final Lease lease;
    private final InetAddress address;
    private boolean isFree;

    /** Asks whether the host may be asked there. */
    public Locate(Lease lease, InetAddress address) {
      this.lease = lease;
      this.address = address;
    }

    @Override
    public void tell(ShardDriver driver) {
      isFree = driver.shard().locate(lease, address);
    }

    /** Whether it may be asked there; if not, the lease has ended. */
    public boolean isFree() {
      return isFree;
    }
  }

  /** The departure of a request, which has to be in the ledger before the request is sent. */
  record Departing(Lease lease, Origin asked, InetAddress address, boolean isNew)
      implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().departing(lease, asked, address, isNew);
    }
  }

  /** The start of the request for a lease. */
  record Started(Lease lease, long at, InetAddress address) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().started(lease, at, address);
    }
  }

  /** The end of a lease without a request. */
  record GiveBack(Lease lease) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().giveBack(lease);
    }
  }

  /** The start of a process, with the terms that it keeps to. */
  record Begun(String terms) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().begun(terms);
    }
  }

  /** The end of a lease for a page. */
  final class Complete implements ShardRequest {
    private final Lease lease;
    private final Visit visit;
    private boolean hasSlowedHost;

    /** Ends a lease with the result of its visit. */
    public Complete(Lease lease, Visit visit) {
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

    /** Whether its refusal, after others, slows down the requests to its host from now on. */
    public boolean hasSlowedHost() {
      return hasSlowedHost;
    }
  }

  /** The end of a lease for robots rules. */
  record CompleteRules(Lease lease, RulesVisit visit) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().complete(lease, visit);
    }

    @Override
    public List<Discovery> found() {
      return visit.found();
    }
  }

  /** The end of the requests of a leased page, which is shown in a browser from now on. */
  record Showing(Lease lease, List<Exchange> exchanges, Optional<HostSignal> signal, int most)
      implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().showing(lease, exchanges, signal, most);
    }
  }

  /** A call that waits to request a subresource; answered in this batch or in a later one. */
  final class Call implements ShardRequest {
    private final CrawlUrl page;
    private final CrawlUrl url;
    private @Nullable SubresourceTurn turn;

    /** Waits for a turn at the host of {@code url}. */
    public Call(CrawlUrl page, CrawlUrl url) {
      this.page = page;
      this.url = url;
    }

    @Override
    public void tell(ShardDriver driver) {
      driver.shard().call(this);
    }

    /** The outcome; null while it waits. */
    public @Nullable SubresourceTurn turn() {
      return turn;
    }

    void answer(SubresourceTurn its) {
      turn = its;
    }

    CrawlUrl page() {
      return page;
    }

    CrawlUrl url() {
      return url;
    }
  }

  /** The end of the wait of a call; a lease that was given meanwhile has ended. */
  record Recall(Call call) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().recall(call);
    }
  }

  /** The end of a lease for a subresource. */
  record CompleteSubresource(Lease lease, SubresourceVisit visit) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().complete(lease, visit);
    }
  }

  /** A part of the discoveries on a leased URL. */
  record Found(Lease lease, List<Discovery> found) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().found(lease, found);
    }
  }

  /** The transfers of another shard, in the order of its numbers. */
  record Deliver(int sender, List<Transfer> transfers) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().receive(sender, transfers);
    }
  }

  /** Records that belong to no lease. */
  record Records(List<OutputRecord> records) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.place(records);
    }
  }

  /** Rows of the crawl's own that belong to no lease. */
  record Keep(List<KeptRow> rows) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().kept().put(rows);
    }
  }

  /** Records that their outputs have for good. */
  record Settled(List<OutputRecord> records) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      records.forEach(driver.shard()::settled);
    }
  }

  /** The state that stands for all verdicts up to an entry of the ledger. */
  record Checkpoint(byte[] bytes, long ledgerSize) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().checkpoint(bytes, ledgerSize);
    }
  }
}
