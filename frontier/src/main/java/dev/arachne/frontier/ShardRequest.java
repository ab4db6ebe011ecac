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
 * What a shard is told or asked, one by one in a batch; each kind is explained with the method of
 * {@link Frontier} that sends it. Once its batch is done, what it answers is for the thread that
 * has made it.
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
  /** Does it; for the driver, in its batch. */
  void tell(ShardDriver driver);

  /** What a page led to. */
  default List<Discovery> found() {
    return List.of();
  }

  /** A URL to start from. */
  record Offer(Discovery root) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().offer(root);
    }
  }

  /** The host of a leased URL is at this address. */
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

  /** A request is about to be sent, and has to be in the ledger before it is. */
  record Departing(Lease lease, Origin asked, InetAddress address, boolean isNew)
      implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().departing(lease, asked, address, isNew);
    }
  }

  /** The request for a lease was sent. */
  record Started(Lease lease, long at, InetAddress address) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().started(lease, at, address);
    }
  }

  /** A lease has ended, and nothing was asked for it. */
  record GiveBack(Lease lease) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().giveBack(lease);
    }
  }

  /** A process begins, and says what it keeps to. */
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

    /** Ends a lease with all that came back of it. */
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

    /** Whether its refusal, after others, is why its host is asked less often from now on. */
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

  /** The requests of a leased page are over, and it is shown in a browser from now on. */
  record Showing(Lease lease, List<Exchange> exchanges, Optional<HostSignal> signal, int most)
      implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().showing(lease, exchanges, signal, most);
    }
  }

  /** Somebody waits to ask for what a page is made of; answered in this batch or in a later one. */
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

    /** What came of it; null while it waits. */
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

  /** Whoever waited does so no longer; a lease that was given meanwhile has ended. */
  record Recall(Call call) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().recall(call);
    }
  }

  /** The end of a lease for what a page is made of. */
  record CompleteSubresource(Lease lease, SubresourceVisit visit) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().complete(lease, visit);
    }
  }

  /** A part of what was found on a leased URL. */
  record Found(Lease lease, List<Discovery> found) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().found(lease, found);
    }
  }

  /** What another shard has found, in the order of its numbers. */
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
      driver.shard().keep(rows);
    }
  }

  /** Outputs have these records for good. */
  record Settled(List<OutputRecord> records) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      records.forEach(driver.shard()::settled);
    }
  }

  /** What stands for all verdicts up to an entry of the ledger. */
  record Checkpoint(byte[] bytes, long ledgerSize) implements ShardRequest {
    @Override
    public void tell(ShardDriver driver) {
      driver.shard().checkpoint(bytes, ledgerSize);
    }
  }
}
