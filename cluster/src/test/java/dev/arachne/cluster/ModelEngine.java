package dev.arachne.cluster;

import dev.arachne.cluster.Orders.Order;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Outbox;
import dev.arachne.frontier.Tenure;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Timer;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
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
 * of them is refused. Brokers that are all killed lose parts of what is committed: each partition
 * of rows, of messages, of verdicts and of read positions by itself ({@link #losePartsFor}). The
 * worker hears nothing of it. Rows are lost for good only if it commits no others after them.
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

  /** What a worker knows that has copies of all rows. */
  private final Silences silences = new Silences();

  /** The last transaction of each shard. */
  private final @Nullable Transaction[] latest;

  /** Until when parts of transactions are lost. */
  private long losingUntil = EventLoop.current().time().nanos();

  private long awayUntil = losingUntil;
  private int lost;

  private long aborted;

  /** A message to a shard. */
  private record Sent(Transaction in, Message message) {}

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

  /** Has the brokers lose parts of what is committed from now on, and be away after that. */
  void losePartsFor(Duration time, Duration away) {
    losingUntil = loop.time().nanos() + time.toNanos();
    awayUntil = losingUntil + away.toNanos();
  }

  private boolean isAway() {
    long now = loop.time().nanos();
    return now - losingUntil >= 0 && now - awayUntil < 0;
  }

  /** Parts of transactions that were lost, also those that later ones brought back. */
  int lost() {
    return lost;
  }

  private boolean isLost() {
    boolean isLost = losingUntil - loop.time().nanos() > 0 && random.nextBoolean();
    lost += isLost ? 1 : 0;
    return isLost;
  }

  private void sleep(int from, int to) {
    EventLoop.sleep(Duration.ofMillis(random.nextInt(from, to)));
  }

  /** What takes effect together. */
  private final class Transaction {
    private final Set<Owned> parts = new LinkedHashSet<>();

    private final Set<Integer> sentTo = new TreeSet<>();

    /** The shards that get none of its messages. */
    private final Set<Integer> lostTo = new HashSet<>();

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
          sentTo.stream().filter(_ -> isLost()).forEach(lostTo::add);
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
      while (isAway()) {
        EventLoop.sleep(LOOK_EVERY);
      }
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

    /** Changes that are committed, but not in the partition until others follow. */
    private final Map<byte[], byte[]> openEnded = new TreeMap<>(Arrays::compareUnsigned);

    private final Map<Integer, List<Discovery>> links = new TreeMap<>();
    private final SentLinks sent;

    /** Batches that were taken in, in a transaction that is not committed, and in others. */
    private final List<Message.Batch> takenIn = new ArrayList<>();

    private final List<Message.Batch> unacknowledged = new ArrayList<>();
    private long takenInAt = loop.time().nanos();
    private long acknowledgedAt = takenInAt;
    private final List<Verdict> decided = new ArrayList<>();
    private final List<Order> ordered = new ArrayList<>();

    /** Messages read, of those that are first in the partition. */
    private int read;

    private boolean isReleased;

    private Owned(Member member, int shard) {
      this.member = member;
      this.shard = shard;
      this.seen = new TreeMap<>(rows.get(shard));
      this.sent = new SentLinks(this, shard, random.nextLong(), loop.time().nanos());
    }

    /** The terms of its owner, which had a copy of the rows before it, or none. */
    Tenure tenure() {
      Silences seen = random.nextBoolean() ? silences : new Silences();
      return seen.tenure(shard, loop.time().nanos());
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

    /**
     * Takes in what has arrived and may be read, and does what {@link ShardTask} does about links,
     * unless the rows are used otherwise.
     */
    void takeIn(Frontier frontier) {
      if (isGone() || isBusy()) {
        return;
      }
      long now = loop.time().nanos();
      int before = read;
      List<Discovery> some = new ArrayList<>();
      for (Sent each : arrivals.get(shard).stream().skip(before).toList()) {
        if (now - each.in.readableFrom < 0) {
          break;
        }
        read++;
        if (each.in.end.await() && !each.in.lostTo.contains(shard)) {
          switch (each.message) {
            case Message.Links(var batch, var found) -> {
              some.addAll(found);
              takenIn.add(batch);
            }
            case Message.Arrived(var batches) -> sent.arrived(batches);
            default -> throw new IllegalStateException("" + each.message);
          }
        }
      }
      List<SentLinks.Repeated> again = sent.overdue(now);
      again.forEach(each -> post(each.shard(), each.links()));
      boolean isToAcknowledge =
          !unacknowledged.isEmpty()
              && now - acknowledgedAt >= ShardTask.ACKNOWLEDGE_EVERY.toNanos();
      if (isToAcknowledge) {
        acknowledge(now);
      }
      if (!some.isEmpty()) {
        frontier.driver().receive(some);
        frontier.hasNews();
      }
      boolean isToCommit = read > 0 && now - takenInAt >= ShardTask.TAKE_IN_EVERY.toNanos();
      if (isToCommit || !again.isEmpty() || isToAcknowledge) {
        takenInAt = now;
        member.commit(this);
      }
    }

    private void acknowledge(long now) {
      acknowledgedAt = now;
      put(EngineKeys.PULSE, new RowWriter().fixed(now).toBytes());
      unacknowledged.stream()
          .collect(Collectors.groupingBy(Message.Batch::shard))
          .forEach((from, batches) -> post(from, new Message.Arrived(batches)));
      unacknowledged.clear();
    }

    private void post(int to, Message message) {
      Transaction its = member.open();
      its.sentTo.add(to);
      arrivals.get(to).add(new Sent(its, message));
    }

    /** Whether all links that the shard has sent have arrived, as far as it knows. */
    boolean hasAllReceipts() {
      return sent.isEmpty();
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
      links.computeIfAbsent(to, _ -> new ArrayList<>()).add(discovery);
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
      links.forEach((to, some) -> post(to, sent.add(to, some, loop.time().nanos())));
      links.clear();
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
      if (!changed.isEmpty()) {
        openEnded.putAll(changed);
        changed.clear();
        if (!isLost()) {
          openEnded.forEach(this::change);
          openEnded.clear();
          silences.changed(shard, loop.time().nanos());
        }
      }
      if (read > 0 && !isLost()) {
        for (; read > 0; read--) {
          arrivals.get(shard).remove();
        }
      }
      unacknowledged.addAll(takenIn);
      takenIn.clear();
      if (!decided.isEmpty() && !isLost()) {
        decided.forEach(verdicts);
      }
      decided.clear();
      ordered.forEach(orders);
      ordered.clear();
    }

    private void change(byte[] key, byte[] value) {
      if (value.length == 0) {
        rows.get(shard).remove(key);
      } else {
        rows.get(shard).put(key, value);
      }
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
