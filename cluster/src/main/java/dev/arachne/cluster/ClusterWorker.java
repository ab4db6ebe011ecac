package dev.arachne.cluster;

import dev.arachne.frontier.Tenure;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * One of the processes that crawl together: it is given shards, and crawls their hosts. All are
 * equal. Thread-safe.
 */
final class ClusterWorker {
  /** The longest wait of a worker that leaves; a request ends within its own time-outs. */
  private static final Duration LEAVING = Duration.ofSeconds(30);

  /** Fetches at a time in a shard, at least: each of them waits for several commits. */
  static final int LEAST_TASKS = 48;

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private static final Duration PURGE_EVERY = Duration.ofMinutes(1);

  private static final Duration REPAIR_EVERY = Duration.ofSeconds(5);

  private final WorkerOptions options;
  private final Topics topics;
  private final int shards;
  private final ControlTopic controlTopic;
  private final Consumer<String> log;
  private final Commits commits = new Commits();
  private final List<EventLoop> loops = new ArrayList<>();
  private final Map<ShardTask, ShardCrawl> crawls = new ConcurrentHashMap<>();

  /** The last crawl of each shard here: the next one begins after its end. */
  private final Map<Integer, Task<?>> ends = new ConcurrentHashMap<>();

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

  private final Silences silences = new Silences();
  private final Refusals refusals;
  private final OpenTransactions openTransactions = new OpenTransactions();
  private Standstill standstill;
  private @Nullable Coordinator coordinator;
  private long conducted = -1;
  private final Cadence purges = Cadence.of(PURGE_EVERY);
  private final Cadence repairs = Cadence.of(REPAIR_EVERY);
  private volatile @Nullable WorkerIndexes indexes;
  private volatile @Nullable Edition latest;

  /** The options of an edition of the crawl. */
  private record Edition(long number, CrawlOptions options) {}

  /** The reason why a worker has ended. */
  sealed interface Outcome {
    /** Nothing is left to do in any shard. */
    record Over() implements Outcome {}

    /** The user has stopped the crawl. */
    record Stopped() implements Outcome {}

    /** This process was told to leave. */
    record Left() implements Outcome {}

    /** It cannot continue. */
    record Failed(String why) implements Outcome {}
  }

  /**
   * A worker that has not begun.
   *
   * @param shards of the crawl
   * @param log gets lines for people
   */
  ClusterWorker(
      WorkerOptions options,
      Topics topics,
      int shards,
      ControlTopic controlTopic,
      Consumer<String> log) {
    this.options = options;
    this.topics = topics;
    this.shards = shards;
    this.standstill = new Standstill(shards);
    this.refusals = new Refusals(options.threads());
    this.controlTopic = controlTopic;
    this.log = log;
  }

  /** Crawls until all is over, the user stops the crawl, or this worker is to leave. */
  Outcome run() {
    for (int i = 0; i < options.loops(); i++) {
      loops.add(EventLoop.start("shards-" + i));
    }
    try (var streams = new KafkaStreams(topology(), config(), commits)) {
      streams.setUncaughtExceptionHandler(this::afterFailure);
      streams.setStandbyUpdateListener(silences);
      streams.setGlobalStateRestoreListener(silences);
      streams.start();
      follow();
      leave();
      streams.close(
          CloseOptions.timeout(LEAVING)
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    } finally {
      loops.forEach(EventLoop::close);
      closeIndexes();
      tell();
      finished.countDown();
    }
    Outcome why = outcome.get();
    return why == null ? new Outcome.Left() : why;
  }

  /**
   * Replaces a thread of Streams whose request the brokers have refused, as they refuse commits
   * after they were all killed; its tasks begin anew. Ends the worker if that happens again soon,
   * or if anything else has failed. By the thread that fails.
   */
  private StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse afterFailure(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof ApiException
        && !(root instanceof AuthorizationException)
        && refusals.isRare(System.nanoTime())) {
      say("begins its shards anew, since the brokers refused a request: " + root.getMessage());
      return StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    failed("Kafka Streams: " + root, e);
    return StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /** Reads orders and states, and sends the orders that follow, until it has an outcome. */
  private void follow() {
    while (outcome.get() == null) {
      controlTopic.read(LOOK_EVERY);
      tell();
      Orders orders = controlTopic.orders();
      if (orders.will() == Orders.Will.STOP) {
        outcome.compareAndSet(null, new Outcome.Stopped());
      } else if (options.staying() == WorkerOptions.Staying.ENDS && isOver(orders)) {
        outcome.compareAndSet(null, new Outcome.Over());
      }
      crawls.keySet().stream()
          .filter(task -> task.shard() == 0)
          .findFirst()
          .ifPresent(first -> coordinate(first, orders));
      watch(orders);
    }
  }

  private void watch(Orders orders) {
    if (orders.crawl().isEmpty() || orders.will() != Orders.Will.RUN || orders.isEnding()) {
      standstill = new Standstill(shards);
    } else {
      standstill.look(controlTopic.states(), System.nanoTime()).ifPresent(this::say);
      if (standstill.isNow() && repairs.isDue()) {
        repair();
      }
    }
  }

  /** Aborts transactions whose end the brokers have lost, so that what follows them is read. */
  private void repair() {
    try (var brokers = Brokers.at(options.bootstrap())) {
      for (OpenTransactions.Open each :
          openTransactions.old(brokers.openTransactions(topics), System.nanoTime())) {
        abort(brokers, each);
      }
    } catch (UsageException | IOException e) {
      // The standstill is known; it tries again later.
    }
  }

  private void abort(Brokers brokers, OpenTransactions.Open open) {
    try {
      brokers.abort(open);
      say("aborted a transaction in %s that had no end".formatted(open.partition()));
    } catch (IOException e) {
      say(
          "a transaction in %s has no end, and cannot be aborted: %s"
              .formatted(open.partition(), e.getMessage()));
    }
  }

  private boolean isOver(Orders orders) {
    Map<Integer, ShardState> states = controlTopic.states();
    return orders.isEnding()
        && states.size() == shards
        && states.values().stream().allMatch(state -> state.over() == orders.edition());
  }

  private void coordinate(ShardTask first, Orders orders) {
    if (coordinator == null || conducted != orders.edition()) {
      conducted = orders.edition();
      coordinator = new Coordinator(shards, asked(orders).limits().maxPages());
    }
    coordinator.look(orders, controlTopic.states(), System.nanoTime()).forEach(first::order);
    if (purges.isDue()) {
      purge();
    }
  }

  /**
   * Deletes links that have arrived; those that cannot be deleted now are deleted the next time.
   */
  private void purge() {
    try (var brokers = Brokers.at(options.bootstrap())) {
      brokers.purge(topics);
    } catch (UsageException | IOException e) {
      say("links that have arrived are still there: " + e.getMessage());
    }
  }

  /** Ends the leases in flight, and has them committed. */
  private void leave() {
    crawls.values().forEach(ShardCrawl::leave);
    long deadline = System.nanoTime() + LEAVING.toNanos();
    for (Task<?> end : List.copyOf(ends.values())) {
      awaitEnd(end, deadline);
    }
  }

  private void awaitEnd(Task<?> end, long deadline) {
    try {
      while (!end.isDone() && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!end.isDone()) {
      crawls.values().forEach(ShardCrawl::stop);
    }
  }

  /** Has {@link #run} return when the leases in flight have ended. */
  void stop() {
    outcome.compareAndSet(null, new Outcome.Left());
    controlTopic.wakeUp();
  }

  /** Waits until {@link #run} has done its work. */
  void awaitEnd() {
    try {
      boolean hasEnded = finished.await(2 * LEAVING.toMillis(), TimeUnit.MILLISECONDS);
      if (!hasEnded) {
        say("gives up what is in flight");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the worker, which cannot continue. */
  void failed(String why, Throwable failure) {
    if (outcome.compareAndSet(null, new Outcome.Failed(why)) && options.isVerbose()) {
      failure.printStackTrace();
    }
    controlTopic.wakeUp();
  }

  /** Takes a shard that is given to this worker. */
  void given(ShardTask task, EngineStore rows) {
    int shard = task.shard();
    EventLoop loop = loops.get(shard % loops.size());
    var crawl = new ShardCrawl(this, task, rows, loop);
    crawls.put(task, crawl);
    Task<?> before = ends.get(shard);
    ends.put(
        shard,
        loop.spawn(
            "shard " + shard,
            () -> {
              while (before != null && !before.isDone()) {
                EventLoop.sleep(Duration.ofMillis(5));
              }
              crawl.run();
              return true;
            }));
    say("has shard " + shard);
  }

  /** Ends a shard that is taken from this worker. */
  void taken(ShardTask task) {
    ShardCrawl crawl = crawls.remove(task);
    if (crawl != null) {
      crawl.taken();
      say("has shard " + task.shard() + " no more");
    }
  }

  /** The part that reports commits to batches. */
  Commits commits() {
    return commits;
  }

  /** The number of shards of the crawl. */
  int shards() {
    return shards;
  }

  /** The name of this worker in states and file names. */
  String name() {
    return options.name();
  }

  /** The latest orders. */
  Orders orders() {
    return controlTopic.orders();
  }

  /** Whether there is a bound on the pages of the crawl. */
  boolean isBounded(Orders orders) {
    return asked(orders).limits().maxPages() < Long.MAX_VALUE;
  }

  /**
   * The indexes of this worker, which answer searches from now on; waits for the disk.
   *
   * @throws IOException if they cannot be read, or the address is taken
   */
  synchronized WorkerIndexes indexes() throws IOException {
    WorkerIndexes opened = indexes;
    if (opened == null) {
      try {
        opened = WorkerIndexes.open(options.directory(), topics, shards, options.listen());
      } catch (BindException e) {
        throw new IOException(
            "cannot listen on %s: %s; use another --listen"
                .formatted(options.listen(), e.getMessage()),
            e);
      }
      indexes = opened;
      controlTopic.address(options.name(), Optional.of(opened.authority()));
      say("answers searches on " + opened.authority());
    }
    return opened;
  }

  /** Notes that the ledger of a shard grows elsewhere; waits for nothing. */
  void growsElsewhere(int shard) {
    WorkerIndexes opened = indexes;
    if (opened != null) {
      opened.taken(shard);
    }
  }

  private synchronized void closeIndexes() {
    WorkerIndexes opened = indexes;
    if (opened != null) {
      controlTopic.address(options.name(), Optional.empty());
      try {
        opened.close();
      } catch (IOException e) {
        say("an index was not closed: " + e.getMessage());
      }
      indexes = null;
    }
  }

  /** The options of a shard: those of the crawl, and where this worker keeps files. */
  CrawlOptions options(Orders orders, int shard) {
    CrawlOptions crawl = asked(orders);
    long memory = Math.max(CrawlOptions.LEAST_MEMORY, crawl.limits().memory() / shards);
    return crawl
        .changed()
        .directory(options.directory().resolve("shard-" + shard))
        .existing(ExistingCrawlPolicy.REPLACE)
        .memory(memory)
        .tasks(Math.max(LEAST_TASKS, (crawl.network().tasks() + shards - 1) / shards))
        .loops(1)
        .build();
  }

  /** The options that the user asked for; read once for each edition. */
  private CrawlOptions asked(Orders orders) {
    Orders.Asked asked = orders.crawl().orElseThrow();
    Edition last = latest;
    if (last == null || last.number != asked.edition()) {
      CrawlOptions its = KeptOptions.read(asked.options()).values().builder().build();
      last = new Edition(asked.edition(), its);
      latest = last;
    }
    return last.options;
  }

  /** The terms on which a shard is given to this worker now. */
  Tenure tenure(int shard) {
    return silences.tenure(shard, System.nanoTime());
  }

  /** The last state received of a shard. */
  Optional<ShardState> heard(int shard) {
    return controlTopic.state(shard);
  }

  /** Sends the state of a shard. */
  void say(int shard, ShardState state) {
    controlTopic.state(shard, state);
  }

  /** Logs a line for people, soon; waits for nothing, so that loops may call it. */
  void say(String text) {
    lines.add(text);
  }

  private void tell() {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      log.accept(line);
    }
  }

  private Topology topology() {
    var bytes = Serdes.ByteArray();
    return new Topology()
        .addSource("arrivals", bytes.deserializer(), bytes.deserializer(), topics.links())
        .addProcessor("shard", () -> new ShardTask(this), "arrivals")
        .addStateStore(rows(topics), "shard")
        .addSink(
            ShardTask.LINKS,
            topics.links(),
            bytes.serializer(),
            bytes.serializer(),
            new ToShard(),
            "shard")
        .addSink(ShardTask.PAGES, topics.pages(), bytes.serializer(), bytes.serializer(), "shard")
        .addSink(
            ShardTask.ORDERS, topics.orders(), bytes.serializer(), bytes.serializer(), "shard");
  }

  /** The store of the rows of a shard. */
  static StoreBuilder<KeyValueStore<Bytes, byte[]>> rows(Topics topics) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(ShardTask.ROWS), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(topics.rowSettings());
  }

  /** A record goes to the partition of the shard that its key names. */
  private static final class ToShard implements StreamPartitioner<byte[], byte[]> {
    @Override
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, byte[] value, Headers headers, int shards) {
      return Optional.of(Set.of(ShardTask.shard(key)));
    }

    @Override
    @SuppressWarnings("removal") // It is abstract, and never called.
    public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int shards) {
      return Optional.of(Set.of(ShardTask.shard(key)));
    }
  }

  private Properties config() {
    var config = new Properties();
    config.putAll(options.streams(topics));
    return config;
  }
}
