package dev.arachne.cluster;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.crawl.ShardMembership;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.Timer;
import dev.arachne.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The crawl of one shard by this worker, from when it is given the shard until it is taken away,
 * the crawl is over, or the worker leaves. It follows the orders, and sends its state. Confined to
 * its loop, unless a method says otherwise.
 */
final class ShardCrawl {
  /** The time from one look at the orders to the next. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** The time after which a shard at work sends its state again. */
  private static final Duration OLD = Duration.ofMillis(500);

  /** The bound on pages of a crawl without one. */
  private static final long UNBOUNDED = Long.MAX_VALUE / 4;

  private final ClusterWorker worker;
  private final ShardTask task;
  private final EngineStore rows;
  private final int shard;
  private final EventLoop loop;
  private volatile @Nullable Crawl crawl;
  private volatile boolean isTaken;
  private volatile boolean isLeaving;
  private @Nullable Frontier frontier;
  private Optional<IndexedShard> indexed = Optional.empty();
  private @Nullable ShardState said;
  private long saidAt;
  private long edition = -1;
  private long granted = -1;
  private long over;
  private boolean isEnding;
  private boolean isBusy;

  /** A crawl that has not begun, on a loop. */
  ShardCrawl(ClusterWorker worker, ShardTask task, EngineStore rows, EventLoop loop) {
    this.worker = worker;
    this.task = task;
    this.rows = rows;
    this.shard = task.shard();
    this.loop = loop;
  }

  /** Crawls until the shard is taken away, the crawl is over, or the worker leaves. */
  void run() {
    Timer looks = loop.every(LOOK_EVERY, this::look);
    try {
      while (!isTaken && !isLeaving) {
        Orders orders = worker.orders();
        if (edition == orders.edition() || orders.will() == Orders.Will.STOP) {
          sayAgain();
          EventLoop.sleep(LOOK_EVERY);
        } else {
          edition = orders.edition();
          crawl(orders);
          edition = over > 0 ? edition : -1;
        }
      }
    } catch (IOException | UsageException | RuntimeException e) {
      if (!isTaken && !isGone(e)) {
        worker.failed("shard " + shard + ": " + e.getMessage(), e);
      }
    } finally {
      looks.cancel();
      if (isTaken) {
        worker.growsElsewhere(shard);
      }
    }
  }

  /**
   * Whether the last state sent was overwritten. The state of an earlier owner may come late, if
   * that was stopped for a while, and is not refused.
   */
  private boolean isContradicted() {
    ShardState its = said;
    return its != null
        && loop.time().nanos() - saidAt > OLD.toNanos()
        && !worker.heard(shard).filter(its::equals).isPresent();
  }

  private void sayAgain() {
    ShardState its = said;
    if (its != null && isContradicted()) {
      saidAt = loop.time().nanos();
      worker.say(shard, its);
    }
  }

  private static boolean isGone(@Nullable Throwable e) {
    return e != null
        && ((e instanceof StoreException failure
                && failure.kind() == StoreException.Kind.UNAVAILABLE)
            || isGone(e.getCause()));
  }

  private void crawl(Orders orders) throws UsageException, IOException {
    CrawlOptions options = worker.options(orders, shard);
    var share = new HostPartition(shard, worker.shards());
    var engine =
        new ShardMembership.Engine(rows, rows, worker.tenure(shard), worker.name() + "-" + shard);
    granted = -1;
    isEnding = false;
    over = 0;
    Crawl next =
        new Crawl(options)
            .shard(new ShardMembership(share, this::join, Optional.of(engine)))
            .listen(
                new CrawlListener() {
                  @Override
                  public void warned(String text) {
                    worker.say("shard " + shard + ": " + text);
                  }
                });
    indexed = index(options);
    indexed.ifPresent(its -> next.consume(its.consumer()));
    crawl = next;
    if (isTaken || isLeaving) {
      next.stop(); // Who said so may have seen no crawl.
    }
    try {
      CrawlReport report = next.runOnLoop();
      if (report.stopReason() == StopReason.NOTHING_LEFT
          || report.stopReason() == StopReason.LIMIT) {
        over = orders.edition();
      }
    } finally {
      crawl = null;
      Frontier last = frontier;
      frontier = null;
      if (indexed.isPresent()) {
        if (last != null && !isTaken) {
          indexed.get().grown(last);
        }
        indexed.get().end(over > 0);
        indexed = Optional.empty();
      }
      if (last != null && said != null && !isTaken) {
        say(last, orders, said.census());
      }
    }
  }

  /** The index of the shard, if the crawl has one; waits for the disk. */
  private Optional<IndexedShard> index(CrawlOptions options) throws IOException {
    if (options.outputs().index() == SearchIndex.NONE) {
      return Optional.empty();
    }
    try {
      WorkerIndexes all = loop.offloadWhole("the indexes", worker::indexes);
      return Optional.of(new IndexedShard(all, shard, () -> frontier));
    } catch (TaskFailedException e) {
      if (e.failure() instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void join(Frontier opened) {
    frontier = opened;
    var turnRequests = new TurnRequests(task, worker.shards());
    opened.beside(turnRequests);
    task.joined(opened, turnRequests);
  }

  /** Ends a shard that was taken away: nothing of it is committed any more. Any thread. */
  void taken() {
    isTaken = true;
    Crawl now = crawl;
    if (now != null) {
      now.stop();
    }
  }

  /** Has the worker leave: leases in flight end, and are committed. Any thread. */
  void leave() {
    isLeaving = true;
    Crawl now = crawl;
    if (now != null) {
      now.drain();
    }
  }

  /** Stops without the leases in flight. Any thread. */
  void stop() {
    isLeaving = true;
    Crawl now = crawl;
    if (now != null) {
      now.stop();
    }
  }

  /** Follows the orders; steps that wait for a commit run in a coroutine of their own. */
  private void look() {
    Crawl now = crawl;
    Frontier open = frontier;
    if (now == null || open == null || open.isClosed() || isBusy || isTaken) {
      return;
    }
    indexed.ifPresent(its -> its.grown(open));
    isBusy = true;
    loop.spawn(
        "the orders for shard " + shard,
        () -> {
          try {
            follow(now, open, worker.orders());
          } catch (TaskFailedException e) {
            return false; // Its commit failed, which ends the crawl as well.
          } finally {
            isBusy = false;
          }
          return true;
        });
  }

  private void follow(Crawl now, Frontier open, Orders orders) {
    if (orders.will() == Orders.Will.STOP || orders.edition() != edition) {
      now.drain();
      return;
    }
    boolean isToPause = orders.will() == Orders.Will.PAUSE;
    if (isToPause != open.changes().pause().isPresent() && !isEnding) {
      now.change(isToPause ? new Change.Pause() : new Change.Resume());
    }
    ShardCensus census = census(open, orders);
    if (census == null) {
      return;
    }
    census = granted(open, orders, census);
    say(open, orders, census);
    if (orders.isEnding() && !isEnding) {
      isEnding = open.end();
      open.hasNews();
    }
  }

  /** The census, if it is to be sent again; null if nothing has changed. */
  private @Nullable ShardCensus census(Frontier open, Orders orders) {
    ShardState before = said;
    boolean isNew =
        before == null
            || granted < 0
            || isContradicted()
            || before.wave() < orders.wave()
            || !before.counts().equals(open.counts())
            || (!before.census().isQuiet() && loop.time().nanos() - saidAt > OLD.toNanos())
            || (orders.isEnding() && !isEnding)
            || (worker.isBounded(orders) && orders.grants().getOrDefault(shard, 0L) != granted);
    return isNew ? census(open) : null;
  }

  /** The census; a shard whose links are under way is at work. */
  private ShardCensus census(Frontier open) {
    ShardCensus census = open.census();
    return task.isSettled() ? census : census.busy();
  }

  /** Brings the pages that the shard may lease to the number granted to it. */
  private ShardCensus granted(Frontier open, Orders orders, ShardCensus census) {
    long now = granted < 0 ? census.charged() : granted;
    long wanted =
        worker.isBounded(orders)
            ? Math.max(census.charged(), orders.grants().getOrDefault(shard, 0L))
            : UNBOUNDED;
    if (wanted > now) {
      open.grant(wanted - now);
      granted = wanted;
    } else if (wanted < now) {
      granted = now - open.giveBack(now - wanted);
    } else {
      granted = now;
    }
    return granted == now ? census : census(open);
  }

  private void say(Frontier open, Orders orders, ShardCensus census) {
    saidAt = loop.time().nanos();
    FrontierCounts counts = open.counts();
    said =
        new ShardState(
            worker.name(),
            census,
            worker.isBounded(orders) ? Math.max(0, granted) : 0,
            orders.wave(),
            over,
            System.currentTimeMillis(),
            counts,
            ShardHosts.of(open.hosts()));
    worker.say(shard, said);
  }
}
