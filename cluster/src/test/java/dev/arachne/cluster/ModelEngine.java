package dev.arachne.cluster;

import dev.arachne.cluster.Orders.Order;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Outbox;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Timer;
import dev.arachne.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka and Streams promise, and what they may lose, without a Kafka: rows of shards, messages
 * on their way to them, and the transactions of workers. Confined to one loop.
 *
 * <pre>
 *   begin     waits while the worker commits or is suspended
 *   commit    joins the transaction of the worker, which takes some milliseconds
 *   OPEN ------- commit, of a member ---------> COMMITTED   rows, verdicts, orders, what was read of
 *     |                                                     messages; those sent can be read soon
 *     +--- commit of no member, time-out -----> ABORTED     nothing of it
 * </pre>
 *
 * Messages of a transaction that is open keep all behind them from being read, as Kafka's last
 * stable offset does. All shards of a worker share its transactions, and are lost together if one
 * of them is refused.
 */
final class ModelEngine {
  /** The time for which a transaction may be open until the brokers abort it. */
  private static final Duration TIME_OUT = Duration.ofSeconds(6);

  /** The time in which batches of other shards join a transaction. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  /** Milliseconds of a commit, at least and less than. */
  private static final int COMMIT_FROM = 10;

  private static final int COMMIT_TO = 30;

  /** Milliseconds from a commit until what it has sent can be read, less than. */
  private static final int LATE_TO = 200;

  private final EventLoop loop = EventLoop.current();
  private final RandomGenerator random;
  private final Consumer<Verdict> verdicts;
  private final Consumer<Order> orders;
  private final List<TreeMap<byte[], byte[]>> rows = new ArrayList<>();
  private final List<Queue<Sent>> arrivals = new ArrayList<>();

  /** The last transaction of each shard. */
  private final @Nullable Transaction[] latest;

  private long aborted;

  /** A message to a shard. */
  private record Sent(Transaction in, Discovery discovery) {}

  /**
   * An engine without rows.
   *
   * @param verdicts gets those that are committed
   * @param orders gets those that are committed
   */
  ModelEngine(
      int shards, RandomGenerator random, Consumer<Verdict> verdicts, Consumer<Order> orders) {
    this.random = random;
    this.verdicts = verdicts;
    this.orders = orders;
    this.latest = new Transaction[shards];
    for (int shard = 0; shard < shards; shard++) {
      rows.add(new TreeMap<>(Arrays::compareUnsigned));
      arrivals.add(new ArrayDeque<>());
    }
  }

  /** A new member. */
  Member join() {
    return new Member();
  }

  /** Waits until no transaction of an earlier owner is open. */
  void awaitStable(int shard) {
    Transaction last = latest[shard];
    if (last != null) {
      last.end.await();
    }
  }

  /** Transactions of which nothing took effect. */
  long aborted() {
    return aborted;
  }

  private void sleep(int from, int to) {
    EventLoop.sleep(Duration.ofMillis(random.nextInt(from, to)));
  }

  /** What takes effect together. */
  private final class Transaction {
    private final Set<Owned> parts = new LinkedHashSet<>();

    /** Whether it was committed. */
    private final Promise<Boolean> end = new Promise<>(loop, "a transaction");

    private final Timer timeOut = loop.after(TIME_OUT, () -> end(false));
    private long readableFrom = Long.MAX_VALUE;

    /** Commits or aborts it, if it is open; returns whether it is committed. */
    private boolean end(boolean isCommit) {
      if (!end.isDone()) {
        timeOut.cancel();
        aborted += isCommit ? 0 : 1;
        readableFrom = loop.time().nanos();
        if (isCommit) {
          readableFrom += Duration.ofMillis(random.nextInt(LATE_TO)).toNanos();
          parts.forEach(Owned::takeEffect);
        }
        end.complete(isCommit);
      }
      return end.await();
    }
  }

  /** A worker as the brokers know it, from when it joins until it is expelled or dies. */
  final class Member {
    private final Condition turn = new Condition(loop, "a turn at the rows");
    private @Nullable Transaction open;
    private boolean isCommitting;
    private boolean isExpelled;
    private boolean isDead;
    private boolean isGone;
    private long awakeFrom = loop.time().nanos();

    /** A shard of this member, with all rows that are committed. */
    Owned own(int shard) {
      return new Owned(this, shard);
    }

    /** Ends its process. A commit on its way may take effect or not. */
    void die() {
      isDead = true;
      leave();
    }

    /** Suspends its process: it does nothing for some time, and does not know of it afterwards. */
    void suspend(Duration time) {
      awakeFrom = loop.time().nanos() + time.toNanos();
    }

    /** The brokers presume it dead: its commits are refused from now on. */
    void expel() {
      isExpelled = true;
    }

    /** It learns that it is no member any more, or has left. */
    void leave() {
      isGone = true;
      turn.signalAll();
    }

    /** Whether it has shards no more, as far as it knows. */
    boolean isGone() {
      return isGone;
    }

    /** Whether its process has died. */
    boolean isDead() {
      return isDead;
    }

    /** Waits while it is suspended. */
    void awaitAwake() {
      while (!isAwake()) {
        EventLoop.sleep(Duration.ofNanos(awakeFrom - loop.time().nanos()));
      }
    }

    private boolean isAwake() {
      return loop.time().nanos() - awakeFrom >= 0;
    }

    private Transaction open() {
      Transaction its = open;
      if (its == null) {
        its = new Transaction();
        open = its;
      }
      return its;
    }

    /** Has the changes of a shard committed with those of others; waits for nothing. */
    private Transaction commit(Owned part) {
      Transaction its = open();
      if (its.parts.isEmpty()) {
        loop.spawn("a commit", () -> commit(its));
      }
      its.parts.add(part);
      if (!isExpelled) {
        latest[part.shard] = its;
      }
      return its;
    }

    private boolean commit(Transaction its) {
      EventLoop.sleep(LOOK_EVERY);
      awaitAwake();
      if (isGone) {
        return !isDead && its.end(false);
      }
      isCommitting = true;
      sleep(COMMIT_FROM, COMMIT_TO);
      if (isDead && random.nextBoolean()) {
        return false; // It was not sent.
      }
      boolean isCommitted = its.end(!isExpelled);
      awaitAwake();
      isCommitting = false;
      open = null;
      if (!isCommitted) {
        leave();
      }
      turn.signalAll();
      return isCommitted;
    }
  }

  /** A shard as its owner has it. */
  final class Owned implements BrokeredRows, Outbox {
    private final Member member;
    private final int shard;
    private final TreeMap<byte[], byte[]> seen;
    private final Map<byte[], byte[]> changed = new TreeMap<>(Arrays::compareUnsigned);
    private final List<Verdict> decided = new ArrayList<>();
    private final List<Order> ordered = new ArrayList<>();
    private int taken;
    private boolean isReleased;

    private Owned(Member member, int shard) {
      this.member = member;
      this.shard = shard;
      this.seen = new TreeMap<>(rows.get(shard));
    }

    /** Whether its owner knows that it has the shard no more. */
    boolean isGone() {
      return isReleased || member.isGone;
    }

    /**
     * Has a member release it, with the commit that is on its way; does not wait for a worker that
     * is no member.
     */
    void release() {
      while (isHeard() && !member.isAwake()) {
        EventLoop.sleep(LOOK_EVERY);
      }
      if (isHeard()) {
        isReleased = true;
        member.turn.signalAll();
      }
      while (isInCommit() && !member.isExpelled && !member.isGone) {
        EventLoop.sleep(LOOK_EVERY);
      }
    }

    private boolean isHeard() {
      return !isGone() && !member.isExpelled;
    }

    /** Takes in what has arrived and may be read, unless the rows are used otherwise. */
    void takeIn(Frontier frontier) {
      if (isGone() || isBusy()) {
        return;
      }
      List<Discovery> some = new ArrayList<>();
      for (Sent each : arrivals.get(shard)) {
        if (loop.time().nanos() - each.in.readableFrom < 0) {
          break;
        }
        taken++;
        if (each.in.end.await()) {
          some.add(each.discovery);
        }
      }
      if (taken > 0) {
        frontier.driver().receive(some);
        member.commit(this);
        frontier.hasNews();
      }
    }

    /** Sends orders, unless the rows are used otherwise; returns whether it does. */
    boolean order(List<Order> some) {
      if (isGone() || isBusy()) {
        return false;
      }
      ordered.addAll(some);
      member.commit(this);
      return true;
    }

    @Override
    public void send(Discovery discovery) {
      int to = HostPartition.numberOf(discovery.url().host(), rows.size());
      arrivals.get(to).add(new Sent(member.open(), discovery));
    }

    @Override
    public void decided(Verdict verdict) {
      decided.add(verdict);
    }

    @Override
    public void begin() {
      while (!isGone() && isBusy()) {
        if (member.isAwake()) {
          member.turn.await(Deadline.NEVER);
        } else {
          member.awaitAwake();
        }
      }
      refuseIfGone();
    }

    @Override
    public void commit() {
      refuseIfGone();
      member.commit(this).end.await();
      member.awaitAwake();
      refuseIfGone();
    }

    private void refuseIfGone() {
      if (isGone()) {
        throw new StoreException(StoreException.Kind.UNAVAILABLE, "shard " + shard + " is gone");
      }
    }

    /** Whether the rows must not be used now. */
    private boolean isBusy() {
      return member.isCommitting || isInCommit() || !member.isAwake();
    }

    private boolean isInCommit() {
      Transaction its = member.open;
      return its != null && its.parts.contains(this);
    }

    private void takeEffect() {
      TreeMap<byte[], byte[]> its = rows.get(shard);
      changed.forEach((key, value) -> {
        if (value.length == 0) {
          its.remove(key);
        } else {
          its.put(key, value);
        }
      });
      changed.clear();
      for (; taken > 0; taken--) {
        arrivals.get(shard).remove();
      }
      decided.forEach(verdicts);
      decided.clear();
      ordered.forEach(orders);
      ordered.clear();
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return seen.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      seen.put(key, value);
      // No row is empty; in a changelog that would be no row.
      changed.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      seen.remove(key);
      changed.put(key, new byte[0]);
    }

    @Override
    public List<Row> range(byte[] from, byte[] to, int limit) {
      return seen.subMap(from, to).entrySet().stream()
          .limit(limit)
          .map(row -> new Row(row.getKey(), row.getValue()))
          .toList();
    }

    @Override
    public void close() {}
  }
}
