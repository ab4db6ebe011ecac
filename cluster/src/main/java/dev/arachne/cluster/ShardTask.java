package dev.arachne.cluster;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.ShardDriver;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.store.RowStore.Row;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A task of Streams: it has the rows of one shard, and takes in the discoveries of others on its
 * hosts. Used by the thread of Streams, unless a method says otherwise.
 *
 * <p>It is given to a worker by {@link #init}, and taken from it by {@link #close}. Between them
 * the worker crawls for the shard, as soon as it has received its own greeting. Discoveries that
 * come while the shard's crawl is not open wait in rows of the shard.
 */
final class ShardTask implements Processor<byte[], byte[], byte[], byte[]> {
  /** The name of the store. */
  static final String ROWS = "frontier";

  /** The sinks. */
  static final String LINKS = "links";

  static final String PAGES = "pages";

  static final String ORDERS = "orders";

  /** The time from one check for a wanted turn to the next. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  /**
   * The time after a commit in which a look requests no other: later changes share the next one,
   * also with other tasks of the thread. A commit takes more CPU time than a page.
   */
  private static final Duration PACE = Duration.ofMillis(20);

  /** The time after which a greeting that has not come back is sent again. */
  private static final Duration GREET_EVERY = Duration.ofSeconds(10);

  /** The time within which links that were taken in are committed, if nothing else is. */
  static final Duration TAKE_IN_EVERY = Duration.ofMillis(100);

  /** The time from one receipt for links to the next. */
  static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(250);

  /**
   * The time within which a change of the shard's rows is committed in any case. It closes a
   * transaction whose end the brokers have lost.
   */
  private static final Duration PULSE_EVERY = Duration.ofSeconds(10);

  private static final Duration LOOK_BACK_EVERY = Duration.ofSeconds(1);

  /** Messages that waited for the shard's crawl, and are taken in at a time. */
  private static final int AT_ONCE = 20;

  private final ClusterWorker worker;

  /** Messages to be sent with the next transaction. */
  private final Queue<Addressed> messages = new ConcurrentLinkedQueue<>();

  /** Orders to be sent with the next transaction. */
  private final Queue<Orders.Order> orders = new ConcurrentLinkedQueue<>();

  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable EngineStore rows;
  private Turns turns = new Turns("a shard");
  private long greeting;
  private boolean isGreeted;
  private long waiting;

  /** The frontier that has these rows while its crawl is open. Set by its loop. */
  private volatile @Nullable Frontier frontier;

  private volatile @Nullable EventLoop loop;

  private volatile @Nullable TurnRequests turnRequests;

  /** The frontier that has taken in all that came before it was open. */
  private volatile @Nullable Frontier caughtUp;

  /** Batches of links that were taken in, in the transaction that is open. */
  private final List<Message.Batch> takenIn = new ArrayList<>();

  /** Those of transactions that are committed, and yet to be acknowledged. */
  private final List<Message.Batch> committed = new ArrayList<>();

  private volatile @Nullable SentLinks sent;

  private long committedAt = System.nanoTime() - PACE.toNanos();
  private Cadence greetings = Cadence.atOnce(GREET_EVERY);
  private final Cadence pulses = Cadence.of(PULSE_EVERY);
  private final Cadence receipts = Cadence.of(ACKNOWLEDGE_EVERY);
  private final Cadence takesIn = Cadence.of(TAKE_IN_EVERY);
  private final Cadence looksBack = Cadence.of(LOOK_BACK_EVERY);

  /** A message to a shard. */
  private record Addressed(int shard, Message message) {}

  /** A task that has not begun. */
  ShardTask(ClusterWorker worker) {
    this.worker = worker;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    int shard = given.taskId().partition();
    context = given;
    turns = new Turns("shard " + shard);
    KeyValueStore<Bytes, byte[]> store = given.getStateStore(ROWS);
    greeting = ThreadLocalRandom.current().nextLong();
    var forwarding = new Forwarding(given);
    rows = new EngineStore(store, turns, worker.shards(), forwarding);
    sent = new SentLinks(rows, shard, greeting, System.nanoTime());
    isGreeted = false;
    greetings = Cadence.atOnce(GREET_EVERY);
    frontier = null;
    orders.clear();
    messages.clear();
    takenIn.clear();
    committed.clear();
    Row last = rows.last(EngineKeys.WAITING, EngineKeys.WAITING_END);
    waiting = last == null ? 0 : EngineKeys.waitingNumber(last.key()) + 1;
    worker.commits().add(this);
    given.schedule(LOOK_EVERY, PunctuationType.WALL_CLOCK_TIME, _ -> look());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    EngineStore store = opened();
    switch (Message.read(record.value())) {
      case Message.Greeting(long number) -> {
        if (number == greeting && !isGreeted) {
          isGreeted = true;
          worker.given(this, store);
        }
      }
      case Message.Arrived(var batches) -> sent().arrived(batches);
      case Message.Links(var batch, var found) -> {
        Frontier open = frontier;
        if (open == null) {
          store.put(EngineKeys.waiting(waiting++), record.value());
        } else {
          open.driver().receive(found);
          tell(open);
        }
        takenIn.add(batch);
      }
      case Message.TurnAsked(int shard, long number, String host) -> {
        Frontier open = frontier;
        if (open != null) { // Else the asking shard gets no answer, and asks once more.
          open.driver()
              .turn(CrawlUrl.of(host + "/").origin(), TurnRequests.WITHIN, TurnRequests.LATE)
              .ifPresent(wait -> send(context(), shard, new Message.TurnGiven(number, wait)));
          context().commit();
        }
      }
      case Message.TurnGiven given -> {
        EventLoop its = loop;
        TurnRequests asked = turnRequests;
        if (its != null && asked != null) {
          its.execute(() -> asked.given(given));
        }
      }
    }
  }

  private void look() {
    if (System.nanoTime() - committedAt < PACE.toNanos()) {
      return;
    }
    if (!isGreeted && greetings.isDue()) {
      send(context(), shard(), new Message.Greeting(greeting));
      context().commit();
    }
    if (!committed.isEmpty() && receipts.isDue()) {
      acknowledge();
      pulse();
    } else if (pulses.isDue()) {
      pulse();
    }
    if (!takenIn.isEmpty() && takesIn.isDue()) {
      context().commit();
    }
    if (looksBack.isDue()) {
      for (SentLinks.Repeated each : sent().overdue(System.nanoTime())) {
        send(context(), each.shard(), each.links());
        context().commit();
      }
    }
    for (Addressed each = messages.poll(); each != null; each = messages.poll()) {
      send(context(), each.shard, each.message);
      context().commit();
    }
    for (Orders.Order order = orders.poll(); order != null; order = orders.poll()) {
      byte[] key = order.key().getBytes(StandardCharsets.UTF_8);
      byte[] value = order.value().getBytes(StandardCharsets.UTF_8);
      context().forward(new Record<>(key, value, now(context())), ORDERS);
      context().commit();
    }
    if (turns.serve()) {
      context().commit();
    }
    Frontier open = frontier;
    if (open != null && caughtUp != open) {
      caughtUp = takeIn(open.driver()) ? open : null;
      tell(open);
      context().commit();
    }
  }

  /**
   * Has the shard take in some of the discoveries that came before its crawl was open: all at once
   * may take longer than a transaction may. Returns whether none is left.
   */
  private boolean takeIn(ShardDriver driver) {
    EngineStore store = opened();
    List<Row> some = store.range(EngineKeys.WAITING, EngineKeys.WAITING_END, AT_ONCE);
    for (Row row : some) {
      if (Message.read(row.value()) instanceof Message.Links(_, var found)) {
        driver.receive(found);
      }
      store.delete(row.key());
    }
    return some.size() < AT_ONCE;
  }

  /** Changes the rows, in one transaction with the messages that are sent now. */
  private void pulse() {
    opened().put(EngineKeys.PULSE, new RowWriter().fixed(System.nanoTime()).toBytes());
    context().commit();
  }

  /** Acknowledges links. */
  private void acknowledge() {
    committed.stream()
        .collect(Collectors.groupingBy(Message.Batch::shard))
        .forEach((from, batches) -> send(context(), from, new Message.Arrived(batches)));
    committed.clear();
  }

  /** Records that all changes are committed; by the thread of Streams. */
  void committed() {
    committedAt = System.nanoTime();
    turns.committed();
    committed.addAll(takenIn);
    takenIn.clear();
  }

  /**
   * Whether no links are under way: those that the shard has sent have arrived, as far as it knows,
   * and those that came before its crawl was open are taken in. Any thread.
   */
  boolean isSettled() {
    Frontier open = frontier;
    return open != null && caughtUp == open && sent().isEmpty();
  }

  private void tell(Frontier open) {
    EventLoop its = loop;
    if (its != null) {
      its.execute(open::hasNews);
    }
  }

  /** Directs messages to the crawl of the shard, which is open now. On its loop. */
  void joined(Frontier opened, TurnRequests asked) {
    turnRequests = asked;
    loop = EventLoop.current();
    frontier = opened;
  }

  /**
   * Has an order sent, if the shard is still with this worker: in a transaction of its task. Any
   * thread.
   */
  void order(Orders.Order order) {
    orders.add(order);
  }

  /** The same with a message to a shard. */
  void send(int shard, Message message) {
    messages.add(new Addressed(shard, message));
  }

  /** The number of the shard, from 0. Any thread. */
  int shard() {
    return context().taskId().partition();
  }

  @Override
  public void close() {
    turns.end();
    worker.commits().remove(this);
    worker.taken(this);
    frontier = null;
  }

  private ProcessorContext<byte[], byte[]> context() {
    if (context == null) {
      throw new IllegalStateException("the task has not begun");
    }
    return context;
  }

  private EngineStore opened() {
    if (rows == null) {
      throw new IllegalStateException("the task has not begun");
    }
    return rows;
  }

  private SentLinks sent() {
    SentLinks its = sent;
    if (its == null) {
      throw new IllegalStateException("the task has not begun");
    }
    return its;
  }

  private static void send(ProcessorContext<byte[], byte[]> to, int shard, Message message) {
    byte[] key = {(byte) (shard >> 8), (byte) shard};
    to.forward(new Record<>(key, message.toBytes(), now(to)), LINKS);
  }

  private static long now(ProcessorContext<?, ?> context) {
    return context.currentSystemTimeMs();
  }

  /** The number of the shard to whose partition a record goes, by its key. */
  static int shard(byte[] key) {
    return (key[0] & 0xFF) << 8 | (key[1] & 0xFF);
  }

  /** Sends with the transaction in which the rows are committed. */
  private final class Forwarding implements EngineStore.Outgoing {
    private final ProcessorContext<byte[], byte[]> to;

    Forwarding(ProcessorContext<byte[], byte[]> to) {
      this.to = to;
    }

    @Override
    public void send(int shard, List<Discovery> links) {
      ShardTask.send(to, shard, sent().add(shard, links, System.nanoTime()));
    }

    @Override
    public void decided(Verdict verdict) {
      PageRecord.of(verdict)
          .ifPresent(page -> to.forward(new Record<>(page.key(), page.value(), now(to)), PAGES));
    }

    @Override
    public void closed() {
      frontier = null;
    }
  }
}
