package dev.arachne.cluster;

import dev.arachne.options.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The requests to brokers other than records: for their settings and topics. Used by one thread.
 */
final class Brokers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** The topic of the read positions of all groups. */
  private static final String POSITIONS = "__consumer_offsets";

  /** A setting that has to be as a crawl needs it. */
  private record Needed(String setting, LongPredicate suits, String advice) {}

  private final Admin admin;
  private final String bootstrap;

  private Brokers(Admin admin, String bootstrap) {
    this.admin = admin;
    this.bootstrap = bootstrap;
  }

  /** The brokers at {@code bootstrap}; no request is sent yet. */
  static Brokers at(String bootstrap) throws UsageException {
    Map<String, Object> client = new HashMap<>(WorkerOptions.client(bootstrap));
    client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis() / 3);
    try {
      return new Brokers(Admin.create(client), bootstrap);
    } catch (RuntimeException e) {
      throw new UsageException("--bootstrap " + bootstrap, "no broker is named so: " + cause(e));
    }
  }

  /**
   * Checks that the settings of the brokers suit crawls.
   *
   * @throws UsageException if not: one line with the wrong setting, and the value to write instead
   */
  void check() throws UsageException, IOException {
    List<Node> nodes = nodes();
    List<Needed> all =
        List.of(
            new Needed(
                "group.min.session.timeout.ms",
                value -> value <= WorkerOptions.SESSION_MILLIS,
                "group.min.session.timeout.ms=" + WorkerOptions.SESSION_MILLIS),
            new Needed(
                "group.max.session.timeout.ms",
                value -> value >= WorkerOptions.SESSION_MILLIS,
                "group.max.session.timeout.ms=1800000"),
            new Needed(
                "transaction.max.timeout.ms",
                value -> value >= WorkerOptions.TRANSACTION_MILLIS,
                "transaction.max.timeout.ms=900000"),
            new Needed(
                "transaction.state.log.replication.factor",
                value -> value <= nodes.size(),
                "transaction.state.log.replication.factor=" + Math.min(3, nodes.size())),
            new Needed(
                "offsets.topic.replication.factor",
                value -> value <= nodes.size(),
                "offsets.topic.replication.factor=" + Math.min(3, nodes.size())),
            new Needed(
                "transaction.state.log.min.isr",
                value -> value <= nodes.size(),
                "transaction.state.log.min.isr=" + Math.max(1, Math.min(2, nodes.size() - 1))));
    for (Node node : nodes) {
      Config config = config(node);
      for (Needed needed : all) {
        ConfigEntry entry = config.get(needed.setting);
        if (entry != null && !needed.suits.test(Long.parseLong(entry.value()))) {
          throw new UsageException(
              "broker " + node.idString() + " at " + node.host() + ":" + node.port(),
              "has %s=%s, with which no crawl works; write %s into its properties and restart it"
                  .formatted(needed.setting, entry.value(), needed.advice));
        }
      }
    }
  }

  /** Advice on settings from which a crawl would gain, in words for people. */
  Optional<String> advice() throws UsageException, IOException {
    Config config = config(nodes().getFirst());
    String setting = "transaction.abort.timed.out.transaction.cleanup.interval.ms";
    ConfigEntry entry = config.get(setting);
    return entry != null && Long.parseLong(entry.value()) > 1_000
        ? Optional.of(
            "the brokers have %s=%s: hosts of a worker that dies rest so long; 500 is better"
                .formatted(setting, entry.value()))
        : Optional.empty();
  }

  private Config config(Node node) throws IOException {
    var broker = new ConfigResource(ConfigResource.Type.BROKER, node.idString());
    return Objects.requireNonNull(await(admin.describeConfigs(Set.of(broker)).all()).get(broker));
  }

  /** The number of brokers. */
  int count() throws UsageException, IOException {
    return nodes().size();
  }

  private List<Node> nodes() throws UsageException, IOException {
    try {
      return List.copyOf(await(admin.describeCluster().nodes()));
    } catch (IOException e) {
      throw new UsageException(
          "--bootstrap " + bootstrap, "no broker answers there; start Kafka, or type another one");
    }
  }

  /**
   * The number of shards of a crawl; empty if the crawl does not exist.
   *
   * @throws UsageException if no broker answers
   */
  Optional<Integer> shards(Topics topics) throws UsageException, IOException {
    nodes();
    try {
      TopicDescription links =
          await(admin.describeTopics(Set.of(topics.links())).allTopicNames()).get(topics.links());
      return Optional.ofNullable(links).map(its -> its.partitions().size());
    } catch (IOException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Makes those of the topics that do not exist. */
  void make(List<NewTopic> topics) throws IOException {
    Set<String> existing = await(admin.listTopics().names());
    await(
        admin
            .createTopics(topics.stream().filter(its -> !existing.contains(its.name())).toList())
            .all());
  }

  /** The transactions that are open in the partitions of a crawl, and of its read positions. */
  Set<OpenTransactions.Open> openTransactions(Topics topics) throws IOException {
    Set<String> names =
        new HashSet<>(await(admin.listTopics(new ListTopicsOptions().listInternal(true)).names()));
    names.retainAll(
        List.of(topics.links(), topics.rows(), topics.pages(), topics.orders(), POSITIONS));
    Map<String, TopicDescription> all = await(admin.describeTopics(names).allTopicNames());
    List<TopicPartition> partitions = new ArrayList<>();
    all.forEach((topic, its) -> {
      int count = its.partitions().size();
      int first = topic.equals(POSITIONS) ? position(topics.application(), count) : 0;
      int end = topic.equals(POSITIONS) ? first + 1 : count;
      for (int partition = first; partition < end; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    });
    Set<OpenTransactions.Open> open = new HashSet<>();
    await(admin.describeProducers(partitions).all())
        .forEach((partition, its) ->
            its.activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(producer -> open(partition, producer))
                .forEach(open::add));
    return open;
  }

  private static OpenTransactions.Open open(TopicPartition partition, ProducerState producer) {
    return new OpenTransactions.Open(
        partition,
        producer.producerId(),
        (short) producer.producerEpoch(),
        producer.coordinatorEpoch().orElse(-1),
        producer.currentTransactionStartOffset().orElseThrow());
  }

  /** The partition of the read positions of a group, as brokers choose it. */
  private static int position(String group, int partitions) {
    return (group.hashCode() & Integer.MAX_VALUE) % partitions;
  }

  /** Aborts a transaction in its partition; its coordinator has no part in it. */
  void abort(OpenTransactions.Open open) throws IOException {
    var spec =
        new AbortTransactionSpec(
            open.partition(), open.producer(), open.epoch(), open.coordinatorEpoch());
    await(admin.abortTransaction(spec).all());
  }

  /** Deletes the links that all shards have taken in. */
  void purge(Topics topics) throws IOException {
    Map<TopicPartition, OffsetAndMetadata> taken =
        await(admin.listConsumerGroupOffsets(topics.application()).partitionsToOffsetAndMetadata());
    Map<TopicPartition, RecordsToDelete> old = new HashMap<>();
    taken.forEach((partition, offset) -> {
      if (partition.topic().equals(topics.links()) && offset != null) {
        old.put(partition, RecordsToDelete.beforeOffset(offset.offset()));
      }
    });
    await(admin.deleteRecords(old).all());
  }

  private <T> T await(KafkaFuture<T> future) throws IOException {
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("the brokers at " + bootstrap + ": " + cause(e), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the brokers at " + bootstrap + " do not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String cause(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage());
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
