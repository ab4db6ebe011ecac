package dev.arachne.cluster;

import dev.arachne.cluster.Orders.Asked;
import dev.arachne.cluster.Orders.Order;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.store.RowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one crawl in virtual time: which of them has which shard, what happens to them, and
 * the end that the real {@link Coordinator} finds. A {@link ModelEngine} is in place of Kafka, a
 * {@link Work} in place of {@link ShardCrawl}. Confined to its loop.
 */
final class SimulatedCluster {
  /** The time from one look at the orders to the next. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** The time from one look for messages to the next. */
  private static final Duration POLL_EVERY = Duration.ofMillis(20);

  /**
   * Milliseconds after which brokers expel a worker that is silent: the last heartbeat is older.
   */
  private static final int SILENT_FROM = 4_000;

  private static final int SILENT_TO = 6_000;

  /** Milliseconds until a worker learns that it was expelled, less than. */
  private static final int NOTICE_TO = 2_000;

  /** Milliseconds until a worker starts again, less than. */
  private static final int RESTART_TO = 12_000;

  /** Milliseconds in which a new owner reads the rows of a shard, less than. */
  private static final int RESTORE_TO = 1_500;

  /** The time in which transactions are committed that brokers lose a part of. */
  private static final Duration LOSS = Duration.ofSeconds(2);

  /** The time in which brokers that were killed return. */
  private static final Duration AWAY = Duration.ofSeconds(3);

  /** What may happen to a worker. */
  enum Fault {
    /** Its process dies, and starts again later. */
    KILL,
    /** Its process is suspended for up to 15 s: it may be expelled meanwhile, and not know. */
    SUSPEND,
    /** It is expelled, and works on. */
    EXPEL,
    /** It ends what is in flight, and leaves; it starts again later. */
    LEAVE,
    /** All brokers are killed, and lose parts of transactions; all workers are expelled. */
    LOSE;

    /** Those in which the brokers keep their promises. */
    static final List<Fault> OF_WORKERS = List.of(KILL, SUSPEND, EXPEL, LEAVE);
  }

  /** The crawl of a shard by its present owner. */
  interface Work {
    /** Crawls; returns whether the shard is over. */
    boolean run() throws Exception;

    /** The frontier; null before it is open. */
    @Nullable Frontier frontier();

    /** Ends the crawl without the leases in flight. */
    void stop();

    /** Ends the crawl with them. */
    void drain();
  }

  /** Makes the work on shards. */
  @FunctionalInterface
  interface Works {
    /** The work on a shard by the worker that owns it. */
    Work of(int shard, ModelEngine.Owned owned, Worker worker);
  }

  private final EventLoop loop = EventLoop.current();
  private final RandomGenerator random;
  private final Works works;
  private final ModelEngine engine;
  private final List<Worker> members = new ArrayList<>();
  private final @Nullable Worker[] assigned;
  private final @Nullable Holding[] holdings;

  /** How often each shard was assigned: of moves on their way the last counts. */
  private final int[] assignments;

  private final Map<Integer, ShardState> states = new HashMap<>();
  private final TreeSet<Integer> over = new TreeSet<>();
  private Orders orders = Orders.NONE.with("crawl", Order.crawl(new Asked(1, "{}")).value());
  private final List<Throwable> failures = new ArrayList<>();
  private int moves;

  /**
   * A cluster without workers.
   *
   * @param verdicts gets those that are committed
   */
  SimulatedCluster(int shards, RandomGenerator random, Works works, Consumer<Verdict> verdicts) {
    this.random = random;
    this.works = works;
    this.engine =
        new ModelEngine(
            shards, random, verdicts, order -> orders = orders.with(order.key(), order.value()));
    this.assigned = new Worker[shards];
    this.holdings = new Holding[shards];
    this.assignments = new int[shards];
  }

  /** A worker, which joins again when it is a member no more. Confined to its loop. */
  final class Worker {
    private ModelEngine.Member member = engine.join();
    private long busyUntil;

    /** Waits until its processors have done that much. */
    void compute(Duration time) {
      busyUntil = Math.max(busyUntil, loop.time().nanos()) + time.toNanos();
      EventLoop.sleep(Duration.ofNanos(busyUntil - loop.time().nanos()));
    }

    private List<Holding> held() {
      List<Holding> its = new ArrayList<>();
      for (Holding each : holdings) {
        if (each != null && each.worker == this && !each.task.isDone()) {
          its.add(each);
        }
      }
      return its;
    }

    private void live() {
      while (true) {
        members.add(this);
        rebalance();
        while (!member.isGone()) {
          EventLoop.sleep(LOOK_EVERY);
        }
        held().forEach(each -> each.work.stop());
        if (member.isDead()) {
          sleep(SILENT_FROM, SILENT_TO);
        }
        lose(this);
        sleep(0, RESTART_TO);
        member = engine.join();
      }
    }

    private void suspend(int millis) {
      ModelEngine.Member its = member;
      its.suspend(Duration.ofMillis(millis));
      int silent = random.nextInt(SILENT_FROM, SILENT_TO);
      EventLoop.sleep(Duration.ofMillis(silent));
      if (millis > silent && its == member) {
        expel();
      }
    }

    private void expel() {
      ModelEngine.Member its = member;
      lose(this);
      its.awaitAwake();
      sleep(0, NOTICE_TO);
      its.leave();
    }

    private void drain() {
      ModelEngine.Member its = member;
      List<Holding> ending = held();
      ending.forEach(each -> each.work.drain());
      while (!its.isGone() && ending.stream().anyMatch(each -> !each.task.isDone())) {
        EventLoop.sleep(LOOK_EVERY);
      }
      its.leave();
    }
  }

  /** A shard while a worker has it. */
  private final class Holding {
    final int shard;
    final Worker worker;
    final ModelEngine.Owned owned;
    final Work work;
    final Task<?> task;

    /** The owner of the first shard conducts. */
    final Coordinator coordinator = new Coordinator(holdings.length, Long.MAX_VALUE);

    Holding(int shard, Worker worker) {
      this.shard = shard;
      this.worker = worker;
      this.owned = worker.member.own(shard);
      this.work = works.of(shard, owned, worker);
      this.task = loop.spawn("shard " + shard, this::run);
      spawn("looks of shard " + shard, this::look);
    }

    private boolean run() {
      try {
        if (work.run() && orders.isEnding()) {
          over.add(shard);
        }
      } catch (Exception e) {
        if (!owned.isGone()) {
          failures.add(e);
        }
      }
      return true;
    }

    /** Does what {@link ShardCrawl} does, in fewer words. */
    private void look() {
      boolean isGranted = false;
      boolean isEnding = false;
      while (!task.isDone()) {
        EventLoop.sleep(LOOK_EVERY);
        Frontier open = work.frontier();
        if (open == null || open.isClosed()) {
          continue;
        }
        try {
          if (!isGranted) {
            isGranted = true;
            open.grant(Long.MAX_VALUE / 4);
          }
          long wave = orders.wave(); // The census has to be later.
          ShardCensus its = open.census();
          ShardCensus census = owned.hasAllReceipts() ? its : its.busy();
          states.put(
              shard, new ShardState("w", census, 0, wave, 0, 0, open.counts(), ShardHosts.UNKNOWN));
          if (orders.isEnding() && !isEnding) {
            isEnding = open.end();
            open.hasNews();
          }
          if (shard == 0) {
            conduct();
          }
        } catch (RuntimeException | CancelledException e) {
          if (!owned.isGone() && !open.isClosed() && !task.isDone()) {
            throw e;
          }
        }
      }
    }

    private void conduct() {
      List<Order> next = coordinator.look(orders, states, loop.time().nanos());
      if (!next.isEmpty()) {
        owned.begin();
        owned.order(next);
      }
    }
  }

  /**
   * Crawls with that number of workers, to the end or for some time.
   *
   * @param longest the time after which it leaves the crawl as it is
   */
  void run(int workers, Duration longest) {
    for (int i = 0; i < workers; i++) {
      Worker one = new Worker();
      spawn("worker " + i, one::live);
    }
    Deadline end = loop.deadline(longest);
    while (!isOver() && !end.hasPassed()) {
      for (Holding each : holdings) {
        Frontier open = each == null ? null : each.work.frontier();
        if (open != null && !open.isClosed() && !each.task.isDone()) {
          each.owned.takeIn(open);
        }
      }
      EventLoop.sleep(POLL_EVERY);
      if (!failures.isEmpty()) {
        throw new IllegalStateException("a part of the cluster has failed", failures.getFirst());
      }
    }
  }

  /** Has something happen to some worker. */
  void happen(Fault fault) {
    if (members.isEmpty()) {
      return;
    }
    Worker one = members.get(random.nextInt(members.size()));
    spawn(
        "" + fault,
        () -> {
          switch (fault) {
            case KILL -> one.member.die();
            case SUSPEND -> one.suspend(random.nextInt(1_000, 15_000));
            case EXPEL -> one.expel();
            case LEAVE -> one.drain();
            case LOSE -> lose();
          }
        });
  }

  private void lose() {
    engine.losePartsFor(LOSS, AWAY);
    for (Worker each : List.copyOf(members)) {
      spawn(
          "expelled by brokers that return",
          () -> {
            EventLoop.sleep(LOSS.plus(AWAY));
            sleep(0, SILENT_TO);
            each.expel();
          });
    }
  }

  /** Whether the end was found. */
  boolean isOver() {
    return over.size() == holdings.length;
  }

  /** Parts of transactions that were lost. */
  int lost() {
    return engine.lost();
  }

  /** The rows of a shard that are committed. */
  RowStore rows(int shard) {
    return engine.join().own(shard);
  }

  /** Shards that were given to a worker after another one. */
  int moves() {
    return moves;
  }

  /** Transactions of which nothing took effect. */
  long aborted() {
    return engine.aborted();
  }

  /** The brokers have a worker as a member no more. */
  private void lose(Worker one) {
    one.member.expel();
    if (members.remove(one)) {
      for (int shard = 0; shard < assigned.length; shard++) {
        assigned[shard] = assigned[shard] == one ? null : assigned[shard];
      }
      rebalance();
    }
  }

  /** Gives shards without a member to others, and some of them to a member that has too few. */
  private void rebalance() {
    for (int shard = 0; shard < assigned.length && !members.isEmpty(); shard++) {
      if (assigned[shard] == null) {
        give(shard, Collections.min(members, Comparator.comparingLong(this::number)));
      }
    }
    for (int shard = 0; shard < assigned.length && members.size() > 1; shard++) {
      Worker least = Collections.min(members, Comparator.comparingLong(this::number));
      Worker its = assigned[shard];
      if (its != null && number(its) > number(least) + 1) {
        give(shard, least);
      }
    }
  }

  private long number(Worker one) {
    return Arrays.stream(assigned).filter(each -> each == one).count();
  }

  private void give(int shard, Worker to) {
    ModelEngine.Member member = to.member;
    assigned[shard] = to;
    int assignment = ++assignments[shard];
    spawn(
        "shard " + shard + " moves",
        () -> {
          Holding last = holdings[shard];
          if (last != null) {
            last.owned.release();
            if (last.owned.isGone()) {
              last.work.stop();
            }
          }
          engine.awaitStable(shard);
          sleep(0, RESTORE_TO);
          member.awaitAwake();
          boolean isLast = assigned[shard] == to && assignments[shard] == assignment;
          if (isLast && to.member == member && !member.isGone()) {
            moves += last == null ? 0 : 1;
            holdings[shard] = new Holding(shard, to);
          }
        });
  }

  private void sleep(int from, int to) {
    EventLoop.sleep(Duration.ofMillis(random.nextInt(from, to)));
  }

  private void spawn(String what, Step step) {
    loop.spawn(
        what,
        () -> {
          try {
            step.run();
          } catch (Exception | AssertionError e) {
            failures.add(e);
          }
          return true;
        });
  }

  /** The steps of a coroutine. */
  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }
}
