package dev.arachne.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The options of one worker, in addition to those of the crawl. Immutable.
 *
 * @param bootstrap brokers to begin with, {@code HOST:PORT}, by commas
 * @param name of the worker, of small letters, digits and hyphens: unique among the workers
 * @param directory where it keeps its copy of rows, and files
 * @param threads of Streams
 * @param loops on which shards are crawled
 * @param standbys copies of the rows of each shard at other workers
 * @param replicas of each topic that Streams makes
 * @param isVerbose whether failures are logged with their stack traces
 * @param listen the address on which searches of its indexes are answered; port 0 for a free one
 * @param staying whether it stays when the crawl is over
 */
record WorkerOptions(
    String bootstrap,
    String name,
    Path directory,
    int threads,
    int loops,
    int standbys,
    int replicas,
    boolean isVerbose,
    InetSocketAddress listen,
    Staying staying) {
  /** The behavior of a worker when the crawl is over. */
  enum Staying {
    /** It ends. */
    ENDS,
    /** It answers searches, and waits for more seeds, until it is stopped. */
    STAYS
  }

  /** The silence after which a worker is taken to be dead: the least that brokers allow. */
  static final int SESSION_MILLIS = 6_000;

  /** The time within which the other workers notice that shards are to move. */
  static final int HEARTBEAT_MILLIS = 250;

  /**
   * The longest time from one try to the next. The read positions of a worker that died are known
   * once its transaction is aborted; by default they are asked for once a second then.
   */
  private static final int TRY_AGAIN_MILLIS = 100;

  /** Longer than brokers take to find a new leader; see docs/cluster.md. */
  static final int TRANSACTION_MILLIS = 15_000;

  /** With one broker there is no leader to be found. */
  private static final int SHORT_TRANSACTION_MILLIS = 5_500;

  /** The settings for clients of the brokers. */
  Map<String, Object> client() {
    return client(bootstrap);
  }

  static Map<String, Object> client(String bootstrap) {
    Map<String, Object> client = new HashMap<>();
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    return client;
  }

  /** The settings of Kafka Streams. */
  Map<String, Object> streams(Topics topics) {
    Map<String, Object> all = new HashMap<>();
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, topics.application());
    all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    all.put(StreamsConfig.CLIENT_ID_CONFIG, "arachne-" + name);
    all.put(StreamsConfig.STATE_DIR_CONFIG, directory.resolve("rows").toString());
    all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
    all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicas);
    // Tasks request a commit when they have changes.
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
    all.put(StreamsConfig.POLL_MS_CONFIG, 5);
    all.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, ShardAssignor.class.getName());
    all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RowCaches.class.getName());
    all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    all.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    all.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MILLIS);
    all.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
        HEARTBEAT_MILLIS);
    all.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG), TRY_AGAIN_MILLIS);
    all.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        replicas > 1 ? TRANSACTION_MILLIS : SHORT_TRANSACTION_MILLIS);
    all.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), Topics.RECORD_BYTES);
    return all;
  }
}
