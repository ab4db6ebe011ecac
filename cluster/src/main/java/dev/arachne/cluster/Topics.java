package dev.arachne.cluster;

import dev.arachne.options.UsageException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics of a crawl, by its name.
 *
 * <pre>
 *   arachne.NAME.links    a partition a shard: discoveries of others on its hosts
 *   arachne.NAME.pages    a line of JSON for each verdict, by URL
 *   arachne.NAME.orders   orders to all shards; the last of each kind counts
 *   arachne.NAME.states   states of each shard, addresses of workers; the last counts
 *   arachne.NAME-frontier-changelog   the rows of the shards; Streams makes it
 * </pre>
 *
 * No topic deletes records by itself: a crawl may be paused for months. Immutable.
 *
 * @param crawl its name: up to 64 small letters, digits and hyphens
 */
record Topics(String crawl) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  /**
   * The largest record that brokers and clients are to accept, in bytes: a large row of a host's
   * rules.
   */
  static final int RECORD_BYTES = 16 << 20;

  /** Requires a name. */
  static Topics of(String crawl) throws UsageException {
    if (!NAME.matcher(crawl).matches()) {
      throw new UsageException(
          "--name " + crawl, "is not the name of a crawl; use small letters, digits and hyphens");
    }
    return new Topics(crawl);
  }

  /** The application id of the crawl in Streams. */
  String application() {
    return "arachne." + crawl;
  }

  String links() {
    return application() + ".links";
  }

  String pages() {
    return application() + ".pages";
  }

  String orders() {
    return application() + ".orders";
  }

  String states() {
    return application() + ".states";
  }

  /** The topic of the rows of the shards, a partition a shard. */
  String rows() {
    return application() + "-" + ShardTask.ROWS + "-changelog";
  }

  /** The topic that Streams makes, if its rows are there before the first worker. */
  NewTopic toFill(int shards, int replicas) {
    Map<String, String> settings = new HashMap<>(rowSettings());
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    return new NewTopic(rows(), shards, (short) replicas).configs(settings);
  }

  /** The settings of the topic that Streams makes. */
  Map<String, String> rowSettings() {
    return Map.of(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        "" + RECORD_BYTES,
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
        "1");
  }

  /**
   * All topics but that of Streams, to be made.
   *
   * @param shards how many partitions
   * @param replicas of each partition
   */
  List<NewTopic> toMake(int shards, int replicas) {
    short each = (short) replicas;
    Map<String, String> all =
        Map.of(
            TopicConfig.RETENTION_MS_CONFIG,
            "-1",
            TopicConfig.RETENTION_BYTES_CONFIG,
            "-1",
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            "" + RECORD_BYTES,
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
            "" + Math.max(1, replicas - 1));
    var lastOnly = new HashMap<>(all);
    lastOnly.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    return List.of(
        new NewTopic(links(), shards, each).configs(all),
        new NewTopic(pages(), shards, each).configs(all),
        new NewTopic(orders(), 1, each).configs(lastOnly),
        new NewTopic(states(), 1, each).configs(lastOnly));
  }
}
